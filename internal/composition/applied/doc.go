// Package applied finds the state of a composed object that Crossplane last applied.
//
// # Terms
//
// Crossplane changes composed objects by server-side apply. The API server records in metadata.managedFields which
// fields each field manager owns: an entry of operation Apply names exactly the fields of the manager's last
// configuration. The values are in the object itself. Together they give the configuration, without the fields that
// Crossplane adds to every composed object.
//
// Parts without a trace in the managed fields are missing: an empty list whose elements belong to several managers, and
// a null that the API server dropped. Applying a configuration without these changes nothing.
package applied
