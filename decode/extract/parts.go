package extract

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/decode/source"
)

// zipDocument is an open document that is a zip of XML.
type zipDocument struct {
	src       *source.Source
	files     []*zip.File
	remaining int64 // bytes that may still be unpacked
}

// part is a file with text within a packet.
type part struct {
	file  *zip.File
	place int
	note  bool
}

const maxParts = 1000 // of one kind

// findFiles returns the files of a pattern, by the numbers in their names.
func (p *zipDocument) findFiles(pattern string) []*zip.File {
	var some []*zip.File
	for _, f := range p.files {
		if ok, err := path.Match(pattern, f.Name); ok && err == nil && len(some) < maxParts {
			some = append(some, f)
		}
	}
	slices.SortStableFunc(some, func(a, b *zip.File) int { return names.Compare([]byte(a.Name), []byte(b.Name)) })
	return some
}

func (p *zipDocument) findFile(name string) *zip.File {
	for _, f := range p.files {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// listParts returns the parts with text, in the order they are read.
func (p *zipDocument) listParts(kind Kind) (all []part) {
	add := func(note bool, patterns ...string) {
		for _, pattern := range patterns {
			for _, f := range p.findFiles(pattern) {
				all = append(all, part{file: f, note: note})
			}
		}
	}
	switch kind {
	case Word:
		add(false, "word/document.xml")
		add(true, "word/footnotes.xml", "word/endnotes.xml", "word/comments.xml", "word/header*.xml", "word/footer*.xml")
	case Sheet:
		add(false, "xl/sharedStrings.xml", "xl/worksheets/sheet*.xml")
	case OpenDocument:
		add(false, "content.xml")
	case Slides:
		return p.listSlides()
	}
	return all
}

// listSlides returns the slides in the order in which they are shown, each followed by its notes. Slides that are not in
// that order come last.
func (p *zipDocument) listSlides() (all []part) {
	files := p.findFiles("ppt/slides/slide*.xml")
	order := map[string]int{}
	for i, name := range p.readSlideOrder() {
		order[name] = i + 1
	}
	slices.SortStableFunc(files, func(a, b *zip.File) int { return slideRank(order, a) - slideRank(order, b) })
	for i, f := range files {
		all = append(all, part{file: f, place: i + 1})
		for _, to := range p.readRelations(f.Name) {
			if notes := p.findFile(to); strings.HasPrefix(to, "ppt/notesSlides/") && notes != nil {
				all = append(all, part{file: notes, place: i + 1, note: true})
			}
		}
	}
	return all
}

func slideRank(order map[string]int, f *zip.File) int {
	if n := order[f.Name]; n > 0 {
		return n
	}
	return maxParts + 1
}

// readSlideOrder returns the names of the slides in the order of the presentation.
func (p *zipDocument) readSlideOrder() (all []string) {
	const presentation = "ppt/presentation.xml"
	to := p.readRelations(presentation)
	_ = p.walkTokens(p.findFile(presentation), func(t xml.Token) (bool, error) { // without it the numbers in the names are the order
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "sldId" {
			for _, a := range e.Attr {
				if name := to[a.Value]; name != "" && a.Name.Space != "" {
					all = append(all, name)
				}
			}
		}
		return len(all) < maxParts, nil
	})
	return all
}

// readRelations returns the files that a part refers to, by the names of the relations.
func (p *zipDocument) readRelations(name string) map[string]string {
	all := map[string]string{}
	dir, base := path.Split(name)
	_ = p.walkTokens(p.findFile(dir+"_rels/"+base+".rels"), func(t xml.Token) (bool, error) { // without it there are none
		e, ok := t.(xml.StartElement)
		if ok && e.Name.Local == "Relationship" && attr(e, "TargetMode") != "External" {
			to := attr(e, "Target")
			if !strings.HasPrefix(to, "/") {
				to = path.Join(dir, to)
			}
			all[attr(e, "Id")] = strings.TrimPrefix(to, "/")
		}
		return len(all) < maxParts, nil
	})
	return all
}

// readHeadingLevels returns the levels of headings of a document's styles.
func (p *zipDocument) readHeadingLevels() map[string]int {
	all := map[string]int{}
	id := ""
	_ = p.walkTokens(p.findFile("word/styles.xml"), func(t xml.Token) (bool, error) { // without it there are no headings
		e, ok := t.(xml.StartElement)
		if !ok {
			return true, nil
		}
		switch e.Name.Local {
		case "style":
			id = attr(e, "styleId")
		case "name":
			if n := headingLevel(strings.ToLower(attr(e, "val"))); n > 0 {
				all[id] = n
			}
		case "outlineLvl":
			if all[id] == 0 {
				all[id] = parseOutlineLevel(e)
			}
		}
		return len(all) < maxParts, nil
	})
	return all
}

// headingLevel returns the level of headings with a style of this name; 0 when it is a style of other text.
func headingLevel(style string) int {
	if style == "title" {
		return 1
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(style, "heading ")); err == nil && n >= 1 && n <= maxLevel {
		return n
	}
	return 0
}

// walkTokens gives the tokens of a file to a function, until it wants no more. There are none of a nil file.
func (p *zipDocument) walkTokens(f *zip.File, take func(xml.Token) (more bool, err error)) error {
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b := &limitedReader{r: r, remaining: &p.remaining, src: p.src}
	dec := xml.NewDecoder(b)
	dec.Strict = false
	for {
		b.token = limits.DecodeToken
		t, err := dec.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if more, err := take(t); err != nil || !more {
			return err
		}
	}
}
