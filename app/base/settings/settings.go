// Package settings holds what staff may change while the appliance runs. What a flag, the
// environment or the configuration file gives goes before what staff stored.
package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"anbar/app/base/chat"
	"anbar/app/base/fault"
	"anbar/db"
)

// The groups of settings, which change as one.
const (
	Signup = "signup"
	Limits = "limits"

	Summaries = "summaries" // the endpoint that writes them
	Editors   = "editors"   // which one opens which kind of document
	Imports   = "imports"   // where imports may read from
	Tier      = "tier"      // when contents leave the disk
)

// The editors that open documents.
const (
	EmbeddedEditor = "embedded"   // the one in the browser
	OfficeEditor   = "onlyoffice" // the office server that is connected
	WopiEditor     = "wopi"       // the one that speaks WOPI
)

// Values are the settings as they count now.
type Values struct {
	Signup  string // the sign-up mode: open, invited or closed
	Storage int64  // of a new workspace, in bytes; 0 is no limit
	Members int    // the same
	Nodes   int64  // the same

	SummariesURL   string // of the endpoint; empty without one
	SummariesModel string

	EditorWord, EditorCell, EditorSlide string // the editor of each kind of document

	ImportsOwn bool // imports may read from addresses of the own network, this machine included

	Tier TierValues
}

// TierValues say when contents leave the disk that the backup targets have.
type TierValues struct {
	Days        int     // without a reader; 0 for never
	Cache       int64   // bytes on the disk for what is read of them
	StoredPrice float64 // of 1 GB at the target for a month; 0 where it is not known
	ReadPrice   float64 // of 1 GB that is read there
	Currency    string  // of both, as people write it
}

// Group is a group of settings as it is stored and as its history shows it. Only the fields
// of the group are there.
type Group struct {
	Mode    string `json:"mode,omitempty"`
	Storage *int64 `json:"storage,omitempty"`
	Members *int   `json:"members,omitempty"`
	Nodes   *int64 `json:"nodes,omitempty"`
	URL     string `json:"url,omitempty"`
	Model   string `json:"model,omitempty"`
	Word    string `json:"word,omitempty"`
	Cell    string `json:"cell,omitempty"`
	Slide   string `json:"slide,omitempty"`
	Own     *bool  `json:"own_network,omitempty"`

	Days        *int     `json:"days,omitempty"`
	Cache       *int64   `json:"cache,omitempty"`
	StoredPrice *float64 `json:"stored_price,omitempty"`
	ReadPrice   *float64 `json:"read_price,omitempty"`
	Currency    string   `json:"currency,omitempty"`
}

// Flags are the flags that give the settings of each group.
var Flags = map[string][]string{Signup: {"signup"}, Limits: {"workspace-limit", "workspace-members", "workspace-nodes"}, Summaries: {},
	Editors: {}, Imports: {}, Tier: {}}

// Store holds the settings. Services read it each time that they need one.
type Store struct {
	base   Values
	fixed  map[string]bool // flags
	values atomic.Pointer[Values]
	order  CommitOrder
}

// New makes a holder with what the configuration says; given are the flags that it sets.
func New(base Values, given map[string]bool) *Store {
	base.Tier.Cache = defaultCache
	base.EditorWord, base.EditorCell, base.EditorSlide = EmbeddedEditor, EmbeddedEditor, EmbeddedEditor
	h := &Store{base: base, fixed: given}
	h.values.Store(&base)
	return h
}

// Current returns the settings as they count now.
func (h *Store) Current() *Values { return h.values.Load() }

// FixedFlags returns the flags of a group that the configuration sets.
func (h *Store) FixedFlags(group string) []string {
	found := []string{}
	for _, f := range Flags[group] {
		if h.fixed[f] {
			found = append(found, f)
		}
	}
	return found
}

// Load reads what staff stored.
func (h *Store) Load(ctx context.Context, d *db.DB) error {
	v, err := db.Get(ctx, d, func(view *db.View) (*Values, error) { return h.loadValues(view) })
	if err == nil {
		h.values.Store(v)
	}
	return err
}

func (h *Store) loadValues(view *db.View) (*Values, error) {
	v := h.base
	for group := range Flags {
		s, err := loadStored(view, group)
		if err != nil {
			return nil, err
		}
		if s != nil {
			h.apply(&v, group, s)
		}
	}
	return &v, nil
}

// apply sets what is stored and not given by the configuration.
func (h *Store) apply(v *Values, group string, s *Group) {
	if group == Summaries {
		v.SummariesURL, v.SummariesModel = s.URL, s.Model
	}
	if group == Editors {
		v.EditorWord, v.EditorCell, v.EditorSlide = s.Word, s.Cell, s.Slide
	}
	if s.Own != nil {
		v.ImportsOwn = *s.Own
	}
	if group == Tier {
		v.Tier = TierValues{*s.Days, *s.Cache, *s.StoredPrice, *s.ReadPrice, s.Currency}
	}
	if s.Mode != "" && !h.fixed["signup"] {
		v.Signup = s.Mode
	}
	if s.Storage != nil && !h.fixed["workspace-limit"] {
		v.Storage = *s.Storage
	}
	if s.Members != nil && !h.fixed["workspace-members"] {
		v.Members = *s.Members
	}
	if s.Nodes != nil && !h.fixed["workspace-nodes"] {
		v.Nodes = *s.Nodes
	}
}

func loadStored(v *db.View, group string) (*Group, error) {
	text, err := v.StoredSetting(group)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	var s Group
	if err == nil {
		err = json.Unmarshal([]byte(text), &s)
	}
	if err != nil {
		return nil, fmt.Errorf("read the setting %s: %w", group, err)
	}
	return &s, nil
}

// Group returns a group of settings as it counts.
func (v *Values) Group(group string) Group {
	switch group {
	case Signup:
		return Group{Mode: v.Signup}
	case Summaries:
		return Group{URL: v.SummariesURL, Model: v.SummariesModel}
	case Editors:
		return Group{Word: v.EditorWord, Cell: v.EditorCell, Slide: v.EditorSlide}
	case Imports:
		own := v.ImportsOwn
		return Group{Own: &own}
	case Tier:
		return v.Tier.Group()
	}
	storage, members, nodes := v.Storage, v.Members, v.Nodes
	return Group{Storage: &storage, Members: &members, Nodes: &nodes}
}

const (
	maxStorage = 1 << 60
	maxCount   = 1 << 40
	maxMembers = 1_000_000
	maxAddress = 500
	maxModel   = 200
)

// validateGroup refuses values that make no sense. Fields of other groups are dropped.
func validateGroup(group string, s *Group) error {
	wrong := fault.Fields{}
	switch group {
	case Signup:
		*s = Group{Mode: s.Mode}
		if s.Mode != "open" && s.Mode != "invited" && s.Mode != "closed" {
			wrong.Add("mode", fault.InvalidValue)
		}
	case Summaries:
		*s = Group{URL: strings.TrimSpace(s.URL), Model: strings.TrimSpace(s.Model)}
		if _, ok := chat.ParseHost(s.URL); (s.URL != "" || s.Model != "") && !ok || len(s.URL) > maxAddress {
			wrong.Add("url", fault.InvalidValue)
		}
		if s.URL != "" && s.Model == "" {
			wrong.Add("model", fault.Required)
		}
		if len(s.Model) > maxModel {
			wrong.Add("model", fault.TooLong)
		}
	case Editors:
		*s = Group{Word: s.Word, Cell: s.Cell, Slide: s.Slide}
		for field, editor := range map[string]string{"word": s.Word, "cell": s.Cell, "slide": s.Slide} {
			if editor != EmbeddedEditor && editor != OfficeEditor && editor != WopiEditor {
				wrong.Add(field, fault.InvalidValue)
			}
		}
	case Imports:
		*s = Group{Own: s.Own}
		if s.Own == nil {
			wrong.Add("own_network", fault.Required)
		}
	case Tier:
		validateTier(s, &wrong)
	case Limits:
		*s = Group{Storage: s.Storage, Members: s.Members, Nodes: s.Nodes}
		if s.Storage == nil || *s.Storage < 0 || *s.Storage > maxStorage {
			wrong.Add("storage", fault.InvalidValue)
		}
		if s.Members == nil || *s.Members < 0 || *s.Members > maxMembers {
			wrong.Add("members", fault.InvalidValue)
		}
		if s.Nodes == nil || *s.Nodes < 0 || *s.Nodes > maxCount {
			wrong.Add("nodes", fault.InvalidValue)
		}
	default:
		return fault.InvalidID
	}
	return wrong.Err()
}

// Change stores a group of settings with its history, and lets it count when the transaction
// has committed. It is fault.SettingFixed to change what the configuration gives. Without a
// change nothing is stored, and false is returned.
func (h *Store) Change(tx *db.Tx, by db.UserID, group string, next Group) (bool, error) {
	if err := validateGroup(group, &next); err != nil {
		return false, err
	}
	now, err := h.loadValues(tx.ReadOnly())
	if err != nil {
		return false, err
	}
	before, err := json.Marshal(now.Group(group))
	if err != nil {
		return false, fmt.Errorf("write the setting %s: %w", group, err)
	}
	after, err := json.Marshal(next)
	if err != nil {
		return false, fmt.Errorf("write the setting %s: %w", group, err)
	}
	if string(before) == string(after) {
		return false, nil
	}
	h.apply(now, group, &next)
	if counts, err := json.Marshal(now.Group(group)); err != nil || string(counts) != string(after) {
		return false, errors.Join(err, fault.SettingFixed)
	}
	c := &db.SettingChange{Name: group, User: by, Before: string(before), After: string(after)}
	if err := tx.PutStoredSetting(c); err != nil {
		return false, err
	}
	turn := h.order.Next()
	tx.AfterCommit(func() { h.order.Apply(turn, func() { h.values.Store(now) }) })
	return true, nil
}

// Undo puts a group of settings back to what it was before a change.
func (h *Store) Undo(tx *db.Tx, by db.UserID, c *db.SettingChange) (bool, error) {
	var before Group
	if err := json.Unmarshal([]byte(c.Before), &before); err != nil {
		return false, fmt.Errorf("read change %d of the settings: %w", c.Number, err)
	}
	return h.Change(tx, by, c.Name, before)
}
