package console

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/operation/forecast"
	"anbar/db"
)

// Growth is how the storage grows, and when it is full.
type Growth struct {
	At         api.Time          `json:"at" nullable:"true" doc:"of the forecast, which is made each hour; null while the first one is being made"`
	Days       int               `json:"days" doc:"that were noted, 90 at most"`
	Count      int               `json:"count" doc:"of workspaces; the list ends at 200"`
	Filling    int               `json:"filling" doc:"workspaces that will be full within 14 days, whatever end of the range counts"`
	Workspaces []WorkspaceGrowth `json:"workspaces" doc:"the soonest full first; empty for those who may not read the area workspaces"`
	Kinds      []KindGrowth      `json:"kinds" doc:"the fastest first"`
}

// StorageTrend is how something grows.
type StorageTrend struct {
	Used     int64   `json:"used" doc:"bytes now"`
	Known    bool    `json:"known" doc:"there is enough history: ten notes in two weeks"`
	Least    int64   `json:"month_least" doc:"bytes in 30 days, of a slow week; 0 while nothing is known"`
	Likely   int64   `json:"month_likely" doc:"of a usual week"`
	Most     int64   `json:"month_most" doc:"of a fast week"`
	Recently []int64 `json:"recently" doc:"bytes on the noted days of the last 30, the oldest first"`
}

// WorkspaceGrowth is how a workspace grows.
type WorkspaceGrowth struct {
	Space   db.SpaceID `json:"space_id"`
	Title   string     `json:"title"`
	Limit   int64      `json:"limit" doc:"bytes; 0 is none"`
	State   string     `json:"state" enum:"unknown,unlimited,steady,fills,full"`
	Soonest *int       `json:"full_soonest" doc:"days until it is full, at the pace of fast weeks; null unless it fills"`
	Latest  *int       `json:"full_latest" doc:"at the pace of slow weeks; null for perhaps never"`
	StorageTrend
}

// KindGrowth is how a kind of files grows.
type KindGrowth struct {
	Kind string `json:"kind" enum:"documents,pictures,video,audio,archives,other,versions,trash"`
	StorageTrend
}

const (
	growthDays    = 90
	growthShown   = 30  // days in a drawing
	growthListed  = 200 // workspaces
	fillingWithin = 14  // days
)

// GrowthNote is the job that notes the growth, and makes the forecast.
const GrowthNote = "growth_note"

// growthCache is the last forecast. A job makes it, as it reads the days of every workspace.
type growthCache struct {
	value   atomic.Pointer[Growth]
	isAsked atomic.Bool // the first one was asked for before the job's turn
}

func (m *System) mountGrowth(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/growth", Gate: api.Staff, Area: access.System,
		Does: "How the storage grows by workspace and by kind of files, and when workspaces will be full, with a range",
	}, m.handleGetGrowth)
	api.Handle(r, api.Op{
		Call: "GET /admin/growth/workspaces/{space_id}", Gate: api.Staff, Area: access.System,
		Does:  "How the storage of one workspace grows by kind of files; for those who may also read the area workspaces",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.InvalidID},
	}, m.handleGetSpaceGrowth)
}

func (m *System) handleGetGrowth(c *api.Call, _ *api.None) (*Growth, error) {
	g := m.Growth()
	if g == nil {
		if m.growth.isAsked.CompareAndSwap(false, true) {
			_ = m.Jobs.Start(GrowthNote) // it may be running, and comes by itself soon
		}
		return &Growth{Workspaces: []WorkspaceGrowth{}, Kinds: []KindGrowth{}}, nil
	}
	if !c.Who.CanStaff(access.Workspaces, false) {
		without := *g
		without.Workspaces = []WorkspaceGrowth{}
		g = &without
	}
	return g, nil
}

type growthOfSpace struct {
	Space db.SpaceID `path:"space_id"`
}

// SpaceGrowth is how a workspace grows by kind.
type SpaceGrowth struct {
	Kinds []KindGrowth `json:"kinds" doc:"the fastest first; of each kind that it ever had since these were noted"`
}

func (m *System) handleGetSpaceGrowth(c *api.Call, in *growthOfSpace) (*SpaceGrowth, error) {
	if !c.Who.CanStaff(access.Workspaces, false) {
		return nil, fault.PermissionDenied
	}
	today := time.Now().Unix() / daySeconds
	days, err := db.Get(c, m.DB, func(v *db.View) ([]db.SpaceKindDay, error) {
		if _, err := loadSpaceRow(v, in.Space); err != nil {
			return nil, err
		}
		return v.SpaceKindDays(in.Space, today-growthDays+1, today)
	})
	if err != nil {
		return nil, err
	}
	return groupKinds(days, today), nil
}

// groupKinds measures each kind of notes that are ordered by kind.
func groupKinds(days []db.SpaceKindDay, today int64) *SpaceGrowth {
	g := &SpaceGrowth{Kinds: []KindGrowth{}}
	for len(days) > 0 {
		kind := days[0].Kind
		of := []db.StorageDay{}
		for ; len(days) > 0 && days[0].Kind == kind; days = days[1:] {
			of = append(of, days[0].StorageDay)
		}
		trend, _ := measureTrend(of, of[len(of)-1].Used, today)
		g.Kinds = append(g.Kinds, KindGrowth{kind, trend})
	}
	sortKinds(g.Kinds)
	return g
}

// sortKinds brings the fastest to the front, and among those that do not grow the largest.
func sortKinds(kinds []KindGrowth) {
	slices.SortStableFunc(kinds, func(a, b KindGrowth) int {
		return cmp.Or(cmp.Compare(b.Likely, a.Likely), cmp.Compare(b.Used, a.Used))
	})
}

// Growth returns the last forecast; nil while there is none yet. Nobody changes it.
func (m *System) Growth() *Growth { return m.growth.value.Load() }

// RecordGrowth notes how the appliance grew, and makes a new forecast. Until then, and when it fails, the last one stays.
func (m *System) RecordGrowth(ctx context.Context) error {
	err := m.noteGrowth(ctx)
	g, failed := m.forecastGrowth(ctx)
	if failed == nil {
		m.growth.value.Store(g)
	}
	return errors.Join(err, failed)
}

func (m *System) forecastGrowth(ctx context.Context) (*Growth, error) {
	now := time.Now()
	today := now.Unix() / daySeconds
	g := &Growth{At: api.Time(now), Workspaces: []WorkspaceGrowth{}, Kinds: []KindGrowth{}}
	for after := db.SpaceID(0); ; {
		some, err := db.Get(ctx, m.DB, func(v *db.View) ([]db.SpaceSize, error) { return v.SpaceSizes(after, growthChunk) })
		if err != nil {
			return nil, err
		}
		if len(some) == 0 {
			break
		}
		if err := m.DB.View(ctx, func(v *db.View) error { return g.addWorkspaces(v, some, today) }); err != nil {
			return nil, err
		}
		after = some[len(some)-1].ID
	}
	g.sortWorkspaces()
	err := m.DB.View(ctx, func(v *db.View) error {
		for _, kind := range growthKinds {
			days, err := v.KindDays(kind, today-growthDays+1, today)
			if err != nil {
				return err
			}
			used := int64(0)
			if len(days) > 0 {
				used = days[len(days)-1].Used
			}
			g.Days = max(g.Days, len(days))
			trend, _ := measureTrend(days, used, today)
			g.Kinds = append(g.Kinds, KindGrowth{kind, trend})
		}
		return nil
	})
	sortKinds(g.Kinds)
	return g, err
}

func (g *Growth) addWorkspaces(v *db.View, some []db.SpaceSize, today int64) error {
	for _, s := range some {
		days, err := v.SpaceDays(s.ID, today-growthDays+1, today)
		if err != nil {
			return err
		}
		trend, pace := measureTrend(days, s.Used, today)
		r := forecast.Fill(pace, trend.Known, s.Used, s.Limit)
		w := WorkspaceGrowth{Space: s.ID, Title: s.Title, Limit: s.Limit, State: string(r.State), Latest: r.Latest, StorageTrend: trend}
		if r.State == forecast.Fills {
			w.Soonest = &r.Soonest
		}
		if r.Latest != nil && *r.Latest <= fillingWithin {
			g.Filling++
		}
		g.Count++
		g.Workspaces = append(g.Workspaces, w)
		if len(g.Workspaces) >= 4*growthListed { // no more of a large appliance than what may be listed
			g.sortWorkspaces()
		}
	}
	return nil
}

// sortWorkspaces brings what is full and what fills soonest to the front, then the fastest, and leaves off the end.
func (g *Growth) sortWorkspaces() {
	rank := map[string]int{string(forecast.Full): 0, string(forecast.Fills): 1}
	rankOf := func(w *WorkspaceGrowth) int {
		if n, ok := rank[w.State]; ok {
			return n
		}
		return 2
	}
	soonest := func(w *WorkspaceGrowth) int {
		if w.Soonest == nil {
			return 0
		}
		return *w.Soonest
	}
	slices.SortStableFunc(g.Workspaces, func(a, b WorkspaceGrowth) int {
		return cmp.Or(cmp.Compare(rankOf(&a), rankOf(&b)), cmp.Compare(soonest(&a), soonest(&b)), cmp.Compare(b.Likely, a.Likely),
			cmp.Compare(b.Used, a.Used))
	})
	g.Workspaces = g.Workspaces[:min(len(g.Workspaces), growthListed)]
}

const month = 30 // days

// measureTrend measures the noted days, and what there is now.
func measureTrend(days []db.StorageDay, used, today int64) (StorageTrend, forecast.Pace) {
	t := StorageTrend{Used: used, Recently: []int64{}}
	notes := make([]forecast.Note, len(days))
	for i, d := range days {
		notes[i] = forecast.Note{Day: d.Day, Used: d.Used}
		if d.Day > today-growthShown {
			t.Recently = append(t.Recently, d.Used)
		}
	}
	pace, isKnown := forecast.Measure(notes, today)
	if t.Known = isKnown; isKnown {
		t.Least, t.Likely, t.Most = int64(month*pace.Least), int64(month*pace.Likely), int64(month*pace.Most)
	}
	return t, pace
}
