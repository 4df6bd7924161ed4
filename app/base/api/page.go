package api

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/db"

	"github.com/danielgtaylor/huma/v2"
)

// PageInfo is the position of a page in its list.
type PageInfo struct {
	Page  int     `json:"page"`
	Limit int     `json:"limit"`
	Total int64   `json:"total"`
	Next  *string `json:"next" doc:"cursor of the next page, null at the end"`
}

// SinglePage is the PageInfo of a list that has one page.
func SinglePage(n int) PageInfo {
	return PageInfo{Page: 1, Limit: max(n, 1), Total: int64(n), Next: nil}
}

const (
	defaultLimit = 100
	maxLimit     = 1000
	maxPage      = 1 << 40
)

// ParseLimit returns the page size for a requested one, where 0 means the default.
func ParseLimit(asked int) (int, error) {
	if asked < 0 || asked > maxLimit {
		return 0, fault.Field("limit", fault.InvalidValue)
	}
	if asked == 0 {
		return defaultLimit, nil
	}
	return asked, nil
}

// ParsePage returns the number of the page asked for, from 1.
func ParsePage(asked int) (int, error) {
	if asked < 0 || asked > maxPage {
		return 0, fault.Field("page", fault.InvalidValue)
	}
	return max(asked, 1), nil
}

// ParseSort splits "<field>:<1|-1>".
func ParseSort(s string) (field string, descending bool, err error) {
	field, direction, ok := strings.Cut(s, ":")
	if !ok || (direction != "1" && direction != "-1") {
		return "", false, fault.Field("sort", fault.InvalidValue)
	}
	return field, direction == "-1", nil
}

// EncodeCursor writes v as an opaque string.
func EncodeCursor(v any) (*string, error) {
	b, err := json.Marshal(v)
	s := base64.RawURLEncoding.EncodeToString(b)
	return &s, err
}

// DecodeCursor decodes a cursor made by Cursor.
func DecodeCursor(s string, into any) error {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		return fault.InvalidCursor.Because(err)
	}
	return nil
}

// Time is a time as the API writes it: RFC 3339 in UTC with milliseconds.
type Time time.Time

const timeForm = "2006-01-02T15:04:05.000Z"

// MarshalJSON implements json.Marshaler; the zero time is null.
func (t Time) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return time.Time(t).UTC().AppendFormat(make([]byte, 0, len(timeForm)+2), `"`+timeForm+`"`), nil
}

// Schema implements huma.SchemaProvider.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
}

// Person is a user, as the author of an object or a change.
type Person struct {
	ID   db.UserID `json:"_id"`
	Name string    `json:"name"`
}

// PersonOf writes a person's name.
func PersonOf(p db.Person) Person {
	return Person{p.ID, strings.TrimSpace(p.FirstName + " " + p.LastName)}
}
