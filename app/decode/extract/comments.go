package extract

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/decode/source"
	"anbar/app/limits"
)

// Comment is what a person remarked on a place of a document.
type Comment struct {
	ID     string `json:"id"`
	Author string `json:"author"`
	At     string `json:"at,omitempty"`    // as RFC 3339, when the document says so
	Text   string `json:"text"`            // a line for each paragraph
	Quote  string `json:"quote,omitempty"` // the beginning of the words that it is about
}

// Remarks are the comments of a document, in the order in which it keeps them.
type Remarks struct {
	Comments []Comment `json:"comments"`
	Cut      bool      `json:"cut,omitempty"` // there are more
}

const (
	maxComments = 1000
	maxQuote    = 300    // bytes
	maxComment  = 20_000 // bytes
	maxAuthor   = 200    // bytes
	maxID       = 40     // bytes
)

// Comments returns the comments of a docx; none of other documents. It returns ErrUnreadable as the other functions do.
func Comments(src *source.Source) (*Remarks, error) {
	z, err := src.Zip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	p := &packet{src: src, files: z.File, left: limits.DecodeUnpacked}
	c := &comments{Remarks: Remarks{Comments: []Comment{}}, byID: map[string]int{}}
	if err := p.walk(p.file("word/comments.xml"), c.remark); err != nil && len(c.Comments) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if len(c.Comments) > 0 {
		_ = p.walk(p.file("word/document.xml"), c.quote) // comments without their places are worth reading
	}
	for i := range c.Comments {
		c.Comments[i].Quote = strings.TrimSpace(c.Comments[i].Quote)
	}
	return &c.Remarks, nil
}

// comments reads comments, and then the words that they are about.
type comments struct {
	Remarks
	byID   map[string]int
	size   int
	inside bool     // of a comment
	said   []byte   // the words of the comment that is open
	text   int      // how many open elements hold text
	open   []string // ids of the comments whose place is being read
}

func (c *comments) remark(t xml.Token) (more bool, err error) {
	switch t := t.(type) {
	case xml.StartElement:
		switch t.Name.Local {
		case "comment":
			if len(c.Comments) >= maxComments || c.size >= limits.DecodeText {
				c.Cut = true
				return false, nil
			}
			one := Comment{ID: cut(attr(t, "id"), maxID), Author: cut(attr(t, "author"), maxAuthor)}
			if at, err := time.Parse(time.RFC3339, attr(t, "date")); err == nil {
				one.At = at.UTC().Format(time.RFC3339)
			}
			c.byID[one.ID] = len(c.Comments)
			c.Comments = append(c.Comments, one)
			c.inside, c.said = true, c.said[:0]
		case "t":
			c.text++
		case "tab", "br":
			c.say(" ")
		}
	case xml.EndElement:
		switch t.Name.Local {
		case "comment":
			c.inside = false
			if n := len(c.Comments); n > 0 {
				c.Comments[n-1].Text = strings.TrimSpace(string(c.said))
			}
		case "t":
			c.text--
		case "p":
			c.say("\n")
		}
	case xml.CharData:
		if c.text > 0 {
			c.say(string(t))
		}
	}
	return true, nil
}

// say adds words to the comment that is open.
func (c *comments) say(words string) {
	if !c.inside {
		return
	}
	words = cut(words, maxComment-len(c.said))
	c.said = append(c.said, words...)
	c.size += len(words)
}

func (c *comments) quote(t xml.Token) (more bool, err error) {
	switch t := t.(type) {
	case xml.StartElement:
		c.beginQuote(t)
	case xml.EndElement:
		switch t.Name.Local {
		case "t", "delText":
			c.text--
		case "p":
			c.cite(" ")
		}
	case xml.CharData:
		if c.text > 0 {
			c.cite(string(t))
		}
	}
	return true, nil
}

func (c *comments) beginQuote(t xml.StartElement) {
	switch t.Name.Local {
	case "commentRangeStart":
		if _, known := c.byID[attr(t, "id")]; known && len(c.open) < maxComments {
			c.open = append(c.open, attr(t, "id"))
		}
	case "commentRangeEnd":
		c.close(attr(t, "id"))
	case "t", "delText":
		c.text++
	}
}

func (c *comments) close(id string) {
	for i, one := range c.open {
		if one == id {
			c.open = append(c.open[:i], c.open[i+1:]...)
			return
		}
	}
}

// cite adds words to the quotes of the comments that are about them.
func (c *comments) cite(words string) {
	short := c.open[:0]
	for _, id := range c.open {
		one := &c.Comments[c.byID[id]]
		before := len(one.Quote)
		if one.Quote += cut(words, maxQuote-before); len(one.Quote)-before == len(words) {
			short = append(short, id)
		}
	}
	c.open = short
}

// cut shortens a text to so many bytes, without breaking a letter.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = s[:max(0, most)]
	for s != "" && !utf8.ValidString(s[len(s)-min(len(s), utf8.UTFMax):]) {
		if r, size := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || size > 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}
