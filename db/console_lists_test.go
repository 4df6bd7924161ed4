package db

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestListsOfStaffFollowAnIndex fills the lists of the console, goes through them in every order, and looks that no order sorts
// what it lists: a page costs as much with many rows as with few.
func TestListsOfStaffFollowAnIndex(t *testing.T) {
	d := open(t)
	const people, tickets = 2000, 300
	names := []string{"پریسا", "بهرام", "گلی", "کاوه", "یاسمن", "هما", "وحید", "Zoe", "چیستا", "جمشید"}
	must(t, d.Update(t.Context(), func(tx *Tx) error {
		for i := range people {
			u := &User{ID: UserID(i + 1), Email: fmt.Sprintf("p%04d@example.org", people-i), FirstName: names[i%len(names)],
				LastName: fmt.Sprint(i)}
			if err := tx.InsertUser(u); err != nil {
				return err
			}
		}
		for i := range tickets {
			k := &Ticket{ID: TicketID(i + 1), Code: fmt.Sprint(i), User: 1, Tier: "basic", Subject: fmt.Sprint("کار ", i),
				Department: []string{"technical", "financial"}[i%2], Status: []string{"pending", "solved", "closed"}[i%3]}
			if k.Status == "pending" {
				k.DueAt = time.Unix(int64(tickets-i)*1000, 0)
			}
			if err := tx.InsertTicket(k); err != nil {
				return err
			}
		}
		return nil
	}))
	queries := map[string]bool{}
	before := statements(d)
	must(t, d.View(t.Context(), func(v *View) error {
		for _, sort := range []string{PeopleByName, PeopleByEmail, PeopleByRole, PeopleJoined} {
			for _, down := range []bool{false, true} {
				seen := walk(t, people, func(s Slice) ([]PersonRow, []any, error) {
					return v.AdminPeople(PeopleFilter{Sort: sort, Down: down, Slice: s})
				})
				if sort == PeopleByName && !down {
					checkPersian(t, seen)
				}
			}
		}
		for _, sort := range []string{"", TicketsChanged, TicketsNewest} {
			for want, f := range map[int]TicketFilter{
				tickets: {}, tickets / 3: {Status: "pending"}, tickets / 6: {Status: "solved", Department: "technical"},
				tickets / 2: {Department: "financial"},
			} {
				f.Sort = sort
				walk(t, want, func(s Slice) ([]Ticket, []any, error) { return v.Tickets(&f, s) })
			}
		}
		states, err := v.CountTicketStates("financial")
		if states["pending"]+states["solved"]+states["closed"] != tickets/2 {
			t.Errorf("the states are %v", states)
		}
		if _, e := v.FindTickets("کار 7", "", 6); err == nil {
			err = e
		}
		late, e := v.CountDueTickets("technical", time.Unix(100_000, 0))
		if late != 16 {
			t.Errorf("%d are late", late)
		}
		if err == nil {
			err = e
		}
		return err
	}))
	for query := range statements(d) {
		if !before[query] {
			queries[query] = true
		}
	}
	if err := d.write.Conn.Close(); err != nil { // so that the pool has its one connection for the planner
		t.Fatal(err)
	}
	if len(queries) < 20 {
		t.Errorf("only %d queries were seen", len(queries))
	}
	for query := range queries {
		for _, line := range queryPlan(t, d, query) {
			if strings.Contains(line, "TEMP B-TREE FOR ORDER BY") || strings.Contains(line, "TEMP B-TREE FOR LAST") {
				t.Errorf("%s\n\t%s", line, query)
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func statements(d *DB) map[string]bool {
	all := map[string]bool{}
	for c := range allConns(d) {
		for query := range c.stmts {
			all[query] = true
		}
	}
	return all
}

// walk reads a list page by page, and fails when it has not want rows.
func walk[T any](t *testing.T, want int, page func(Slice) ([]T, []any, error)) []T {
	t.Helper()
	var all []T
	s := Slice{Limit: 97}
	for {
		rows, next, err := page(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rows...)
		if next == nil {
			break
		}
		s.After = next
	}
	if len(all) != want {
		t.Errorf("%d rows, not %d", len(all), want)
	}
	return all
}

func checkPersian(t *testing.T, people []PersonRow) {
	t.Helper()
	var got []string
	for _, p := range people {
		if len(got) == 0 || got[len(got)-1] != p.FirstName {
			got = append(got, p.FirstName)
		}
	}
	if want := "Zoe بهرام پریسا جمشید چیستا کاوه گلی وحید هما یاسمن"; strings.Join(got, " ") != want {
		t.Errorf("the names stand as %s", strings.Join(got, " "))
	}
}
