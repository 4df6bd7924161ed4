package console

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// callAlarmURL tells the URL when something is new or over, and each day while anything lasts. What it heard is in the notes only
// when it answered.
func (m *System) callAlarmURL(ctx context.Context, n *attentionNotes, now time.Time, all []Attention, over []string) error {
	if m.CallAlarm == nil {
		return nil
	}
	c := AttentionCall{
		Appliance: m.URL(), Version: m.Health.Version, At: now, Attention: []AttentionReport{}, Over: append([]string{}, over...),
	}
	news := len(over) > 0
	for _, a := range all {
		note := n.Kinds[a.Kind]
		if !note.Called && now.Sub(note.Since) < attentionSettles {
			continue
		}
		news = news || !note.Called
		c.Attention = append(c.Attention, AttentionReport{Kind: a.Kind, Count: a.Count, Since: note.Since})
	}
	if !news && (len(c.Attention) == 0 || now.Sub(n.Called) < attentionAgain) {
		return nil
	}
	c.Text = c.describe()
	if err := m.CallAlarm(ctx, &c); err != nil {
		for _, kind := range over { // to be told by the next call
			n.Kinds[kind] = attentionNote{Since: now, Called: true}
		}
		return fmt.Errorf("call --alarm-url: %w", err)
	}
	n.Called = now
	for _, r := range c.Attention {
		note := n.Kinds[r.Kind]
		note.Called = true
		n.Kinds[r.Kind] = note
	}
	return nil
}

var attentionWords = map[string]string{
	"disk":                 "the disk is nearly full",
	"backup_failed":        "the backup is failing",
	"backup_late":          "the backup is late",
	"backup_second_failed": "the second backup is failing",
	"backup_second_late":   "the second backup is late",
	"backup_none":          "no backup is set up",
	"drill_failed":         "a rehearsal of a restore found a problem",
	"drill_late":           "no rehearsal of a restore has succeeded for two days",
	"sheet_due":            "the recovery sheet was not shown for a year",
	"restore_stalled":      "contents of the restore do not come, or are damaged",
	"jobs":                 "%d jobs failed",
	"tickets":              "%d tickets are overdue",
	"messages":             "%d messages failed",
	"certificate":          "the certificate ends soon",
	"payments":             "%d payments wait to be confirmed",
	"sign_ins":             "%d unusual sign-ins",
	"quotas":               "%d workspaces will be full within 14 days",
	"plans_ending":         "%d plans end within 30 days",
	"mail_none":            "no mail server is set up",
	"first_steps":          "%d first steps are left",
}

// describe says it in one line of English.
func (c *AttentionCall) describe() string {
	name := c.Appliance
	if _, rest, ok := strings.Cut(name, "://"); ok {
		name = rest
	}
	var parts []string
	for _, r := range c.Attention {
		parts = append(parts, describeAttention(r.Kind, r.Count))
	}
	text := "Anbar at " + name + ": "
	if len(parts) == 0 {
		return text + "nothing needs attention any more"
	}
	for _, kind := range c.Over {
		parts = append(parts, "no longer: "+describeAttention(kind, 0))
	}
	return text + strings.Join(parts, "; ")
}

// describeAttention says in a few words what is wrong; without a number where that is 0.
func describeAttention(kind string, count int64) string {
	words := attentionWords[kind]
	switch {
	case !strings.Contains(words, "%d"):
		return words
	case count == 0:
		return strings.TrimPrefix(words, "%d ")
	}
	return fmt.Sprintf(words, count)
}
