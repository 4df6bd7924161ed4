package child

import (
	"errors"
	"strings"
	"testing"

	"anbar/decode"
	"anbar/decode/refusal"
	"anbar/decode/source"
)

// TestALockedDocumentIsNotCalledDamaged opens what both editors refuse: the reasons are the same words for both.
func TestALockedDocumentIsNotCalledDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		code    refusal.Code
	}{
		"encrypted": {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600), refusal.Encrypted},
		"damaged":   {"PK\x03\x04 and no more", refusal.Unreadable},
		"text":      {"these are words", refusal.Unreadable},
		"empty":     {"", refusal.Unreadable},
	} {
		for kind, editing := range map[string]decode.DocumentKind{"docx": decode.EditWord, "xlsx": decode.EditCells} {
			err := (&decoder{}).checkEditable(source.New(t.Context(), strings.NewReader(c.content), int64(len(c.content))), editing)
			var bar *refusal.Error
			if !errors.As(err, &bar) || bar.Code != c.code {
				t.Errorf("%s as %s: %v", name, kind, err)
			}
		}
	}
}
