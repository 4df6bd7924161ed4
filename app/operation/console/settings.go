package console

import (
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/settings"
	"anbar/app/identity/audit"
	"anbar/app/operation/connections"
	"anbar/db"
)

func (m *System) mountSettings(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/settings", Gate: api.Staff, Area: access.Settings, Does: "The settings that may change while the server runs",
	}, m.handleGetSettings)
	fails := []*fault.Fault{fault.SettingFixed}
	api.Handle(r, api.Op{
		Call: "PUT /admin/settings/signup", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Change who may make an account", Fails: fails,
	}, m.handleSetSignup)
	api.Handle(r, api.Op{
		Call: "PUT /admin/settings/limits", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Change the limits of new workspaces", Fails: fails,
	}, m.handleSetLimits)
	api.Handle(r, api.Op{
		Call: "PUT /admin/settings/summaries", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Change the endpoint that writes summaries", Fails: fails,
	}, m.handleSetSummaries)
	api.Handle(r, api.Op{
		Call: "POST /admin/settings/summaries/test", Gate: api.Staff, Area: access.Settings, Event: "setting_test",
		Does:  "Have the endpoint write a sentence",
		Fails: []*fault.Fault{fault.SummariesOff, fault.EndpointDown, fault.EndpointRefused, fault.EndpointBroken, fault.TooManyRequests},
	}, m.handleTestSummaries)
	api.Handle(r, api.Op{
		Call: "PUT /admin/settings/editors", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Change which editor opens which kind of document", Fails: fails,
	}, m.handleSetEditors)
	api.Handle(r, api.Op{
		Call: "PUT /admin/settings/imports", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Change whether imports may read from addresses of the own network", Fails: fails,
	}, m.handleSetImports)
	api.Handle(r, api.Op{
		Call: "PUT /admin/settings/tier", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Change after how many days without a reader contents leave the disk", Fails: fails,
	}, m.handleSetTier)
	api.Handle(r, api.Op{
		Call: "GET /admin/settings/history", Gate: api.Staff, Area: access.Settings, Does: "Changes of settings, newest first",
	}, m.handleListChanges)
	api.Handle(r, api.Op{
		Call: "POST /admin/settings/history/{change_id}/undo", Gate: api.Staff, Area: access.Settings, Event: "setting_change",
		Does: "Put a group of settings back to what it was before a change", Fails: fails,
	}, m.handleUndoSetting)
}

// AdminSettings is the settings as they count now.
type AdminSettings struct {
	Signup SignupSetting `json:"signup"`
	Limits LimitsSetting `json:"limits"`

	Summaries SummariesSetting `json:"summaries"`
	Editors   EditorsSetting   `json:"editors"`
	Imports   ImportsSetting   `json:"imports"`
	Tier      TierSetting      `json:"tier"`
}

// TierSetting is when contents leave the disk, and what reading them costs then.
type TierSetting struct {
	Days        int     `json:"days" doc:"without a reader; 0 for never"`
	Cache       int64   `json:"cache" doc:"bytes on the disk for what is read of them"`
	StoredPrice float64 `json:"stored_price" doc:"of 1 GB at the target for a month; 0 where it is not known"`
	ReadPrice   float64 `json:"read_price" doc:"of 1 GB that is read there; 0 where it is not known"`
	Currency    string  `json:"currency" doc:"of the prices, as people write it"`
}

// ImportsSetting is where imports may read from.
type ImportsSetting struct {
	Own bool `json:"own_network" doc:"also from addresses of the own network, the server itself included"`
}

// EditorsSetting is which editor opens which kind of document.
type EditorsSetting struct {
	Word  string `json:"word" enum:"embedded,onlyoffice,wopi"`
	Cell  string `json:"cell" enum:"embedded,onlyoffice,wopi"`
	Slide string `json:"slide" enum:"embedded,onlyoffice,wopi"`
}

// SignupSetting is who may make an account.
type SignupSetting struct {
	Mode  string   `json:"mode" enum:"open,invited,closed"`
	Fixed []string `json:"fixed" doc:"flags that give it, so that it cannot be changed here"`
}

// LimitsSetting is the limits of new workspaces; 0 is no limit.
type LimitsSetting struct {
	Storage int64    `json:"storage" doc:"bytes"`
	Members int      `json:"members"`
	Nodes   int64    `json:"nodes" doc:"files and directories, trash included"`
	Fixed   []string `json:"fixed" doc:"flags that give some of them"`
}

func (m *System) handleGetSettings(c *api.Call, _ *api.None) (*AdminSettings, error) {
	v := m.Settings.Current()
	has := false
	err := m.DB.View(c, func(view *db.View) (err error) {
		has, err = m.Summaries.HasKey(view, v.SummariesURL)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &AdminSettings{
		Signup:    SignupSetting{v.Signup, m.Settings.FixedFlags(settings.Signup)},
		Limits:    LimitsSetting{Storage: v.Storage, Members: v.Members, Nodes: v.Nodes, Fixed: m.Settings.FixedFlags(settings.Limits)},
		Summaries: SummariesSetting{URL: v.SummariesURL, Model: v.SummariesModel, HasKey: has},
		Editors:   EditorsSetting{Word: v.EditorWord, Cell: v.EditorCell, Slide: v.EditorSlide},
		Imports:   ImportsSetting{v.ImportsOwn},
		Tier:      TierSetting(v.Tier),
	}, nil
}

type signupIn struct {
	Mode string `json:"mode" enum:"open,invited,closed"`
}

func (m *System) handleSetSignup(c *api.Call, in *signupIn) (*AdminSettings, error) {
	return m.changeSettings(c, settings.Signup, settings.Group{Mode: in.Mode}, nil)
}

type limitsIn struct {
	Storage int64 `json:"storage"`
	Members int   `json:"members"`
	Nodes   int64 `json:"nodes"`
}

func (m *System) handleSetLimits(c *api.Call, in *limitsIn) (*AdminSettings, error) {
	return m.changeSettings(c, settings.Limits, settings.Group{Storage: &in.Storage, Members: &in.Members, Nodes: &in.Nodes}, nil)
}

func (m *System) handleSetEditors(c *api.Call, in *EditorsSetting) (*AdminSettings, error) {
	return m.changeSettings(c, settings.Editors, settings.Group{Word: in.Word, Cell: in.Cell, Slide: in.Slide}, nil)
}

func (m *System) handleSetImports(c *api.Call, in *ImportsSetting) (*AdminSettings, error) {
	return m.changeSettings(c, settings.Imports, settings.Group{Own: &in.Own}, nil)
}

func (m *System) handleSetTier(c *api.Call, in *TierSetting) (*AdminSettings, error) {
	now, err := m.changeSettings(c, settings.Tier, settings.TierValues(*in).Group(), nil)
	if err != nil {
		return nil, err
	}
	for _, job := range []string{TierJob, FetchJob} { // whoever changed it sees what follows
		if err := m.Jobs.Start(job); m.Jobs.Exists(job) && err != nil && !errors.Is(err, fault.JobRunning) {
			return nil, err
		}
	}
	return now, nil
}

// changeSettings stores a group of settings, and what also does beside it.
func (m *System) changeSettings(c *api.Call, group string, next settings.Group, also func(*db.Tx) error) (*AdminSettings, error) {
	err := m.DB.Update(c, func(tx *db.Tx) error {
		changed, err := m.Settings.Change(tx, c.Who.User, group, next)
		if err == nil && also != nil {
			err = also(tx)
			changed = true
		}
		if err != nil || !changed {
			return err
		}
		return m.recordEvent(tx, c, audit.SettingChanged, audit.Detail{Name: group})
	})
	if err != nil {
		return nil, err
	}
	return m.handleGetSettings(c, nil)
}

// SettingHistory is a part of the changes.
type SettingHistory struct {
	Changes  []SettingChange `json:"changes"`
	PageInfo api.PageInfo    `json:"page_info"`
}

// SettingChange is one change of a group of settings.
type SettingChange struct {
	ID     int64        `json:"change_id"`
	Name   string       `json:"name" enum:"signup,limits,mail,sms,provider,summaries,editors,imports,tier,onlyoffice,wopi,google"`
	By     *api.Person  `json:"by" doc:"null when the account was deleted"`
	At     api.Time     `json:"at"`
	Before SettingValue `json:"before"`
	After  SettingValue `json:"after"`

	Provider    string                   `json:"provider" doc:"id of the provider that changed"`
	Differences []connections.Difference `json:"differences" doc:"of mail, sms, onlyoffice, wopi, google and provider, in place of before and after"`
}

// SettingValue is the fields of the group that changed.
type SettingValue settings.Group

type historyIn struct {
	api.PageQuery
}

func loadSettingChanges(v *db.View, rows []db.SettingChange) ([]SettingChange, error) {
	all := []SettingChange{}
	for i := range rows {
		one, err := loadSettingChange(v, &rows[i])
		if err != nil {
			return nil, err
		}
		all = append(all, *one)
	}
	return all, nil
}

func (m *System) handleListChanges(c *api.Call, in *historyIn) (*SettingHistory, error) {
	part, err := in.Of("setting changes")
	if err != nil {
		return nil, err
	}
	l := &SettingHistory{}
	err = m.DB.View(c, func(v *db.View) error {
		rows, next, err := v.SettingChanges(part.Slice)
		if err != nil {
			return err
		}
		if l.Changes, err = loadSettingChanges(v, rows); err != nil {
			return err
		}
		total, err := v.CountSettingChanges()
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

func loadSettingChange(v *db.View, row *db.SettingChange) (*SettingChange, error) {
	c := &SettingChange{ID: row.Number, Name: row.Name, At: api.Time(row.At), Differences: []connections.Difference{}}
	kind, id, ok := connections.ParseName(row.Name)
	var err error
	if ok {
		c.Name, c.Provider = kind, id
		c.Differences, err = connections.DiffChange(row)
	} else {
		err = errors.Join(json.Unmarshal([]byte(row.Before), &c.Before), json.Unmarshal([]byte(row.After), &c.After))
	}
	if err != nil {
		return nil, fmt.Errorf("read change %d of the settings: %w", row.Number, err)
	}
	u, err := v.UserByID(row.User)
	if errors.Is(err, db.ErrNotFound) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	p := api.PersonOf(db.Person{ID: u.ID, FirstName: u.FirstName, LastName: u.LastName})
	c.By = &p
	return c, nil
}

type undoIn struct {
	ID int64 `path:"change_id"`
}

// undoChange takes a change back, where settings of its kind are kept.
func (m *System) undoChange(tx *db.Tx, by db.UserID, row *db.SettingChange) (bool, error) {
	if _, _, ok := connections.ParseName(row.Name); ok {
		return m.Connections.Undo(tx, by, row)
	}
	return m.Settings.Undo(tx, by, row)
}

func (m *System) handleUndoSetting(c *api.Call, in *undoIn) (*AdminSettings, error) {
	err := m.DB.Update(c, func(tx *db.Tx) error {
		row, err := tx.SettingChangeByNumber(in.ID)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		changed, err := m.undoChange(tx, c.Who.User, row)
		if err != nil || !changed {
			return err
		}
		return m.recordEvent(tx, c, audit.SettingChanged, audit.Detail{Name: row.Name})
	})
	if err != nil {
		return nil, err
	}
	return m.handleGetSettings(c, nil)
}
