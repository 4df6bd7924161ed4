package extract

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
	"anbar/decode/source"
)

const (
	bookContainer  = "META-INF/container.xml"
	bookEncryption = "META-INF/encryption.xml"
)

// readEPUB reads the chapters of an EPUB in the order of its spine. Names in it lead to parts of its zip and nowhere else.
func readEPUB(src *source.Source) (*Document, error) {
	z, err := src.OpenZip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	p := &zipDocument{src: src, files: z.File, remaining: limits.DecodeUnpacked}
	chapters := p.listChapters()
	if len(chapters) == 0 {
		return nil, fmt.Errorf("%w: it has no chapters", ErrUnreadable)
	}
	locked := p.listEncryptedParts()
	o := &documentBuilder{Document: Document{Blocks: []Block{}}}
	for i, name := range chapters {
		if o.isFull() {
			break
		}
		if locked[name] {
			return nil, refusal.New(refusal.Encrypted, "the chapter %s is locked", name)
		}
		f := p.findFile(name)
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
	o.Cut = o.Cut || o.isFull()
	return &o.Document, nil
}

func (p *zipDocument) readChapter(o *documentBuilder, name string) error {
	r, err := p.findFile(name).Open()
	if err != nil {
		return err
	}
	defer r.Close()
	return appendPage(o, &limitedReader{r: r, remaining: &p.remaining, token: limits.DecodeUnpacked, src: p.src})
}

// listChapters returns the names of the parts that the spine lists.
func (p *zipDocument) listChapters() (all []string) {
	spec := ""
	_ = p.walkTokens(p.findFile(bookContainer), func(t xml.Token) (bool, error) { // without it there is no book
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "rootfile" {
			spec = attr(e, "full-path")
		}
		return spec == "", nil
	})
	items := map[string]string{}
	_ = p.walkTokens(p.findFile(spec), func(t xml.Token) (bool, error) { // what came before it breaks off counts
		e, ok := t.(xml.StartElement)
		if !ok {
			return true, nil
		}
		switch e.Name.Local {
		case "item":
			if kind := attr(e, "media-type"); kind == "application/xhtml+xml" || kind == "text/html" {
				items[attr(e, "id")] = resolveEntry(spec, attr(e, "href"))
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

// resolveEntry is the part that an address in another part leads to.
func resolveEntry(part, address string) string {
	address, _, _ = strings.Cut(address, "#")
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	return path.Join(path.Dir(part), address)
}

// listEncryptedParts are the parts that only a seller's program can open. Fonts are locked in books that are not.
func (p *zipDocument) listEncryptedParts() map[string]bool {
	all := map[string]bool{}
	_ = p.walkTokens(p.findFile(bookEncryption), func(t xml.Token) (bool, error) { // without it nothing is locked
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "CipherReference" {
			all[resolveEntry("", attr(e, "URI"))] = true
		}
		return len(all) < maxParts, nil
	})
	return all
}
