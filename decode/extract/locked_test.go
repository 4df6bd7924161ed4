package extract

import "testing"

// TestLockedDocuments: what needs a password is not called damaged.
func TestLockedDocuments(t *testing.T) {
	list := func(inner string) string {
		return `<manifest:manifest><manifest:file-entry manifest:full-path="content.xml">` + inner +
			`</manifest:file-entry></manifest:manifest>`
	}
	const text = `<office:text><text:p>words</text:p></office:text>`
	locked := `<manifest:encryption-data><manifest:algorithm/></manifest:encryption-data>`
	check(t, OpenDocument, []sample{
		{"odt with a password", string(pack(t, "META-INF/manifest.xml", list(locked), "content.xml", "\x93\xff\x00")), "encrypted"},
		{"the list comes last", string(pack(t, "content.xml", "\x93\xff\x00", "META-INF/manifest.xml", list(locked))), "encrypted"},
		{"as a whole", string(pack(t, "mimetype", "x", "encrypted-package", "\x93",
			"META-INF/manifest.xml", list(locked))), "encrypted"},
		{"odt without one", string(pack(t, "META-INF/manifest.xml", list(""), "content.xml", text)), "words"},
		{"a list that is damaged", string(pack(t, "META-INF/manifest.xml", "<", "content.xml", text)), "words"},
		{"damaged", string(pack(t, "META-INF/manifest.xml", list(""), "content.xml", "\x93\xff\x00")), ""},
	})
	check(t, Word, []sample{{"docx without a text", string(pack(t, "word/styles.xml", "<a/>")), ""}})
}
