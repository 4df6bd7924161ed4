package extract

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"anbar/app/decode/refusal"
	"anbar/app/decode/source"
	"anbar/app/limits"
)

const (
	bookContainer = "META-INF/container.xml"
	bookLocks     = "META-INF/encryption.xml"
)

// book reads the chapters of an EPUB in the order of its spine. Names in it lead to parts of its zip and nowhere else.
func book(src *source.Source) (*Document, error) {
	z, err := src.Zip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	p := &packet{src: src, files: z.File, left: limits.DecodeUnpacked}
	chapters := p.chapters()
	if len(chapters) == 0 {
		return nil, fmt.Errorf("%w: it has no chapters", ErrUnreadable)
	}
	locked := p.lockedParts()
	o := &output{Document: Document{Blocks: []Block{}}}
	for i, name := range chapters {
		if o.full() {
			break
		}
		if locked[name] {
			return nil, refusal.New(refusal.Encrypted, "the chapter %s is locked", name)
		}
		f := p.file(name)
		if f == nil {
			continue
		}
		if err := p.readChapter(o, name); err != nil {
			if i == 0 && len(o.Blocks) == 0 {
				return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
			}
			o.Cut = true
			break // keep the text read so far
		}
	}
	o.Cut = o.Cut || o.full()
	return &o.Document, nil
}

func (p *packet) readChapter(o *output, name string) error {
	r, err := p.file(name).Open()
	if err != nil {
		return err
	}
	defer r.Close()
	return readPage(o, &bounded{r: r, left: &p.left, token: limits.DecodeUnpacked, src: p.src})
}

// chapters returns the names of the parts that the spine lists.
func (p *packet) chapters() (all []string) {
	spec := ""
	_ = p.walk(p.file(bookContainer), func(t xml.Token) (bool, error) { // without it there is no book
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "rootfile" {
			spec = attr(e, "full-path")
		}
		return spec == "", nil
	})
	items := map[string]string{}
	_ = p.walk(p.file(spec), func(t xml.Token) (bool, error) { // what came before it breaks off counts
		e, ok := t.(xml.StartElement)
		if !ok {
			return true, nil
		}
		switch e.Name.Local {
		case "item":
			if kind := attr(e, "media-type"); kind == "application/xhtml+xml" || kind == "text/html" {
				items[attr(e, "id")] = within(spec, attr(e, "href"))
			}
		case "itemref":
			if name := items[attr(e, "idref")]; name != "" && attr(e, "linear") != "no" && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
		return len(all) < maxParts && len(items) < 10*maxParts, nil
	})
	return all
}

// within is the part that an address in another part leads to.
func within(part, address string) string {
	address, _, _ = strings.Cut(address, "#")
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	return path.Join(path.Dir(part), address)
}

// lockedParts are the parts that only a seller's program can open. Fonts are locked in books that are not.
func (p *packet) lockedParts() map[string]bool {
	all := map[string]bool{}
	_ = p.walk(p.file(bookLocks), func(t xml.Token) (bool, error) { // without it nothing is locked
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "CipherReference" {
			all[within("", attr(e, "URI"))] = true
		}
		return len(all) < maxParts, nil
	})
	return all
}
