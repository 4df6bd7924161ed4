package vault

import (
	"bytes"
	"testing"
)

func TestASecretOpensOnlyForItsUseAndItsAddress(t *testing.T) {
	v := New(make([]byte, 32))
	sealed := v.Seal("hush-hush", "mail", "tls mail.example.org:465")
	if bytes.Contains(sealed, []byte("hush")) {
		t.Errorf("%q", sealed)
	}
	if got, err := v.Open(sealed, "mail", "tls mail.example.org:465"); err != nil || got != "hush-hush" {
		t.Errorf("%q, %v", got, err)
	}
	other := New(bytes.Repeat([]byte{1}, 32))
	for what, try := range map[string]func() (string, error){
		"another use":     func() (string, error) { return v.Open(sealed, "sms", "tls mail.example.org:465") },
		"another address": func() (string, error) { return v.Open(sealed, "mail", "tls evil.example.org:465") },
		"another key":     func() (string, error) { return other.Open(sealed, "mail", "tls mail.example.org:465") },
		"no secret":       func() (string, error) { return v.Open(nil, "mail", "tls mail.example.org:465") },
	} {
		if got, err := try(); err == nil {
			t.Errorf("%s opened it: %q", what, got)
		}
	}
}
