package render

import (
	"encoding/base64"
	"strconv"
	"strings"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// A credential is a Secret that a step hands to its function.
type credential struct{ name, namespace, secret string }

func (s *Step) readCredentials(fields *structpb.Struct) error {
	for i, v := range list(fields, "credentials") {
		c := v.GetStructValue()
		path := []string{"credentials", strconv.Itoa(i)}
		n := Text(c, "name")
		if n == "" {
			return s.errorf(path, "credentials %d have no name.%s", i+1, didYouMean("name", sortedKeys(c.GetFields())))
		}
		switch source := Text(c, "source"); source {
		case "None":
			continue
		case "Secret":
		default:
			return s.errorf(path, "credentials %q: source must be Secret or None, found %q", n, source)
		}
		ref := credential{n, Text(c, "secretRef", "namespace"), Text(c, "secretRef", "name")}
		if ref.namespace == "" || ref.secret == "" {
			return s.errorf(path, "credentials %q: secretRef needs a name and a namespace", n)
		}
		s.credentials = append(s.credentials, ref)
	}
	return nil
}

// stepCredentials looks up the Secrets that a step names.
func (in *Inputs) stepCredentials(s *Step) (map[string]*fnv1.Credentials, error) {
	if len(s.credentials) == 0 {
		return nil, nil
	}
	all := make(map[string]*fnv1.Credentials, len(s.credentials))
	for _, c := range s.credentials {
		secret := findSecret(in.Credentials, c.namespace, c.secret)
		if secret == nil {
			return nil, s.errorf([]string{"credentials"},
				"credentials %q: there is no Secret %q; pass it with --function-credentials", c.name, c.namespace+"/"+c.secret)
		}
		data, err := secretData(secret)
		if err != nil {
			return nil, err
		}
		credential := &fnv1.Credentials_CredentialData{CredentialData: &fnv1.CredentialData{Data: data}}
		all[c.name] = &fnv1.Credentials{Source: credential}
	}
	return all, nil
}

func findSecret(objects []*Object, ns, n string) *Object {
	for _, o := range objects {
		if kind(o.Fields) == "Secret" && apiVersion(o.Fields) == "v1" && namespace(o.Fields) == ns && name(o.Fields) == n {
			return o
		}
	}
	return nil
}

// secretData decodes data and adds stringData, as the API server does. Messages never show a value.
func secretData(o *Object) (map[string][]byte, error) {
	data := map[string][]byte{}
	for k, v := range object(o.Fields, "data").GetFields() {
		encoded := strings.NewReplacer("\n", "", "\r", "").Replace(v.GetStringValue())
		raw, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, o.errorf([]string{"data", k},
				"%s: the value of %q is not base64 (text that is not encoded goes into stringData)", describe(o.Fields), k)
		}
		data[k] = raw
	}
	for k, v := range stringMap(o.Fields, "stringData") {
		data[k] = []byte(v)
	}
	return data, nil
}

// connectionDetails reads the Secret that an object publishes its connection details to, if it is among the inputs.
func (in *Inputs) connectionDetails(s *structpb.Struct) (map[string][]byte, error) {
	ns, n := ConnectionSecret(s)
	if secret := findSecret(in.Required, ns, n); n != "" && secret != nil {
		return secretData(secret)
	}
	return nil, nil
}
