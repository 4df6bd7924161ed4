package sheet

import (
	"path"
	"slices"
	"strings"

	"anbar/app/base/limits"
)

// Comment is a note at a cell, or the first words of a conversation there and the answers.
type Comment struct {
	Row    int    `json:"r"` // from 1
	Column int    `json:"c"`
	Author string `json:"author,omitempty"`
	Text   string `json:"text"`
	Thread bool   `json:"thread,omitempty"` // of a conversation
}

const (
	maxComments    = 20_000  // of a sheet; those beyond are counted
	maxCommentText = 4 << 10 // bytes of its text
	maxAuthor      = 500     // bytes of a name
)

// readComments reads the notes at the cells of a sheet. A conversation has a note too, which repeats it for old programs.
func (w *workbook) readComments(sheet string) error {
	if w.request.First > 1 { // they come with the first rows
		return nil
	}
	kinds, err := w.relatedParts(sheet, "comments", "threadedComment")
	if err != nil || len(kinds) == 0 {
		return err
	}
	var all []Comment
	threads := map[[2]int]bool{}
	for _, part := range kinds["threadedComment"] {
		if all, err = w.readThreads(part, all); err != nil {
			return err
		}
	}
	for _, c := range all {
		threads[[2]int{c.Row, c.Column}] = true
	}
	for _, part := range kinds["comments"] {
		notes, err := w.readNotes(part)
		if err != nil {
			return err
		}
		all = append(all, slices.DeleteFunc(notes, func(c Comment) bool { return threads[[2]int{c.Row, c.Column}] })...)
	}
	shown := all[:min(len(all), maxComments)]
	w.omissions.Comments += len(all) - len(shown)
	w.page.Comments = shown
	return nil
}

// relatedParts returns the parts to which a part has relations of some kinds.
func (w *workbook) relatedParts(name string, kinds ...string) (map[string][]string, error) {
	found := map[string][]string{}
	dir, base := path.Split(name)
	err := w.walkTags(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
		kind := path.Base(s.attr("Type"))
		if s.is("Relationship") && s.attr("TargetMode") != "External" && slices.Contains(kinds, kind) {
			to := s.attr("Target")
			if !strings.HasPrefix(to, "/") {
				to = path.Join(dir, to)
			}
			found[kind] = append(found[kind], strings.TrimPrefix(path.Clean(to), "/"))
		}
		return len(found[kind]) < maxTables, nil
	})
	return found, err
}

// readNotes reads a part with notes.
func (w *workbook) readNotes(part string) (all []Comment, err error) {
	var authors []string
	size, isBeyond := 0, false
	err = w.walkTags(part, func(s *scanner) (bool, error) {
		switch {
		case s.is("author") && len(authors) < maxComments:
			name, err := s.text(maxAuthor)
			authors = append(authors, name)
			return true, err
		case s.is("comment") && (len(all) >= maxComments || size >= limits.SheetText):
			w.omissions.Comments++
			isBeyond = true
		case s.is("comment"):
			row, column := parseCellName(s.attr("ref"))
			c := Comment{Row: row, Column: column}
			if i := s.intAttr("authorId", -1, -1, maxComments); i >= 0 && i < len(authors) {
				c.Author = authors[i]
			}
			all = append(all, c)
		case s.is("rPh"):
			return true, s.skipElement("rPh")
		case s.is("t") && len(all) > 0 && !isBeyond:
			c := &all[len(all)-1]
			text, err := s.text(max(0, maxCommentText-len(c.Text)))
			c.Text += decodeEscapes(text)
			size += len(text)
			return true, err
		}
		return true, nil
	})
	for i, c := range all { // programs begin the text with the name
		all[i].Text = strings.TrimSpace(strings.TrimPrefix(c.Text, c.Author+":"))
	}
	return slices.DeleteFunc(all, func(c Comment) bool { return c.Row < 1 || c.Column < 1 || c.Text == "" }), err
}

// readThreads reads a part with conversations, each of one cell.
func (w *workbook) readThreads(part string, all []Comment) ([]Comment, error) {
	people := map[string]string{}
	for _, name := range []string{"xl/persons/person.xml", "xl/persons/person1.xml"} {
		err := w.walkTags(name, func(s *scanner) (bool, error) {
			if s.is("person") {
				people[s.attr("id")] = truncate(s.attr("displayName"), maxAuthor)
			}
			return len(people) < maxComments, nil
		})
		if err != nil {
			return nil, err
		}
	}
	var now Comment
	size := 0
	err := w.walkTags(part, func(s *scanner) (bool, error) {
		switch {
		case s.is("threadedComment") && (len(all) >= maxComments || size >= limits.SheetText):
			w.omissions.Comments++
			now.Row = 0
		case s.is("threadedComment"):
			row, column := parseCellName(s.attr("ref"))
			now = Comment{Row: row, Column: column, Author: people[s.attr("personId")], Thread: true}
		case s.is("text") && now.Row > 0:
			text, err := s.text(maxCommentText)
			if now.Text = strings.TrimSpace(text); now.Column > 0 && now.Text != "" {
				all = append(all, now)
			}
			size += len(text)
			return true, err
		}
		return true, nil
	})
	return all, err
}
