package extract

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/source"
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
	z, err := src.OpenZip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	p := &zipDocument{src: src, files: z.File, remaining: limits.DecodeUnpacked}
	c := &commentReader{Remarks: Remarks{Comments: []Comment{}}, byID: map[string]int{}}
	if err := p.walkTokens(p.findFile("word/comments.xml"), c.readComment); err != nil && len(c.Comments) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if len(c.Comments) > 0 {
		_ = p.walkTokens(p.findFile("word/document.xml"), c.readQuote) // comments without their places are worth reading
	}
	for i := range c.Comments {
		c.Comments[i].Quote = strings.TrimSpace(c.Comments[i].Quote)
	}
	return &c.Remarks, nil
}

// commentReader reads comments, and then the words that they are about.
type commentReader struct {
	Remarks
	byID      map[string]int
	size      int
	inside    bool     // in a comment
	words     []byte   // the words of the comment that is being read
	textDepth int      // how many open elements hold text
	quoted    []string // ids of the comments whose quote is being read
}

func (c *commentReader) readComment(t xml.Token) (more bool, err error) {
	switch t := t.(type) {
	case xml.StartElement:
		switch t.Name.Local {
		case "comment":
			if len(c.Comments) >= maxComments || c.size >= limits.DecodeText {
				c.Cut = true
				return false, nil
			}
			one := Comment{ID: truncateText(attr(t, "id"), maxID), Author: truncateText(attr(t, "author"), maxAuthor)}
			if at, err := time.Parse(time.RFC3339, attr(t, "date")); err == nil {
				one.At = at.UTC().Format(time.RFC3339)
			}
			c.byID[one.ID] = len(c.Comments)
			c.Comments = append(c.Comments, one)
			c.inside, c.words = true, c.words[:0]
		case "t":
			c.textDepth++
		case "tab", "br":
			c.appendWords(" ")
		}
	case xml.EndElement:
		switch t.Name.Local {
		case "comment":
			c.inside = false
			if n := len(c.Comments); n > 0 {
				c.Comments[n-1].Text = strings.TrimSpace(string(c.words))
			}
		case "t":
			c.textDepth--
		case "p":
			c.appendWords("\n")
		}
	case xml.CharData:
		if c.textDepth > 0 {
			c.appendWords(string(t))
		}
	}
	return true, nil
}

// appendWords adds words to the comment that is being read.
func (c *commentReader) appendWords(words string) {
	if !c.inside {
		return
	}
	words = truncateText(words, maxComment-len(c.words))
	c.words = append(c.words, words...)
	c.size += len(words)
}

func (c *commentReader) readQuote(t xml.Token) (more bool, err error) {
	switch t := t.(type) {
	case xml.StartElement:
		c.handleStart(t)
	case xml.EndElement:
		switch t.Name.Local {
		case "t", "delText":
			c.textDepth--
		case "p":
			c.appendQuote(" ")
		}
	case xml.CharData:
		if c.textDepth > 0 {
			c.appendQuote(string(t))
		}
	}
	return true, nil
}

func (c *commentReader) handleStart(t xml.StartElement) {
	switch t.Name.Local {
	case "commentRangeStart":
		if _, known := c.byID[attr(t, "id")]; known && len(c.quoted) < maxComments {
			c.quoted = append(c.quoted, attr(t, "id"))
		}
	case "commentRangeEnd":
		c.closeQuote(attr(t, "id"))
	case "t", "delText":
		c.textDepth++
	}
}

func (c *commentReader) closeQuote(id string) {
	for i, one := range c.quoted {
		if one == id {
			c.quoted = append(c.quoted[:i], c.quoted[i+1:]...)
			return
		}
	}
}

// appendQuote adds words to the quotes of the comments that are about them. A quote that is full takes no more.
func (c *commentReader) appendQuote(words string) {
	unfilled := c.quoted[:0]
	for _, id := range c.quoted {
		one := &c.Comments[c.byID[id]]
		added := truncateText(words, maxQuote-len(one.Quote))
		one.Quote += added
		if len(added) == len(words) {
			unfilled = append(unfilled, id)
		}
	}
	c.quoted = unfilled
}

// truncateText shortens a text to so many bytes, without breaking a letter.
func truncateText(s string, most int) string {
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
