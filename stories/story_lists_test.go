package stories

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// walk reads a list to its end in pages of two, once by cursor and once by page, and
// says what is missing, comes twice or is counted wrong: walk NAME PATH LISTS COUNT,
// LISTS being the names of its lists with commas between them.
func (s *story) walk(ts *testscript.TestScript, args []string) error {
	if len(args) != 4 {
		return fmt.Errorf("walk NAME PATH LISTS COUNT")
	}
	for _, by := range []string{"cursor", "page"} {
		seen, err := s.wander(ts, args, by)
		if err != nil {
			return fmt.Errorf("by %s: %w", by, err)
		}
		if fmt.Sprint(seen) != args[3] {
			return fmt.Errorf("by %s there are %d entries, want %s", by, seen, args[3])
		}
	}
	return s.as(ts, []string{args[0], "400", "GET", with(args[1], "cursor", "nonsense")})
}

func with(path, name, value string) string {
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return path + mark + name + "=" + url.QueryEscape(value)
}

func (s *story) wander(ts *testscript.TestScript, args []string, by string) (int, error) {
	seen := map[string]bool{}
	path := with(args[1], "limit", "2")
	for next := path; ; {
		if err := s.as(ts, []string{args[0], "200", "GET", next}); err != nil {
			return 0, err
		}
		var page map[string]json.RawMessage
		var info struct {
			Page, Limit int
			Total       int64
			Next        *string
		}
		if err := firstOf(json.Unmarshal(s.last.Body, &page), json.Unmarshal(page["page_info"], &info)); err != nil {
			return 0, err
		}
		if info.Limit != 2 || info.Page != len(seen)/2+1 || fmt.Sprint(info.Total) != args[3] {
			return 0, fmt.Errorf("page_info is %s after %d entries", page["page_info"], len(seen))
		}
		n := 0
		for list := range strings.SplitSeq(args[2], ",") {
			var some []json.RawMessage
			if err := json.Unmarshal(page[list], &some); err != nil {
				return 0, err
			}
			for _, e := range some {
				if seen[string(e)] {
					return 0, fmt.Errorf("%s comes twice", e)
				}
				seen[string(e)] = true
				n++
			}
		}
		if info.Next == nil {
			return len(seen), nil
		}
		if n != 2 {
			return 0, fmt.Errorf("a page in between has %d entries", n)
		}
		next = with(path, "page", fmt.Sprint(info.Page+1))
		if by == "cursor" {
			next = with(path, "cursor", *info.Next)
		}
	}
}
