package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// Get returns an import.
func (s *Service) Get(ctx context.Context, who access.Actor, id db.ImportID) (*ImportView, error) {
	return db.Get(ctx, s.DB, func(v *db.View) (*ImportView, error) {
		imp, err := loadImport(v, who, id, false)
		if err != nil {
			return nil, err
		}
		return s.renderImport(v, who, imp)
	})
}

// List returns the imports into a workspace: those of the actor, or all when they manage it.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID) (*List, error) {
	l := &List{}
	err := s.DB.View(ctx, func(v *db.View) error {
		_, rights, err := access.SpaceRights(v, who, space)
		if err != nil {
			return err
		}
		of := who.User
		if rights.Has(access.Update, access.Workspace) {
			of = 0
		}
		all, err := v.ImportsOf(space, of, limits.ImportsShown)
		if err != nil {
			return err
		}
		l.Imports, err = s.renderReadable(v, who, all)
		return err
	})
	return l, err
}

// renderReadable returns the imports that the actor may read, in the form of the calls.
func (s *Service) renderReadable(v *db.View, who access.Actor, all []db.Import) ([]ImportView, error) {
	list := []ImportView{}
	for i := range all {
		if all[i].User != who.User {
			reads, err := canReadTarget(v, who, &all[i])
			if err != nil {
				return nil, err
			}
			if !reads {
				continue
			}
		}
		one, err := s.renderImport(v, who, &all[i])
		if err != nil {
			return nil, err
		}
		list = append(list, *one)
	}
	return list, nil
}

// renderImport is an import in the form of the calls.
func (s *Service) renderImport(v *db.View, who access.Actor, imp *db.Import) (*ImportView, error) {
	out := &ImportView{
		ID: imp.ID, Space: imp.Space, Kind: imp.Kind, Title: imp.Title, State: imp.State, Reason: optionalString(imp.Reason),
		RetryAt: api.Time(imp.RetryAt), OnDuplicate: imp.OnDuplicate, Count: imp.Count, Done: imp.DoneCount(), Bytes: imp.Bytes,
		BytesDone: imp.BytesDone, Renamed: imp.Renamed, Skipped: imp.Skipped, Failed: imp.Failed, Unchanged: imp.Unchanged,
		Listed: imp.Listed, Rate: imp.Rate, CreatedAt: api.Time(imp.CreatedAt), EndedAt: api.Time(imp.EndedAt), Run: imp.Run,
		MayRepeat: s.canRepeat(imp), MayUndo: imp.Made && imp.EndedAt.IsZero(), Current: []Current{}, Links: imp.Links,
	}
	if imp.State == db.ImportRunning {
		out.Speed, out.Current = s.currentProgress(imp.ID)
	}
	people, err := v.People([]db.UserID{imp.User})
	if err != nil {
		return nil, err
	}
	out.CreatedBy = api.PersonOf(people[imp.User])
	return out, out.setDirectory(v, who, imp)
}

// setDirectory adds the directory of an import, unless the actor may not read it.
func (out *ImportView) setDirectory(v *db.View, who access.Actor, imp *db.Import) error {
	dir, err := access.Dir(v, who, imp.Space, imp.Node, access.Read)
	var known *fault.Fault
	if errors.As(err, &known) {
		return nil
	}
	if err != nil {
		return err
	}
	out.Directory = dir.ID
	var way []string
	for _, a := range dir.Path[1:] {
		way = append(way, a.Name)
	}
	out.DirectoryPath = strings.Join(way, "/")
	return nil
}

func optionalString(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Outcome is what became of one item.
type Outcome struct {
	Key       string       `json:"key" doc:"that names it at its source"`
	Path      string       `json:"path" doc:"below the directory of the import; that at the source while it is not here"`
	Size      int64        `json:"size" doc:"-1 when it is not known"`
	Hash      db.Hash      `json:"hash" doc:"BLAKE3 of the content; empty without one"`
	Outcome   db.ItemState `json:"outcome" enum:"waiting,stored,renamed,unchanged,skipped,failed"`
	Reason    *string      `json:"reason" doc:"why, as an error_code"`
	File      db.NodeID    `json:"file_id" nullable:"true"`
	Directory db.NodeID    `json:"directory_id" nullable:"true" doc:"that the file is in; of a directory itself"`
}

// SchemaName implements api.SchemaNamer.
func (Outcome) SchemaName() string { return "ImportItem" }

func outcomeOf(it *db.ImportItem) Outcome {
	o := Outcome{
		Key: strings.ToValidUTF8(string(it.Key), "\ufffd"), Path: it.Place, Size: it.Size, Hash: it.Hash, Outcome: it.State,
		Reason: optionalString(it.Reason), File: it.Node, Directory: it.Parent,
	}
	if o.Path == "" {
		o.Path = strings.ToValidUTF8(it.Path, "\ufffd")
	}
	if it.Directory {
		o.File, o.Directory = 0, it.Node
	}
	return o
}

// Outcomes is a part of the items of an import.
type Outcomes struct {
	Items []Outcome `json:"items"`
	Next  *string   `json:"next_cursor" doc:"of the part that follows; null at the end"`
}

// SchemaName implements api.SchemaNamer.
func (Outcomes) SchemaName() string { return "ImportItemList" }

type itemsIn struct {
	ID      db.ImportID `path:"import_id"`
	Outcome string      `query:"outcome" doc:"failed, skipped, renamed, stored, unchanged or waiting; all in the order of keys when absent"`
	Cursor  string      `query:"cursor" doc:"next_cursor of the part before"`
}

// itemCursor is where a list of items goes on.
type itemCursor struct {
	Outcome string `json:"o"`
	ID      int64  `json:"i,omitempty"`
	Key     []byte `json:"k,omitempty"`
}

const itemsPage = 100

// parseCursor returns the place where the asked part of the list begins.
func (in *itemsIn) parseCursor() (itemCursor, error) {
	from := itemCursor{Outcome: in.Outcome}
	if in.Cursor != "" {
		if err := api.DecodeCursor(in.Cursor, &from); err != nil {
			return itemCursor{}, err
		}
		if from.Outcome != in.Outcome {
			return itemCursor{}, fault.InvalidCursor
		}
	}
	switch db.ItemState(in.Outcome) {
	case "", db.ItemWaiting, db.ItemStored, db.ItemRenamed, db.ItemUnchanged, db.ItemSkipped, db.ItemFailed:
		return from, nil
	}
	return itemCursor{}, fault.Field("outcome", fault.InvalidValue)
}

func (s *Service) handleListItems(c *api.Call, in *itemsIn) (*Outcomes, error) {
	from, err := in.parseCursor()
	if err != nil {
		return nil, err
	}
	all, err := s.loadItems(c, c.Who, in.ID, from, itemsPage+1)
	if err != nil {
		return nil, err
	}
	out := &Outcomes{Items: []Outcome{}}
	if len(all) > itemsPage {
		all = all[:itemsPage]
		last := &all[itemsPage-1]
		from.ID, from.Key = last.ID, last.Key
		if out.Next, err = api.EncodeCursor(from); err != nil {
			return nil, err
		}
	}
	for i := range all {
		out.Items = append(out.Items, outcomeOf(&all[i]))
	}
	return out, nil
}

// loadItems reads some items of an import, behind a place.
func (s *Service) loadItems(ctx context.Context, who access.Actor, id db.ImportID, from itemCursor, limit int) ([]db.ImportItem, error) {
	return db.Get(ctx, s.DB, func(v *db.View) (all []db.ImportItem, err error) {
		if _, err := loadImport(v, who, id, false); err != nil {
			return nil, err
		}
		if from.Outcome == "" {
			all, err = v.ImportItems(id, from.Key, limit)
		} else {
			all, err = v.ImportItemsOf(id, db.ItemState(from.Outcome), from.ID, limit)
		}
		return all, err
	})
}

// The report is read in stretches, each with a reading of its own, so that a slow connection holds no reader of the database.
const reportStep = 1_000

func (s *Service) handleGetReport(c *api.Call, in *oneIn) error {
	var from itemCursor
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for first := true; ; first = false {
		n, err := s.writeReportPart(c, in.ID, &from, lines)
		switch {
		case err != nil && first:
			return err
		case err != nil:
			panic(http.ErrAbortHandler) // a part must not be taken for the whole
		case first:
			c.W.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
			c.W.Header().Set("Content-Disposition", `attachment; filename="import-`+in.ID.String()+`.jsonl"`)
		}
		if _, err := c.W.Write(b.Bytes()); err != nil || n < reportStep {
			return nil // a write fails when the client has gone away
		}
		b.Reset()
	}
}

// writeReportPart writes the next items of a report, moves from behind them, and returns how many they are.
func (s *Service) writeReportPart(c *api.Call, id db.ImportID, from *itemCursor, lines *json.Encoder) (int, error) {
	all, err := s.loadItems(c, c.Who, id, *from, reportStep)
	if err != nil {
		return 0, err
	}
	for i := range all {
		if err := lines.Encode(outcomeOf(&all[i])); err != nil {
			return 0, err
		}
		from.Key = all[i].Key
	}
	return len(all), nil
}
