package extract

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"anbar/decode/letter"
	"anbar/decode/source"
)

// readMail reads what a mail says to its reader: who wrote whom and when, its text, and the names of what came with it.
func readMail(src *source.Source) (*Document, error) {
	m, err := letter.Open(src)
	if errors.Is(err, letter.ErrLetter) {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if err != nil {
		return nil, err
	}
	o := &documentBuilder{Document: Document{Blocks: []Block{}}}
	if err := o.addMail(m, 1); err != nil {
		return nil, err
	}
	o.Cut = o.Cut || o.isFull()
	return &o.Document, nil
}

// addMail adds a mail whose subject is a heading of a level.
func (o *documentBuilder) addMail(m *letter.View, level int) error {
	o.Torn = o.Torn || m.Torn
	o.add(Block{Kind: Heading, Level: level, Text: m.Subject})
	for _, f := range []struct{ of, value string }{{"from", m.From}, {"to", m.To}, {"cc", m.Cc}, {"date", formatSent(m)}} {
		o.add(Block{Kind: Field, Marker: f.of, Text: f.value})
	}
	if strings.TrimSpace(m.Page) != "" {
		if err := appendPage(o, strings.NewReader(m.Page)); err != nil {
			return err
		}
	} else {
		for _, text := range splitMailParagraphs(m.Text) {
			o.add(Block{Kind: Paragraph, Text: text})
		}
	}
	for _, name := range m.Attachments {
		o.add(Block{Kind: Field, Marker: "attachment", Text: name})
	}
	return nil
}

// formatSent is the time of a mail as RFC 3339 has it, or as the mail does.
func formatSent(m *letter.View) string {
	if m.Date.IsZero() {
		return m.Sent
	}
	return m.Date.Format(time.RFC3339)
}

// splitMailParagraphs are the parts of a plain text between empty lines. Its lines stay, since mails have lists and signatures.
func splitMailParagraphs(text string) []string {
	var all []string
	open := false
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n \t")
		switch {
		case l == "":
			open = false
		case open:
			all[len(all)-1] += "\n" + l
		default:
			all, open = append(all, l), true
		}
	}
	return all
}
