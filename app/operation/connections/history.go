package connections

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"anbar/db"
)

// Difference is what a change did to one field.
type Difference struct {
	Field  string `json:"field" doc:"as it is sent; source is where the connection comes from"`
	Before string `json:"before" doc:"empty for nothing, and for a secret"`
	After  string `json:"after"`
}

// ParseName returns what a stored group of settings is: mail, sms, onlyoffice, wopi, google or provider, and the id of a
// provider. It is false for a group that is no connection.
func ParseName(name string) (kind, id string, ok bool) {
	kind, id, _ = strings.Cut(name, ".")
	return kind, id, slices.Contains([]string{mailName, smsName, officeName, wopiName, googleName, "provider"}, kind)
}

// parseFields reads a stored connection and its fields.
func parseFields(text string) (*storedConnection, map[string]string, error) {
	k, err := parseStored(text)
	if err != nil {
		return nil, nil, err
	}
	fields, err := k.fieldTexts()
	return k, fields, err
}

// DiffChange returns what a change did, field by field, without secrets.
func DiffChange(c *db.SettingChange) ([]Difference, error) {
	before, was, err := parseFields(c.Before)
	if err != nil {
		return nil, err
	}
	after, is, err := parseFields(c.After)
	if err != nil {
		return nil, err
	}
	all := []Difference{}
	if (before == nil) != (after == nil) {
		all = append(all, Difference{Field: "source", Before: before.source(), After: after.source()})
	}
	for _, name := range fieldOrder {
		if was[name] != is[name] {
			all = append(all, Difference{Field: name, Before: was[name], After: is[name]})
		}
	}
	if string(before.sealedSecret()) != string(after.sealedSecret()) {
		all = append(all, Difference{Field: "secret"})
	}
	return all, nil
}

// fieldOrder are the fields of all connections, as the forms have them.
var fieldOrder = []string{"gateway", "title_fa", "title_en", "issuer", "client_id", "host", "port", "tls", "url", "method", "header",
	"body", "taken", "user", "from", "icon", "scopes", "signup", "internal_url", "own_url", "skip_verify", "base_url"}

func (k *storedConnection) source() string {
	if k == nil {
		return fromConfiguration
	}
	return fromConsole
}

func (k *storedConnection) sealedSecret() []byte {
	if k == nil {
		return nil
	}
	return k.Sealed
}

// fieldTexts are the values as text.
func (k *storedConnection) fieldTexts() (map[string]string, error) {
	texts := map[string]string{}
	if k == nil {
		return texts, nil
	}
	var all map[string]any
	if err := json.Unmarshal(k.Value, &all); err != nil {
		return nil, fmt.Errorf("read a stored connection: %w", err)
	}
	for name, v := range all {
		switch v := v.(type) {
		case nil:
		case []any:
			texts[name] = strings.Trim(fmt.Sprint(v), "[]")
		default:
			texts[name] = fmt.Sprint(v)
		}
	}
	return texts, nil
}
