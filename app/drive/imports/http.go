package imports

import (
	"cmp"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

const onePath = "/imports/{import_id}"

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /imports", Gate: api.Member,
		Does: "Your imports into a workspace, newest first; those who manage it get those of others into directories that they read, too",
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /imports", Gate: api.Member, Status: 201, Does: "Begin to bring files in from another place",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.NotADirectory, fault.ImportsTooMany, fault.ImportAddress,
			fault.ImportSourceDenied, fault.ImportSourceGone, fault.ConnectionName, fault.ConnectionRefused, fault.ConnectionTimeout,
			fault.ConnectionTLS, fault.ConnectionAnswer, fault.TooManyRequests},
	}, s.handleBegin)
	api.Handle(r, api.Op{Call: "GET " + onePath, Gate: api.Member, Does: "An import"}, s.handleGet)
	api.Handle(r, api.Op{
		Call: "GET " + onePath + "/items", Gate: api.Member, Does: "What became of the items of an import",
		Fails: []*fault.Fault{fault.InvalidCursor},
	}, s.handleListItems)
	api.Stream(r, api.Op{
		Call: "GET " + onePath + "/report", Gate: api.Member, Gives: "application/jsonl",
		Does: "What became of each key of the source, in the order of the keys, one JSON object per line",
	}, s.handleGetReport)
	api.Handle(r, api.Op{
		Call: "GET " + onePath + "/links", Gate: api.Member, Does: "Public links at the source of an import, and what became of them",
	}, s.handleListLinks)
	resume := []*fault.Fault{fault.PermissionDenied, fault.ImportsTooMany, fault.ImportRunning, fault.ImportOnce}
	api.Handle(r, api.Op{Call: "POST " + onePath + "/pause", Gate: api.Member, Does: "Pause an import"}, s.handlePause)
	api.Handle(r, api.Op{
		Call: "POST " + onePath + "/resume", Gate: api.Member, Fails: resume,
		Does: "Go on with an import that is paused or failed; try one at once that waits",
	}, s.handleResume)
	api.Handle(r, api.Op{
		Call: "POST " + onePath + "/repeat", Gate: api.Member, Fails: resume, Does: "Fetch what is new at the source, or changed",
	}, s.handleRepeat)
	api.Handle(r, api.Op{
		Call: "POST " + onePath + "/retry", Gate: api.Member, Fails: resume, Does: "Try the items again that failed",
	}, s.handleRetry)
	api.Handle(r, api.Op{
		Call: "POST " + onePath + "/cancel", Gate: api.Member, Fails: []*fault.Fault{fault.PermissionDenied},
		Does: "End an import; what came goes to the trash on request, if the import made its directory",
	}, s.handleCancel)
	api.Handle(r, api.Op{
		Call: "PUT " + onePath + "/rate", Gate: api.Member, Does: "Bound how fast an import reads",
	}, s.handleSetRate)
	api.Handle(r, api.Op{
		Call: "DELETE " + onePath, Gate: api.Member, Does: "Forget an import that has ended; its files stay",
		Fails: []*fault.Fault{fault.ImportRunning},
	}, s.handleForget)
}

// ImportView is an import as the calls have it.
type ImportView struct {
	ID            db.ImportID `json:"import_id"`
	Space         db.SpaceID  `json:"space_id"`
	Directory     db.NodeID   `json:"directory_id" nullable:"true" doc:"that the files go into; null when it is gone or not visible"`
	DirectoryPath string      `json:"directory_path" doc:"names with slashes; empty for the root"`

	Kind   string         `json:"kind" enum:"bucket,nextcloud,webdav,takeout,user_migration,archive,folder"`
	Title  string         `json:"title"`
	State  db.ImportState `json:"state" enum:"running,waiting,paused,done,failed,cancelled"`
	Reason *string        `json:"reason" doc:"why, as an error_code"`

	RetryAt     api.Time `json:"retry_at" nullable:"true" doc:"when the source is tried again, while waiting"`
	OnDuplicate string   `json:"on_duplicate" enum:"rename,replace,version,skip"`

	Count     int64 `json:"count" doc:"items of the source that are known"`
	Done      int64 `json:"done" doc:"of them that are dealt with"`
	Bytes     int64 `json:"bytes"`
	BytesDone int64 `json:"bytes_done"`
	Renamed   int64 `json:"renamed"`
	Skipped   int64 `json:"skipped"`
	Failed    int64 `json:"failed"`
	Unchanged int64 `json:"unchanged"`
	Listed    bool  `json:"listed" doc:"the source is known as a whole"`
	Rate      int64 `json:"rate" doc:"bytes a second at most; 0 for any number"`
	Speed     int64 `json:"speed" doc:"bytes a second now; 0 when it is not running"`

	CreatedBy api.Person `json:"created_by"`
	CreatedAt api.Time   `json:"created_at"`
	EndedAt   api.Time   `json:"ended_at" nullable:"true"`

	Run       int       `json:"run" doc:"1 for the first one; one more for each repetition"`
	Current   []Current `json:"current" doc:"items that are read now"`
	MayRepeat bool      `json:"may_repeat"`
	MayUndo   bool      `json:"may_take_back" doc:"it made its directory, which cancel puts into the trash on request"`
	Links     int64     `json:"links" doc:"links to items at the source"`
}

// SchemaName implements api.SchemaNamer.
func (ImportView) SchemaName() string { return "Import" }

// Current is an item that is read now.
type Current struct {
	Name string `json:"name"`
	Size int64  `json:"size" doc:"-1 when it is not known"`
	Done int64  `json:"done"`
}

// SchemaName implements api.SchemaNamer.
func (Current) SchemaName() string { return "ImportCurrent" }

// List is imports.
type List struct {
	Imports []ImportView `json:"imports"`
}

// SchemaName implements api.SchemaNamer.
func (List) SchemaName() string { return "ImportList" }

type listIn struct {
	Space db.SpaceID `query:"space_id" required:"true"`
}

func (s *Service) handleList(c *api.Call, in *listIn) (*List, error) {
	return s.List(c, c.Who, in.Space)
}

// Request is what a person asks for with POST /imports.
type Request struct {
	Space       db.SpaceID `json:"space_id"`
	Directory   db.NodeID  `json:"directory_id"`
	Folder      string     `json:"folder,omitempty" doc:"the name of a new directory in it that the files go into; a taken name gets a number"`
	Kind        string     `json:"kind" enum:"nextcloud,webdav,takeout,user_migration,archive"`
	Title       string     `json:"title,omitempty"`
	OnDuplicate string     `json:"on_duplicate,omitempty" doc:"rename (when absent), replace, version or skip"`
	Rate        int64      `json:"rate,omitempty"`

	Nextcloud     *LoginSource `json:"nextcloud,omitempty"`
	WebDAV        *WebSource   `json:"webdav,omitempty"`
	Takeout       *FileSource  `json:"takeout,omitempty"`
	UserMigration *FileSource  `json:"user_migration,omitempty"`
	Archive       *FileSource  `json:"archive,omitempty"`
}

// SchemaName implements api.SchemaNamer.
func (Request) SchemaName() string { return "ImportRequest" }

// LoginSource is a server that the person signed in to.
type LoginSource struct {
	Login string `json:"login_id"`
}

// SchemaName implements api.SchemaNamer.
func (LoginSource) SchemaName() string { return "ImportLoginSource" }

// WebSource is a server that is read by WebDAV.
type WebSource struct {
	URL      string `json:"url"`
	User     string `json:"user"`
	Password string `json:"password"`
}

// SchemaName implements api.SchemaNamer.
func (WebSource) SchemaName() string { return "ImportWebSource" }

// FileSource is archives that lie in a workspace.
type FileSource struct {
	Space db.SpaceID  `json:"space_id"`
	Files []db.NodeID `json:"files"`
}

// SchemaName implements api.SchemaNamer.
func (FileSource) SchemaName() string { return "ImportFileSource" }

func (s *Service) handleBegin(c *api.Call, in *Request) (*ImportView, error) {
	kind := s.Kinds[in.Kind]
	if kind.ReadRequest == nil {
		return nil, fault.Field("kind", fault.InvalidValue)
	}
	origin, err := kind.ReadRequest(c, c.Who, in)
	if err != nil {
		return nil, err
	}
	origin.Title = cmp.Or(in.Title, origin.Title)
	if len(origin.Title) > maxTitle {
		return nil, fault.Field("title", fault.TooLong)
	}
	if len(in.Folder) > maxTitle {
		return nil, fault.Field("folder", fault.TooLong)
	}
	imp, err := s.Begin(c, c.Who, &BeginRequest{
		Space: in.Space, Directory: in.Directory, Name: in.Folder, Kind: in.Kind, Origin: *origin, OnDuplicate: in.OnDuplicate,
		Rate: in.Rate,
	})
	if err != nil {
		return nil, err
	}
	return s.Get(c, c.Who, imp.ID)
}

const maxTitle = 1_000 // bytes

type oneIn struct {
	ID db.ImportID `path:"import_id"`
}

func (s *Service) handleGet(c *api.Call, in *oneIn) (*ImportView, error) {
	return s.Get(c, c.Who, in.ID)
}

// loadAfter answers with an import as it is after a change.
func (s *Service) loadAfter(c *api.Call, id db.ImportID, err error) (*ImportView, error) {
	if err != nil {
		return nil, err
	}
	return s.Get(c, c.Who, id)
}

type changeIn struct {
	ID db.ImportID `path:"import_id"`
}

func (s *Service) handlePause(c *api.Call, in *changeIn) (*ImportView, error) {
	return s.loadAfter(c, in.ID, s.Pause(c, c.Who, in.ID))
}

func (s *Service) handleResume(c *api.Call, in *changeIn) (*ImportView, error) {
	return s.loadAfter(c, in.ID, s.Resume(c, c.Who, in.ID))
}

func (s *Service) handleRepeat(c *api.Call, in *changeIn) (*ImportView, error) {
	return s.loadAfter(c, in.ID, s.Repeat(c, c.Who, in.ID))
}

func (s *Service) handleRetry(c *api.Call, in *changeIn) (*ImportView, error) {
	return s.loadAfter(c, in.ID, s.Retry(c, c.Who, in.ID))
}

type cancelIn struct {
	ID       db.ImportID `path:"import_id"`
	TakeBack bool        `json:"take_back" doc:"what came goes to the trash"`
}

func (s *Service) handleCancel(c *api.Call, in *cancelIn) (*ImportView, error) {
	return s.loadAfter(c, in.ID, s.Cancel(c, c.Who, in.ID, in.TakeBack))
}

type rateIn struct {
	ID   db.ImportID `path:"import_id"`
	Rate int64       `json:"rate" doc:"bytes a second at most; 0 for any number"`
}

func (s *Service) handleSetRate(c *api.Call, in *rateIn) (*ImportView, error) {
	return s.loadAfter(c, in.ID, s.SetRate(c, c.Who, in.ID, in.Rate))
}

func (s *Service) handleForget(c *api.Call, in *oneIn) (api.None, error) {
	return api.None{}, s.Delete(c, c.Who, in.ID)
}
