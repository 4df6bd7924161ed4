// Package docx lets an editor change a document of Word of which it knows only a part. What the editor would lose gets a
// placeholder, and of what it writes only the changes go into the document: all else stays as it was, byte by byte.
package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"anbar/app/base/spool"
	"anbar/decode/refusal"
)

const (
	mainPart         = "word/document.xml"
	contentTypesPart = "[Content_Types].xml"

	maxMain    = 5 << 20
	maxXML     = 16 << 20
	maxAllXML  = 48 << 20
	maxEntries = 5000
	mainType   = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
)

// document is a document: its entries by name, and its XML parts.
type document struct {
	files map[string]*zip.File
	order []string
	parts map[string][]byte
}

// openDocument reads the XML parts of a document.
func openDocument(z *zip.Reader) (*document, error) {
	b := &document{files: map[string]*zip.File{}, parts: map[string][]byte{}}
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("%w: too many parts", ErrUnreadable)
	}
	loaded := 0 // bytes of the parts, unpacked
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		if b.files[f.Name] != nil || !isPlainName(f.Name) {
			return nil, fmt.Errorf("%w: a part's name", ErrUnreadable)
		}
		b.files[f.Name] = f
		b.order = append(b.order, f.Name)
		if !isXML(f.Name) || f.Flags&1 != 0 {
			continue
		}
		src, err := readEntry(f)
		if err != nil {
			return nil, err
		}
		if loaded += len(src); loaded > maxAllXML {
			return nil, fmt.Errorf("%w: too much text", ErrUnreadable)
		}
		b.parts[f.Name] = src
	}
	return b, nil
}

// isPlainName is whether a name of a part leads nowhere else.
func isPlainName(name string) bool {
	return name != "" && path.Clean(name) == name && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "..") &&
		!strings.ContainsAny(name, "\\\x00")
}

func isXML(name string) bool {
	return strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels")
}

func readEntry(f *zip.File) ([]byte, error) {
	if f.UncompressedSize64 > maxXML {
		return nil, fmt.Errorf("%w: a part is too long", ErrUnreadable)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	defer r.Close()
	src, err := spool.ReadAll(r, maxXML)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return bytes.TrimPrefix(src, []byte("\ufeff")), nil
}

// checkEditable is a *refusal.Error when the document is only shown.
func (b *document) checkEditable() error {
	for name, f := range b.files {
		low := strings.ToLower(name)
		switch {
		case f.Flags&1 != 0, low == "encryptedpackage":
			return refusal.New(refusal.Encrypted, "%s is encrypted", name)
		case strings.HasSuffix(low, "vbaproject.bin"), strings.HasSuffix(low, "vbadata.xml"):
			return refusal.New(refusal.Macros, "it has %s", name)
		case strings.HasPrefix(low, "_xmlsignatures/"):
			return refusal.New(refusal.Signed, "it has %s", name)
		}
	}
	if f := b.files[mainPart]; f != nil && f.UncompressedSize64 > maxMain {
		return refusal.New(refusal.TooLarge, "its text has %d bytes", f.UncompressedSize64)
	}
	if err := b.checkFormat(); err != nil {
		return err
	}
	return b.checkProtection()
}

// checkFormat refuses what is no document as the editor knows them.
func (b *document) checkFormat() error {
	types, main := b.parts[contentTypesPart], b.parts[mainPart]
	if types == nil {
		return fmt.Errorf("%w: no types", ErrUnreadable)
	}
	is, err := isDocument(types)
	if err != nil {
		return err
	}
	if !is || main == nil {
		return refusal.New(refusal.Unreadable, "it is no document, or not where documents are")
	}
	return checkMain(main)
}

// isDocument reports whether the types name a document where documents are. It refuses those with macros.
func isDocument(types []byte) (bool, error) {
	p, err := parsePart(types)
	if err != nil {
		return false, err
	}
	is := false
	for _, t := range p.root.children {
		if strings.Contains(t.attr("ContentType"), "macroEnabled") {
			return false, refusal.New(refusal.Macros, "its type has macros")
		}
		is = is || t.attr("PartName") == "/"+mainPart && t.attr("ContentType") == mainType
	}
	return is, nil
}

// checkMain refuses a main part that the editor would read in another way.
func checkMain(src []byte) error {
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	if p.root.is("document") && p.root.space == strictNamespace {
		return refusal.New(refusal.Unsupported, "it is strict Open XML")
	}
	if !p.root.is("document") || p.root.space != wordNamespace || p.root.prefix != "w" {
		return refusal.New(refusal.Unreadable, "the root is %s in %s", p.root.qualifiedName(), p.root.space)
	}
	p.root.walk(func(n *node) bool {
		if n.is("altChunk") {
			err = refusal.New(refusal.Unsupported, "another document is inserted into it")
		} else if n.prefix == "w" && n.space != wordNamespace {
			err = refusal.New(refusal.Unreadable, "it has %s", n.qualifiedName())
		}
		return err == nil
	})
	return err
}

// checkProtection refuses a document whose author allowed no changes.
func (b *document) checkProtection() error {
	src := b.parts["word/settings.xml"]
	if src == nil {
		return nil
	}
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	for _, n := range p.root.children {
		if n.is("documentProtection") && slices.Contains([]string{"1", "true", "on"}, n.attr("enforcement")) {
			return refusal.New(refusal.Protected, "its author protected it")
		}
	}
	return nil
}

// storyNames are the names of the parts with text, in a fixed order.
func (b *document) storyNames() []string {
	var names []string
	for name := range b.parts {
		dir, file := path.Split(name)
		begins := func(s string) bool { return strings.HasPrefix(file, s) }
		if dir == "word/" && (file == "document.xml" || begins("header") || begins("footer") || begins("footnotes") || begins("endnotes")) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// prepareParts returns the parts of a document as the editor gets them, those that differ.
func (b *document) prepareParts() (*placeholders, map[string][]byte, error) {
	k, out := newPlaceholders(b.parts), map[string][]byte{}
	for _, name := range b.storyNames() {
		p, err := parsePart(b.parts[name])
		if err != nil {
			return nil, nil, err
		}
		if p.root.prefix != "w" || p.root.space != wordNamespace {
			continue
		}
		if p, err = k.openControls(name, p); err != nil {
			return nil, nil, err
		}
		if src := k.hideObjects(name, p); !bytes.Equal(src, b.parts[name]) {
			out[name] = src
		}
	}
	return k, out, nil
}

// EditParts is what an editor gets beside the document: the parts of it that have placeholders, to be taken instead of its
// own.
type EditParts struct {
	Parts map[string]string `json:"parts"`
}

// Prepare reads a document for an editor. It fails with ErrUnreadable, or with a *refusal.Error when the document is
// only shown.
func Prepare(z *zip.Reader) (*EditParts, error) {
	for _, f := range z.File { // before anything long is read
		if f.Name == mainPart && f.UncompressedSize64 > maxMain {
			return nil, refusal.New(refusal.TooLarge, "its text has %d bytes", f.UncompressedSize64)
		}
	}
	b, err := openDocument(z)
	if err != nil {
		return nil, err
	}
	if err := b.checkEditable(); err != nil {
		return nil, err
	}
	_, parts, err := b.prepareParts()
	if err != nil {
		return nil, err
	}
	d := &EditParts{Parts: map[string]string{}}
	for name, src := range parts {
		d.Parts[name] = string(src)
	}
	return d, nil
}
