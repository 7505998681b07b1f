// Package applied finds out what Crossplane last applied to a composed object.
//
// # Terms
//
// Crossplane changes composed objects by server-side apply. The API server then writes down in metadata.managedFields
// which fields each field manager owns: an entry of operation Apply names exactly the fields that the manager's last
// configuration had. The values stand in the object itself. Both together give the configuration back, without what
// Crossplane adds to every composed object.
//
// What leaves no trace in the managed fields is not given back: an empty list whose elements belong to several
// managers, and a null that the API server dropped. Applying a configuration without these changes nothing.
package applied
