package bucket

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/imports"
	"anbar/db"
)

const (
	accountPath = "/accounts/arvan"
	importPath  = "/storage/workspace/{space_id}/import-arvan"
)

// Calls are the calls about buckets.
type Calls struct {
	s      *Service
	engine *imports.Service
}

// NewCalls makes the calls.
func NewCalls(s *Service, engine *imports.Service) *Calls { return &Calls{s, engine} }

// Mount declares the calls.
func (c *Calls) Mount(r *api.Router) {
	reach := []*fault.Fault{fault.ImportAddress, fault.ImportSourceDenied, fault.ImportSourceGone}
	api.Stream(r, api.Op{
		Call: "GET " + accountPath, Gate: api.Member, Answers: AccountView{}, Also: []int{204},
		Does: "The object storage that your buckets are read from, without its secret; 204 without one",
	}, c.handleGetAccount)
	api.Handle(r, api.Op{
		Call: "PUT " + accountPath, Gate: api.Member, Does: "Connect an object storage that speaks S3", Fails: reach,
	}, c.handleConnect)
	api.Handle(r, api.Op{Call: "DELETE " + accountPath, Gate: api.Member, Does: "Forget the object storage and its keys"}, c.handleForget)
	api.Handle(r, api.Op{
		Call: "GET " + accountPath + "/bucket", Gate: api.Member, Does: "The buckets of your object storage",
		Fails: append([]*fault.Fault{fault.TooManyRequests}, reach...),
	}, c.handleListBuckets)
	api.Handle(r, api.Op{
		Call: "POST " + importPath, Gate: api.Member, Does: "Import a bucket into a workspace, once; answers the import that is under way",
		Fails: append(reach, fault.PermissionDenied, fault.ImportOnce, fault.ImportsTooMany, fault.ImportBucketNotFound),
	}, c.handleBegin)
	api.Stream(r, api.Op{
		Call: "GET " + importPath, Gate: api.Member, Answers: Status{}, Also: []int{204},
		Does: "How far the import of a bucket has come; 204 without one", Fails: []*fault.Fault{fault.PermissionDenied},
	}, c.handleGetStatus)
}

// AccountView is an object storage without its secret.
type AccountView struct {
	Endpoint  string `json:"endpoint"`
	Region    string `json:"region"`
	AccessKey string `json:"access_key"`
}

// SchemaName implements api.SchemaNamer.
func (AccountView) SchemaName() string { return "BucketAccount" }

func (c *Calls) handleGetAccount(call *api.Call, _ *api.None) error {
	var row *db.BucketAccount
	err := c.s.db.ViewOne(call, func(v *db.View) (err error) {
		row, err = v.BucketAccountOf(call.Who.User)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		call.W.WriteHeader(http.StatusNoContent)
		return nil
	}
	if err != nil {
		return err
	}
	return api.WriteJSON(call.W, http.StatusOK, AccountView{Endpoint: row.Endpoint, Region: row.Region, AccessKey: row.AccessKey})
}

type connectIn struct {
	Endpoint  string `json:"endpoint"`
	Region    string `json:"region,omitempty"`
	AccessKey string `json:"access_key"`
	SecretKey string `json:"secret_key"`
}

func (c *Calls) handleConnect(call *api.Call, in *connectIn) (*AccountView, error) {
	a := &Account{Endpoint: in.Endpoint, Region: in.Region, AccessKey: in.AccessKey, SecretKey: in.SecretKey}
	if err := c.s.storeAccount(call, call.Who, a); err != nil {
		return nil, err
	}
	return &AccountView{Endpoint: a.Endpoint, Region: a.Region, AccessKey: a.AccessKey}, nil
}

func (c *Calls) handleForget(call *api.Call, _ *api.None) (api.None, error) {
	err := c.s.db.Update(call, func(tx *db.Tx) error { return tx.DeleteBucketAccount(call.Who.User) })
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return api.None{}, err
}

// BucketView is a bucket.
type BucketView struct {
	Name      string   `json:"bucket_name"`
	CreatedAt api.Time `json:"created_at" nullable:"true"`
}

// SchemaName implements api.SchemaNamer.
func (BucketView) SchemaName() string { return "Bucket" }

// List is a page of buckets.
type List struct {
	Buckets []BucketView `json:"buckets"`
	Total   int          `json:"total"`
}

// SchemaName implements api.SchemaNamer.
func (List) SchemaName() string { return "BucketList" }

type bucketsIn struct {
	Page  int `query:"page" doc:"from 1"`
	Limit int `query:"limit" doc:"100 by default, 1000 at most"`
}

func (c *Calls) handleListBuckets(call *api.Call, in *bucketsIn) (*List, error) {
	limit, err := api.ParseLimit(in.Limit)
	if err != nil {
		return nil, err
	}
	page, err := api.ParsePage(in.Page)
	if err != nil {
		return nil, err
	}
	all, err := c.s.loadBuckets(call, call.Who)
	if err != nil {
		return nil, err
	}
	l := &List{Buckets: []BucketView{}, Total: len(all)}
	from := min((page-1)*limit, len(all))
	for _, b := range all[from:min(from+limit, len(all))] {
		l.Buckets = append(l.Buckets, BucketView{b.Name, api.Time(b.CreatedAt)})
	}
	return l, nil
}

// Status is how far the import of a bucket has come.
type Status struct {
	Count int64       `json:"object_count" doc:"equal to object_done only when all is here"`
	Done  int64       `json:"object_done"`
	ID    db.ImportID `json:"import_id"`
}

// SchemaName implements api.SchemaNamer.
func (Status) SchemaName() string { return "BucketImport" }

func toStatus(imp *db.Import) *Status {
	s := &Status{Count: imp.Count, Done: imp.DoneCount(), ID: imp.ID}
	if imp.State != db.ImportDone && s.Count == s.Done {
		s.Count++ // the bucket is not known as a whole yet
	}
	return s
}

type beginIn struct {
	Space       db.SpaceID `path:"space_id"`
	Bucket      string     `json:"bucket_name"`
	Directory   db.NodeID  `json:"directory_id,omitzero" doc:"that the objects go into; a new one of the bucket's name when absent"`
	Folder      string     `json:"folder,omitempty" doc:"the name of a new directory in directory_id that the objects go into"`
	OnDuplicate string     `json:"on_duplicate,omitempty" doc:"rename (when absent), replace, version or skip"`
}

const maxFolder = 1_000 // bytes of its name, before it is mended

// handleBegin imports a bucket. One that did not succeed goes on, so that what came does not come twice.
func (c *Calls) handleBegin(call *api.Call, in *beginIn) (*Status, error) {
	if in.Bucket == "" || len(in.Bucket) > maxBucket {
		return nil, fault.Field("bucket_name", fault.InvalidValue)
	}
	if len(in.Folder) > maxFolder {
		return nil, fault.Field("folder", fault.TooLong)
	}
	last, root, err := c.loadNewest(call, call.Who, in.Space, true)
	if err != nil {
		return nil, err
	}
	if isActive(last) {
		return toStatus(last), nil
	}
	a, err := c.s.loadAccount(call, call.Who.User)
	if err != nil {
		return nil, err
	}
	at := origin{Endpoint: a.Endpoint, Region: a.Region, Bucket: in.Bucket}
	if last != nil && last.User == call.Who.User && (last.State == db.ImportPaused || last.State == db.ImportFailed) {
		if from, err := json.Marshal(at); err == nil && string(from) == last.Origin && (in.Directory == 0 || in.Directory == last.Node) {
			if err := c.engine.Resume(call, call.Who, last.ID); err != nil {
				return nil, err
			}
			return toStatus(last), nil
		}
	}
	b := &imports.BeginRequest{
		Space: in.Space, Directory: in.Directory, Name: in.Folder, Kind: imports.Bucket, OnDuplicate: in.OnDuplicate,
		Origin: imports.Origin{Title: in.Bucket, Place: at}, Check: c.newUniqueCheck(in.Space),
	}
	if in.Directory == 0 {
		b.Directory, b.Name = root, in.Bucket
	}
	imp, err := c.engine.Begin(call, call.Who, b)
	if errors.Is(err, errImportActive) {
		imp, _, err = c.loadNewest(call, call.Who, in.Space, true)
	}
	if err != nil {
		return nil, err
	}
	return toStatus(imp), nil
}

var errImportActive = errors.New("another bucket is imported")

func isActive(imp *db.Import) bool {
	return imp != nil && (imp.State == db.ImportRunning || imp.State == db.ImportWaiting)
}

// newUniqueCheck finds the import of somebody who began at the same moment.
func (c *Calls) newUniqueCheck(space db.SpaceID) func(v *db.View) error {
	return func(v *db.View) error {
		done, err := v.ImportedBucket(space)
		if err != nil || done != "" {
			return cmp.Or(err, error(fault.ImportOnce))
		}
		imp, err := v.LastImportOf(space, imports.Bucket)
		switch {
		case errors.Is(err, db.ErrNotFound):
			return nil
		case isActive(imp):
			return errImportActive
		}
		return err
	}
}

// loadNewest returns the newest import of a bucket of a workspace that the actor manages, or nil, and the root of its shared files.
// With again it is ImportOnce when one was imported.
func (c *Calls) loadNewest(ctx context.Context, who access.Actor, space db.SpaceID, again bool) (*db.Import, db.NodeID, error) {
	var imp *db.Import
	var root db.NodeID
	err := c.s.db.View(ctx, func(v *db.View) error {
		sp, err := access.Space(v, who, space, access.Update, access.Workspace)
		if err != nil {
			return err
		}
		root = sp.Root
		done, err := v.ImportedBucket(space)
		if err == nil && again && done != "" {
			err = fault.ImportOnce
		}
		if err != nil {
			return err
		}
		if imp, err = v.LastImportOf(space, imports.Bucket); errors.Is(err, db.ErrNotFound) {
			imp, err = nil, nil
		}
		return err
	})
	return imp, root, err
}

type statusIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (c *Calls) handleGetStatus(call *api.Call, in *statusIn) error {
	imp, _, err := c.loadNewest(call, call.Who, in.Space, false)
	if err != nil {
		return err
	}
	if imp == nil {
		call.W.WriteHeader(http.StatusNoContent)
		return nil
	}
	return api.WriteJSON(call.W, http.StatusOK, toStatus(imp))
}
