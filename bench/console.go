package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"anbar/db"
)

const (
	somePeople  = 10_000 // each with a workspace of four roots
	firstPerson = 500_000
	firstRoot   = 3_000_000
)

// insertPeople fills a stopped appliance with people, their workspaces, links, boxes, invoices, tickets
// and messages.
func insertPeople(data string) error {
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(data, "anbar.db"))
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	each := fmt.Sprintf("WITH RECURSIVE c (x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x + 1 < %d)", somePeople)
	now := time.Now().UnixMilli()
	for _, q := range []string{
		"PRAGMA foreign_keys = off",
		fmt.Sprintf(`INSERT INTO users (id, email, mobile, password, first_name, last_name, language, is_email_validated, created_at) %s
			SELECT %d + x, 'person' || x || '@example.org', printf('0912%%07d', x), '',
			'نام‌' || x, 'خانوادگی ' || (x * 7919 %% 10000), 'fa', 1,
			%d + x FROM c`, each, firstPerson, now-1e9),
		fmt.Sprintf(`INSERT INTO spaces (id, title, title_key, owner_id, root_id, trash_id, members, storage_used, created_at) %s
			SELECT %d + x, 'شرکت ' || x, 'شرکت ' || x, %d + x, %d + 4 * x, %[4]d + 4 * x + 1, 1, x << 20, %d + x FROM c`,
			each, firstPerson, firstPerson, firstRoot, now-1e9),
		fmt.Sprintf(`INSERT INTO members (space_id, user_id, role, my_root_id, my_trash_id, joined_at) %s
			SELECT %d + x, %[2]d + x, 'owner', %[3]d + 4 * x + 2, %[3]d + 4 * x + 3, %d FROM c`, each, firstPerson, firstRoot, now-1e9),
		fmt.Sprintf(`INSERT INTO nodes (id, space_id, kind, root, name, name_key, sort_key, type_key, content_type, files, created_by,
			created_at, modified_by, modified_at) %s SELECT %d + 4 * x + r.y, %[3]d + x, 0, r.root, '', '', x'', '', '', 3, %[3]d + x,
			%[4]d, %[3]d + x, %[4]d
			FROM c, (SELECT 0 AS y, 'shared' AS root UNION SELECT 1, 'trash' UNION SELECT 2, 'my' UNION SELECT 3, 'my_trash') r`,
			each, firstRoot, firstPerson, now-1e9),
		fmt.Sprintf(`INSERT INTO links (id, space_id, home_id, directory_id, title, created_by, created_at, modified_at) %s
			SELECT printf('a%%031x', x), %d + x, 0, 0, 'link', %[2]d + x, %[3]d, %[3]d FROM c`, each, firstPerson, now-1e9),
		fmt.Sprintf(`INSERT INTO boxes (id, space_id, node_id, home_id, title, expires_at, created_by, created_at, modified_at) %s
			SELECT printf('b%%031x', x), %d + x, %d + 4 * x, 0, 'box', %d, %[2]d + x, %[5]d, %[5]d FROM c`,
			each, firstPerson, firstRoot, now+1e9, now-1e9),
		`INSERT INTO plans (id, name, version, title_fa, title_en, price, storage_price, min_users, max_users, storage, versions,
			timeline_days, restore_days, fields, advanced_search, support, summaries, withdrawn, created_at)
			VALUES (77, 'bench', 1, 'bench', 'bench', 1, 1, 1, 0, 1 << 40, 0, 36500, 30, 10, 1, 'basic', 'full', 0, 1)`,
		fmt.Sprintf(`INSERT INTO invoices (id, number, year, serial, user_id, space_id, intent, plan_id, users, extra_gib, period, trial,
			lines, total, currency, state, created_at) %s
			SELECT printf('c%%031x', x), '1405-' || x, 1405, x, %d + x, %[2]d + x, 'renew', 77, 1, 0,
			'yearly', 0, '[]', 1, 'IRT', iif(x %% 50, 'applied', 'pending'), %d + x FROM c`, each, firstPerson, now-1e9),
		fmt.Sprintf(`INSERT INTO subscriptions (space_id, plan_id, users, extra_gib, period, trial, since, starts_at, ends_at) %s
			SELECT %d + x, 77, 1, 0, 'yearly', 0, %d, %[3]d, %d + x * 10000000 FROM c`, each, firstPerson, now-1e9, now),
		fmt.Sprintf(`INSERT INTO tickets (id, code, user_id, plan_type, tier, subject, department, status, last_by, clock_days, seen_at,
			created_at, updated_at) %s
			SELECT 1 + x, printf('TK%%06d', x), %d + x, 'bench', 'basic', 'پرسش', 'technical', 'pending', 'user', 1,
			%[3]d, %[3]d, %[3]d + x FROM c`, each, firstPerson, now-1e9),
		fmt.Sprintf(`INSERT INTO messages (id, channel, recipient, kind, language, subject, text, html, state, created_at, next_at) %s
			SELECT 1000 + x, 'mail', 'person' || x || '@example.org', 'code', 'fa', 's', 't', 'h', iif(x %% 20, 1, 2), %[2]d, %[2]d FROM c`,
			each, now-1e9),
	} {
		if _, err := pool.Exec(q); err != nil {
			return errors.Join(fmt.Errorf("%.60s: %w", q, err), pool.Close())
		}
	}
	return errors.Join(pool.Close(), insertEvents(data))
}

// insertEvents adds events of many people to the audit log.
func insertEvents(data string) error {
	d, err := db.Open(context.Background(), filepath.Join(data, "anbar.db"))
	if err != nil {
		return err
	}
	for batch := range audited / auditAtOnce {
		err := d.Update(context.Background(), func(tx *db.Tx) error {
			for i := range auditAtOnce {
				action, n := "sign_in", batch*auditAtOnce+i
				if n%5 == 0 {
					action = "sign_in_failed"
				}
				who := db.UserID(firstPerson + n%somePeople)
				e := &db.AuditEvent{Action: action, User: who, By: who, Address: "192.0.2.1", Detail: "{}"}
				if err := tx.InsertAudit(e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return errors.Join(err, d.Close())
		}
	}
	return d.Close()
}

// sought are the terms of the console's search, each made of a number.
var sought = []struct {
	what string
	term func(i int) string
	hit  bool
}{
	{"part of a name", func(i int) string { return fmt.Sprintf("خانوادگی %d", i) }, true},
	{"part of many names", func(int) string { return "خانواد" }, true},
	{"no name", func(i int) string { return fmt.Sprintf("nobody %d", i) }, false},
	{"e-mail", func(i int) string { return fmt.Sprintf("person%d@example.org", i) }, true},
	{"no e-mail", func(i int) string { return fmt.Sprintf("none%d@example.org", i) }, false},
	{"phone", func(i int) string { return fmt.Sprintf("0912%07d", i) }, true},
	{"no phone", func(i int) string { return fmt.Sprintf("0935%07d", i) }, false},
	{"id of a person", func(i int) string { return db.UserID(firstPerson + i).String() }, true},
	{"id of a file", func(i int) string { return db.NodeID(10_000_000 + i*97).String() }, true},
	{"no id", func(i int) string { return db.NodeID(90_000_000 + i).String() }, false},
	{"link", func(i int) string { return fmt.Sprintf("a%031x", i) }, true},
	{"box", func(i int) string { return fmt.Sprintf("b%031x", i) }, true},
	{"no link", func(i int) string { return fmt.Sprintf("d%031x", i) }, false},
	{"invoice", func(i int) string { return fmt.Sprintf("1405-%d", i) }, true},
	{"no invoice", func(i int) string { return fmt.Sprintf("1404-%d", i) }, false},
	{"ticket", func(i int) string { return fmt.Sprintf("TK%06d", i) }, true},
	{"no ticket", func(i int) string { return fmt.Sprintf("TX%06d", i) }, false},
	{"event", func(i int) string { return fmt.Sprint(50_000 + i) }, true},
	{"no event", func(i int) string { return fmt.Sprint(5_000_000 + i) }, false},
}

// measureConsole measures what staff wait for among a million nodes, 10,000 people and 100,000 events.
func (r *run) measureConsole() error {
	a, data, err := r.startWithTree("console")
	if err != nil {
		return err
	}
	if err := errors.Join(a.stop(), insertPeople(data)); err != nil {
		return err
	}
	if a, err = startAppliance(data); err != nil {
		return err
	}
	if err := a.signIn(); err != nil {
		return err
	}
	worst, said := time.Duration(0), ""
	for _, q := range sought {
		var took []time.Duration
		for i := range searches {
			var found struct {
				Results []struct{ Kind string } `json:"results"`
			}
			begin := time.Now()
			if err := a.call("GET", "/admin/search?"+url.Values{"q": {q.term(1000 + i*211)}}.Encode(), nil, &found); err != nil {
				return err
			}
			took = append(took, time.Since(begin))
			if (len(found.Results) > 0) != q.hit {
				return fmt.Errorf("%s: %d results for %q", q.what, len(found.Results), q.term(1000+i*211))
			}
		}
		worst = max(worst, percentile(took, 0.95))
		said += fmt.Sprintf("%s %v and %v, ", q.what, percentile(took, 0.5).Round(100*time.Microsecond),
			percentile(took, 0.95).Round(100*time.Microsecond))
	}
	r.addAtMost("search of the console: 1,000,000 nodes, 10,000 people, 100,000 events: slowest p95, ms", worst.Seconds()*1000, 100,
		"p50 and p95: %s40 of each", said)
	if err := a.stop(); err != nil {
		return err
	}
	return r.measureOverview(data)
}

// measureOverview measures the console's overview, with its counts kept, and counted anew as it does
// once a minute: by the first answer after a start.
func (r *run) measureOverview(data string) error {
	var kept, anew []time.Duration
	for range rounds {
		a, err := startAppliance(data)
		if err != nil {
			return err
		}
		if err := a.signIn(); err != nil {
			return err
		}
		for i := range searches {
			begin := time.Now()
			if err := a.call("GET", "/admin/overview", nil, nil); err != nil {
				return err
			}
			if i == 0 {
				anew = append(anew, time.Since(begin))
			} else {
				kept = append(kept, time.Since(begin))
			}
		}
		if err := a.stop(); err != nil {
			return err
		}
	}
	r.addAtMost("overview of the console, on the same, counted anew, ms", median(anew).Seconds()*1000, 100,
		"the first after a start; slowest of %d %v; within the minute p50 %v, p95 %v", rounds,
		percentile(anew, 1).Round(100*time.Microsecond), percentile(kept, 0.5).Round(10*time.Microsecond),
		percentile(kept, 0.95).Round(10*time.Microsecond))
	return nil
}
