package stories

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// passing are the columns of times that a story lets pass.
var passing = map[string]string{
	"boxes":        "expires_at created_at modified_at deleted_at dead_at",
	"box_visitors": "created_at expires_at",
	"box_files":    "came_at remove_at",

	"sessions":        "created_at used_at confirmed_at ended_at",
	"devices":         "created_at used_at remembered_until",
	"one_time_tokens": "created_at expires_at",
	"codes":           "since expires_at",
	"api_tokens":      "created_at expires_at used_at wipe_at wiped_at",
	"device_logins":   "created_at expires_at",
	"two_factors":     "created_at used_at",

	"uploads":       "created_at",
	"chunk_uploads": "touched_at",
	"leases":        "since expires_at",
	"office_keys":   "created_at",

	"google_sessions": "saved_at looked_at failed_at retry_at pinged_at created_at",
	"google_people":   "pinged_at",

	"invitations":    "created_at expires_at",
	"member_invites": "created_at link_expires_at",
	"guests":         "created_at link_expires_at",

	"subscriptions": "since starts_at ends_at locked_at former_until given_at given_ends_at",
	"invoices":      "created_at sent_at paid_at applied_at",
	"refunds":       "created_at",
	"discounts":     "starts_at ends_at",
	"nodes":         "trashed_at",

	"tickets":         "clock_from due_at told_at seen_at created_at updated_at answered_at closed_at",
	"ticket_messages": "created_at",
	"ticket_files":    "created_at",
	"spaces":          "deleted_at purge_at frozen_at",
}

// pass lets time pass: it subtracts the duration from the columns in passing.
func (s *story) pass(_ *testscript.TestScript, args []string) error {
	by, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	for table, columns := range passing {
		for column := range strings.FieldsSeq(columns) {
			if err == nil {
				_, err = d.Exec(fmt.Sprintf("UPDATE %s SET %s = %s - ?", table, column, column), by.Milliseconds())
			}
		}
	}
	return errors.Join(err, d.Close())
}

// bearer adds a client with a token.
func (s *story) bearer(_ *testscript.TestScript, args []string) error {
	s.people[args[0]] = client{token: args[1]}
	return nil
}

// guess tries codes below a path until the answer has another status than 404.
func (s *story) guess(ts *testscript.TestScript, args []string) error {
	for i := range 200 {
		if err := s.as(ts, []string{"nobody", "404", "GET", fmt.Sprintf("%s%026d", args[1], i)}); err != nil {
			if fmt.Sprint(s.last.Status) == args[0] {
				return nil
			}
			return err
		}
	}
	return errors.New("one can go on for ever")
}
