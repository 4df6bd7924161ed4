package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"

	"anbar/app/base/fault"
	"anbar/db"
)

// PageQuery is which part of a list is asked for; inputs of lists embed it.
type PageQuery struct {
	Cursor string `query:"cursor" doc:"page_info.next of the page before"`
	Page   int    `query:"page" doc:"from 1; ignored with a cursor"`
	Limit  int    `query:"limit" doc:"100 by default, 1000 at most"`
}

// Part is the part of one list that is asked for.
type Part struct {
	db.Slice
	list string
	page int
}

// bookmark is where the next page of a list starts.
type bookmark struct {
	List  string `json:"l"`
	After []any  `json:"a"`
	Page  int    `json:"p"`
}

// Of reads which part of a list is asked for. A cursor belongs to the list of its
// name, and to no other.
func (p PageQuery) Of(list string) (Part, error) {
	part := Part{list: list}
	var err error
	if part.Limit, err = ParseLimit(p.Limit); err != nil {
		return part, err
	}
	if p.Cursor != "" {
		return part, part.startAfter(p.Cursor)
	}
	part.page, err = ParsePage(p.Page)
	part.Skip = (part.page - 1) * part.Limit
	return part, err
}

// startAfter starts the part where a cursor says.
func (p *Part) startAfter(cursor string) error {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return fault.InvalidCursor.Because(err)
	}
	var at bookmark
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // ids exceed the exact range of a float
	if err := d.Decode(&at); err != nil {
		return fault.InvalidCursor.Because(err)
	}
	if at.List != p.list || at.Page < 2 || at.Page > maxPage || len(at.After) == 0 {
		return fault.InvalidCursor
	}
	for i, v := range at.After {
		switch v := v.(type) {
		case string:
		case json.Number:
			if at.After[i], err = v.Int64(); err != nil {
				return fault.InvalidCursor.Because(err)
			}
		default:
			return fault.InvalidCursor
		}
	}
	p.After, p.page = at.After, at.Page
	return nil
}

// Info returns the position of the part: total is the length of the list, and next the sort
// keys of the last entry, nil at the end of the list.
func (p *Part) Info(total int64, next []any) (PageInfo, error) {
	info := PageInfo{Page: p.page, Limit: p.Limit, Total: total}
	if next == nil {
		return info, nil
	}
	var err error
	info.Next, err = EncodeCursor(bookmark{List: p.list, After: next, Page: p.page + 1})
	return info, err
}
