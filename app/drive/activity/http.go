package activity

import (
	"encoding/json"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	refused := []*fault.Fault{fault.PermissionDenied}
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/user-activities", Gate: api.Client,
		Does:  "The activity of a workspace, or of your own drive, newest first",
		Fails: refused,
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/activities", Gate: api.Client,
		Does:  "The activity of a directory and everything below it, newest first",
		Fails: refused,
	}, s.handleListDirectory)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/activities", Gate: api.Client,
		Does:  "The activity of a file, newest first",
		Fails: refused,
	}, s.handleListFile)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/activities/people", Gate: api.Client,
		Does:  "The users with activity in a workspace, or in your own drive",
		Fails: refused,
	}, s.handleListPeople)
	api.Handle(r, api.Op{
		Call: "GET /storage/space/{space_id}/team-activities", Gate: api.Client,
		Does:  "What others did in a workspace of yours in the last 30 days, as far as you may see it: up to 6 groups, newest first",
		Fails: refused,
	}, s.handleListTeam)
	api.Stream(r, api.Op{
		Call: "GET /storage/space/{space_id}/activities/export", Gate: api.Client,
		Does: "Export a timeline", Gives: "text/csv, application/jsonl",
		Fails: refused,
	}, s.handleExport)
}

// Target is the object of an activity.
type Target struct {
	Type      string    `json:"type" enum:"file,directory,workspace,custom_field,member,role"`
	ID        db.NodeID `json:"id" nullable:"true"`
	Name      string    `json:"name" doc:"its name at that moment"`
	Directory db.NodeID `json:"directory_id" nullable:"true" doc:"its current directory, or its directory at that moment when it is gone"`
	Exists    bool      `json:"exists" doc:"whether it can still be opened"`
}

// SchemaName implements api.SchemaNamer.
func (Target) SchemaName() string { return "ActivityTarget" }

// Activity is one operation of a user, as the API shows it.
type Activity struct {
	ID     db.ActivityID `json:"activity_id"`
	Action Action        `json:"action"`
	DoneBy api.Person    `json:"done_by"`
	Target Target        `json:"target"`
	Path   string        `json:"path" doc:"of the directory that the target lay in"`
	At     api.Time      `json:"at"`
	Before *Detail       `json:"before"`
	After  *Detail       `json:"after"`
}

// ActivityList is a page of a timeline.
type ActivityList struct {
	Activities []Activity   `json:"activities"`
	PageInfo   api.PageInfo `json:"page_info"`
}

// toActivity writes one activity.
func (l *Timeline) toActivity(a *db.Activity) (Activity, error) {
	p := l.People[a.User]
	p.ID = a.User
	o := Activity{ID: a.ID, Action: Action(a.Action), DoneBy: api.PersonOf(p), Path: a.Path, At: api.Time(a.ID.Time()),
		Target: Target{Type: a.Kind, ID: db.NodeID(a.Target), Name: a.Name, Directory: a.Directory, Exists: !a.IsNode()}}
	if it := l.Items[o.Target.ID]; it != nil && a.IsNode() {
		o.Target.Directory, o.Target.Exists = it.Parent, true
	}
	var err error
	if o.Before, err = decodeDetail(a.Before); err != nil {
		return o, err
	}
	o.After, err = decodeDetail(a.After)
	return o, err
}

func decodeDetail(b []byte) (*Detail, error) {
	if len(b) == 0 {
		return nil, nil
	}
	var d Detail
	return &d, json.Unmarshal(b, &d)
}

type cursor struct {
	Before db.ActivityID `json:"b"`
	Page   int           `json:"p"`
}

// filter holds the filters that all timelines have.
type filter struct {
	Person db.UserID
	Action string
	From   time.Time
	To     time.Time
	Limit  int
	Cursor string
	Page   int
}

const maxSkip = 10_000

// parse returns the filter for the database, and the number of the page.
func (f *filter) parse() (db.ActivityFilter, int, error) {
	o := db.ActivityFilter{Person: f.Person, From: f.From, BelowID: 1<<63 - 1}
	if !f.To.IsZero() {
		o.BelowID = db.ActivityID(db.FirstIDAt(f.To.Add(time.Millisecond)))
	}
	var err error
	if o.Actions, err = parseActions(f.Action); err != nil {
		return o, 0, err
	}
	if o.Limit, err = api.ParseLimit(f.Limit); err != nil {
		return o, 0, err
	}
	page, err := api.ParsePage(f.Page)
	if err != nil {
		return o, 0, err
	}
	if f.Cursor == "" {
		if page-1 > maxSkip/o.Limit {
			return o, 0, fault.Field("page", fault.InvalidValue)
		}
		o.Skip = (page - 1) * o.Limit
		return o, page, nil
	}
	var c cursor
	if err := api.DecodeCursor(f.Cursor, &c); err != nil {
		return o, 0, err
	}
	if c.Before <= 0 || c.Page < 2 {
		return o, 0, fault.InvalidCursor
	}
	o.BelowID = min(o.BelowID, c.Before)
	return o, c.Page, nil
}

func (s *Service) listPage(c *api.Call, at Place, f filter) (*ActivityList, error) {
	q, number, err := f.parse()
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	q.Limit++ // one more, to know whether there is a next page
	l, err := s.List(c, c.Who, at, q)
	if err != nil {
		return nil, err
	}
	out := &ActivityList{Activities: []Activity{}, PageInfo: api.PageInfo{Page: number, Limit: limit, Total: -1}}
	for i := range l.Entries[:min(limit, len(l.Entries))] {
		a, err := l.toActivity(&l.Entries[i])
		if err != nil {
			return nil, err
		}
		out.Activities = append(out.Activities, a)
	}
	if len(l.Entries) > limit {
		out.PageInfo.Next, err = api.EncodeCursor(cursor{out.Activities[limit-1].ID, number + 1})
	}
	return out, err
}

type listIn struct {
	Space  db.SpaceID `path:"space_id"`
	Scope  string     `query:"scope" enum:"shared,my" doc:"my for your own drive; shared by default"`
	Person db.UserID  `query:"person"`
	Action string     `query:"action" doc:"names of actions with commas between them"`
	From   time.Time  `query:"from"`
	To     time.Time  `query:"to"`
	Limit  int        `query:"limit" doc:"100 by default, 1000 at most"`
	Cursor string     `query:"cursor" doc:"page_info.next of the page before"`
	Page   int        `query:"page" doc:"from 1; ignored with a cursor"`
}

func (s *Service) handleList(c *api.Call, in *listIn) (*ActivityList, error) {
	return s.listPage(c, Place{Space: in.Space, Drive: Drive(in.Scope)}, filter{
		Person: in.Person, Action: in.Action, From: in.From, To: in.To, Limit: in.Limit, Cursor: in.Cursor, Page: in.Page,
	})
}

type listDirectoryIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	Person    db.UserID  `query:"person"`
	Action    string     `query:"action" doc:"names of actions with commas between them"`
	From      time.Time  `query:"from"`
	To        time.Time  `query:"to"`
	Limit     int        `query:"limit" doc:"100 by default, 1000 at most"`
	Cursor    string     `query:"cursor" doc:"page_info.next of the page before"`
	Page      int        `query:"page" doc:"from 1; ignored with a cursor"`
}

func (s *Service) handleListDirectory(c *api.Call, in *listDirectoryIn) (*ActivityList, error) {
	if in.Directory == 0 {
		return nil, fault.InvalidID
	}
	return s.listPage(c, Place{Space: in.Space, Directory: in.Directory}, filter{
		Person: in.Person, Action: in.Action, From: in.From, To: in.To, Limit: in.Limit, Cursor: in.Cursor, Page: in.Page,
	})
}

type listFileIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	File      db.NodeID  `path:"file_id"`
	Person    db.UserID  `query:"person"`
	Action    string     `query:"action" doc:"names of actions with commas between them"`
	From      time.Time  `query:"from"`
	To        time.Time  `query:"to"`
	Limit     int        `query:"limit" doc:"100 by default, 1000 at most"`
	Cursor    string     `query:"cursor" doc:"page_info.next of the page before"`
	Page      int        `query:"page" doc:"from 1; ignored with a cursor"`
}

func (s *Service) handleListFile(c *api.Call, in *listFileIn) (*ActivityList, error) {
	if in.Directory == 0 || in.File == 0 {
		return nil, fault.InvalidID
	}
	return s.listPage(c, Place{Space: in.Space, Directory: in.Directory, File: in.File}, filter{
		Person: in.Person, Action: in.Action, From: in.From, To: in.To, Limit: in.Limit, Cursor: in.Cursor, Page: in.Page,
	})
}

type peopleIn struct {
	Space db.SpaceID `path:"space_id"`
	Scope string     `query:"scope" enum:"shared,my" doc:"my for your own drive; shared by default"`
}

// PeopleList lists the users with activity in a scope.
type PeopleList struct {
	People []api.Person `json:"people"`
}

func (s *Service) handleListPeople(c *api.Call, in *peopleIn) (*PeopleList, error) {
	all, err := s.ListPeople(c, c.Who, in.Space, Drive(in.Scope))
	l := &PeopleList{People: []api.Person{}}
	for _, p := range all {
		l.People = append(l.People, api.PersonOf(p))
	}
	return l, err
}
