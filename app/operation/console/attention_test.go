package console

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAttentionIsToldOnceAndWhenItIsOver follows the notes over days.
func TestAttentionIsToldOnceAndWhenItIsOver(t *testing.T) {
	var calls []AttentionCall
	var refuse error
	m := &System{SystemOptions: SystemOptions{
		URL: func() string { return "https://drive.example.org" },
		CallAlarm: func(_ context.Context, c *AttentionCall) error {
			if refuse == nil {
				calls = append(calls, *c)
			}
			return refuse
		},
	}}
	n := &attentionNotes{Kinds: map[string]attentionNote{}, Mailed: map[string]time.Time{}}
	began := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	look := func(after time.Duration, kinds ...string) (mails []string, call string, err error) {
		t.Helper()
		var all []Attention
		for _, kind := range kinds {
			all = append(all, Attention{Kind: kind, Count: 2})
		}
		now, before := began.Add(after), len(calls)
		over := n.update(now, all)
		for _, a := range n.listDueMails(now, all) {
			mails = append(mails, a.Kind)
		}
		err = m.callAlarmURL(t.Context(), n, now, all, over)
		if len(calls) > before {
			call = calls[len(calls)-1].Text
		}
		return mails, call, err
	}
	steps := []struct {
		name   string
		after  time.Duration
		refuse bool
		kinds  []string
		mails  []string
		call   string
	}{
		{name: "something is there for a moment", kinds: []string{"jobs"}},
		{name: "and gone", after: 5 * time.Minute},
		{name: "it comes again", after: 10 * time.Minute, kinds: []string{"jobs", "backup_failed", "sign_ins"}},
		{
			name: "and stays", after: 15 * time.Minute, kinds: []string{"jobs", "backup_failed", "sign_ins"},
			mails: []string{"jobs", "sign_ins"},
			call:  "Anbar at drive.example.org: 2 jobs failed; the backup is failing; 2 unusual sign-ins",
		},
		{name: "nothing is new", after: 20 * time.Minute, kinds: []string{"jobs", "backup_failed", "sign_ins"}},
		{
			name: "a day later", after: 25 * time.Hour, kinds: []string{"jobs", "backup_failed", "sign_ins"}, mails: []string{"jobs"},
			call: "Anbar at drive.example.org: 2 jobs failed; the backup is failing; 2 unusual sign-ins",
		},
		{name: "one is over and the URL is not there", after: 26 * time.Hour, refuse: true, kinds: []string{"jobs", "sign_ins"}},
		{
			name: "it is there again", after: 27 * time.Hour, kinds: []string{"jobs", "sign_ins"},
			call: "Anbar at drive.example.org: 2 jobs failed; 2 unusual sign-ins; no longer: the backup is failing",
		},
		{name: "all is over", after: 28 * time.Hour, call: "Anbar at drive.example.org: nothing needs attention any more"},
		{name: "one comes back", after: 29 * time.Hour, kinds: []string{"jobs", "sign_ins"}},
		{
			name: "what was mailed within a day is not mailed again", after: 29*time.Hour + 5*time.Minute,
			kinds: []string{"jobs", "sign_ins"}, mails: []string{"sign_ins"},
			call: "Anbar at drive.example.org: 2 jobs failed; 2 unusual sign-ins",
		},
		{name: "it goes", after: 30 * time.Hour, call: "Anbar at drive.example.org: nothing needs attention any more"},
		{name: "and is forgotten", after: 60 * time.Hour},
		{name: "days later it comes again", after: 61 * time.Hour, kinds: []string{"sign_ins"}},
		{
			name: "and is news", after: 61*time.Hour + 5*time.Minute, kinds: []string{"sign_ins"}, mails: []string{"sign_ins"},
			call: "Anbar at drive.example.org: 2 unusual sign-ins",
		},
		{name: "all ends", after: 62 * time.Hour, call: "Anbar at drive.example.org: nothing needs attention any more"},
	}
	for _, s := range steps {
		if refuse = nil; s.refuse {
			refuse = errors.New("it answers 500")
		}
		mails, call, err := look(s.after, s.kinds...)
		if !slices.Equal(mails, s.mails) || call != s.call || (err != nil) != s.refuse {
			t.Errorf("%s: mails %q, call %q, %v", s.name, mails, call, err)
		}
	}
	if last := calls[len(calls)-1]; len(last.Attention) != 0 || !slices.Equal(last.Over, []string{"sign_ins"}) {
		t.Errorf("the last call has %+v", last)
	}
}

func TestEveryKindOfAttentionHasWords(t *testing.T) {
	field, _ := reflect.TypeFor[Attention]().FieldByName("Kind")
	for kind := range strings.SplitSeq(field.Tag.Get("enum"), ",") {
		if attentionWords[kind] == "" {
			t.Errorf("no words for %s", kind)
		}
	}
}
