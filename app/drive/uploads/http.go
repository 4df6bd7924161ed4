package uploads

import (
	"io"
	"net/http"
	"strconv"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Detail[int64](r, "held", "with `storage_size_limit`: bytes that your own unfinished uploads hold in this workspace; the file "+
		"would fit without them")
	api.Detail[[][2]int](r, "missing", "ranges of parts that did not come: the first, and the one behind the last")
	api.Handle(r, api.Op{Call: "POST /upload/initialize", Gate: api.Uploader, Does: "Begin an upload, or resume one",
		Fails: []*fault.Fault{
			fault.QuotaExceeded, fault.PermissionDenied, fault.InvalidName, fault.UploadSize, fault.UploadType, fault.LinkExpired,
			fault.LinkDeleted, fault.LinkDead, fault.NameTooLong, fault.TooDeep,
		}}, s.handleInitialize)
	api.Stream(r, api.Op{
		Call: "PUT /upload/parts", Gate: api.Uploader,
		Does: "Send one part, raw or as the part \"body\" of a form", Takes: "application/octet-stream",
		Fails: []*fault.Fault{
			fault.UploadNotFound, fault.InvalidPart, fault.PartConflict, fault.PartOffset, fault.UploadBusy,
			fault.QuotaExceeded, fault.UploadSize,
			fault.UploadType, fault.LinkExpired, fault.LinkDeleted, fault.LinkDead,
		},
	}, s.handlePart)
	mountRecipes(r, s)
	api.Stream(r, api.Op{
		Call: "PUT /upload/file", Gate: api.Uploader, Status: http.StatusCreated,
		Does:  "Upload a whole file of at most 1 MiB; the body is its bytes. Longer files come by initialize, parts and complete",
		Takes: "application/octet-stream", Answers: UploadResult{},
		Fails: []*fault.Fault{
			fault.FileTooLong, fault.KeyReused, fault.UploadBusy, fault.ChecksumMismatch, fault.DuplicateField, fault.VersionChanged,
			fault.QuotaExceeded, fault.PermissionDenied, fault.UploadNotFound, fault.InvalidName, fault.NameTooLong, fault.TooDeep,
			fault.UploadSize, fault.UploadType, fault.LinkExpired, fault.LinkDeleted, fault.LinkDead,
		},
	}, s.handleSingle)
	api.Handle(r, api.Op{Call: "POST /upload/complete", Gate: api.Uploader, Does: "Complete an upload", Status: 201,
		Fails: []*fault.Fault{
			fault.UploadNotFound, fault.UploadIncomplete, fault.ChecksumMismatch, fault.DuplicateField, fault.VersionChanged,
			fault.QuotaExceeded, fault.TooDeep,
			fault.PermissionDenied, fault.UploadSize, fault.UploadType, fault.LinkExpired, fault.LinkDeleted, fault.LinkDead,
		}}, s.handleComplete)
	api.Handle(r, api.Op{
		Call: "POST /upload/abort", Gate: api.Uploader,
		Does:  "Cancel an upload and delete its bytes",
		Fails: []*fault.Fault{fault.UploadNotFound},
	}, s.handleAbort)
	api.Handle(r, api.Op{Call: "GET /upload/sessions", Gate: api.Uploader, Does: "Your uploads in progress in a workspace"}, s.handleList)
	api.Stream(r, api.Op{
		Call: "POST /upload/bundle", Gate: api.Client,
		Does: "Send many small files at once: at most 256 files, 8 MiB in all, 1 MiB each. Each is a frame: the length of its header " +
			"(uint32, little endian), the header (JSON: key, relative_path, size, content_type, modified_at, checksum), then its bytes",
		Takes: "application/x-anbar-bundle", Answers: BundleResult{},
		Fails: []*fault.Fault{fault.InvalidBundle, fault.BundleTooLarge, fault.PermissionDenied},
	}, s.handleBundle)
}

type initializeIn struct {
	Space        db.SpaceID `json:"space_id"`
	Directory    db.NodeID  `json:"directory_id"`
	Key          string     `json:"key"`
	ContentType  string     `json:"content_type,omitempty"`
	Checksum     string     `json:"checksum"`
	Size         int64      `json:"file_size"`
	RelativePath string     `json:"relative_path,omitempty"`
	ModifiedAt   string     `json:"modified_at,omitempty" doc:"the time of the file itself (RFC 3339, years 1 to 9999); what is no such time counts as none"`
	OnDuplicate  string     `json:"on_duplicate,omitempty" enum:"rename,version,replace,skip"`
	PartLimit    int64      `json:"part_limit,omitempty" doc:"the largest part, in bytes, that reaches the server, known after a proxy answered 413"`
	GivenUp      []int      `json:"given_up,omitempty" doc:"parts whose connections you gave up: calls that still bring them end, and cut says what came"`
}

// UploadState is how far an upload is.
type UploadState struct {
	ID           db.UploadID `json:"upload_id"`
	First        int         `json:"chunk_number" doc:"first missing part, from 0; equal to chunk_count when all are here"`
	ChunkSize    int64       `json:"chunk_size"`
	Chunks       int         `json:"chunk_count"`
	Present      [][2]int    `json:"present" doc:"ranges of parts that are here, [from, to)"`
	Cut          [][2]int64  `json:"cut" doc:"parts of which the beginning is here, each with its number of bytes"`
	Key          string      `json:"key"`
	Checksum     string      `json:"checksum"`
	Directory    db.NodeID   `json:"directory_id"`
	RelativePath string      `json:"relative_path"`
	Size         int64       `json:"file_size"`
	ContentType  string      `json:"content_type"`
	CreatedAt    api.Time    `json:"created_at"`
}

func toUploadState(st *State) *UploadState {
	o := &UploadState{
		ID: st.ID, First: st.First, ChunkSize: st.ChunkSize, Chunks: st.Parts, Present: st.Present, Key: st.Key, Checksum: st.Checksum,
		Directory: st.Directory, RelativePath: st.ShownPath, Size: st.Size, ContentType: st.ContentType, CreatedAt: api.Time(st.CreatedAt),
		Cut: [][2]int64{},
	}
	if o.Present == nil {
		o.Present = [][2]int{}
	}
	for _, c := range st.Cut {
		o.Cut = append(o.Cut, [2]int64{int64(c.Part), c.Bytes})
	}
	return o
}

// UploadStart is an upload that was begun or resumed.
type UploadStart struct {
	UploadState
	Base *BaseVersion `json:"base" doc:"the version of the same name that the file may be sent as changes of; null for none"`
}

func (s *Service) handleInitialize(c *api.Call, in *initializeIn) (*UploadStart, error) {
	r := Request{
		Space: in.Space, Directory: in.Directory, Key: in.Key, Checksum: in.Checksum, Size: in.Size, ContentType: in.ContentType,
		RelativePath: in.RelativePath, ModifiedAt: in.ModifiedAt, OnDuplicate: in.OnDuplicate, PartLimit: in.PartLimit, GivenUp: in.GivenUp,
	}
	st, err := s.Begin(c, c.Who, r)
	if err != nil {
		return nil, err
	}
	start := &UploadStart{UploadState: *toUploadState(st)}
	if st.First < st.Parts {
		start.Base, err = s.findBase(c, c.Who, &r)
	}
	return start, err
}

const maxFields = 16 // of a form before its body

// partIn says which part of an upload a body is. Its fields stand in the query or in a form.
type partIn struct {
	partRefIn
	From string `query:"offset" doc:"the byte of the part that the body begins with, as cut of the upload says; 0 when it is missing"`
}

// partRefIn names a part of an upload.
type partRefIn struct {
	Upload   string `query:"upload_id" doc:"or space_id, key and checksum"`
	Space    string `query:"space_id"`
	Key      string `query:"key"`
	Checksum string `query:"checksum"`
	Number   string `query:"chunk_number" doc:"from 0"`
}

// set takes a field of a form, over that of the query.
func (in *partIn) set(name, value string) {
	fields := map[string]*string{
		"upload_id": &in.Upload, "space_id": &in.Space, "key": &in.Key, "checksum": &in.Checksum, "chunk_number": &in.Number,
		"offset": &in.From,
	}
	if field := fields[name]; field != nil {
		*field = value
	}
}

func (in *partRefIn) parse() (ref Ref, number int, err error) {
	ref = Ref{Key: in.Key, Checksum: in.Checksum}
	if ref.Upload.UnmarshalText([]byte(in.Upload)) != nil || ref.Space.UnmarshalText([]byte(in.Space)) != nil {
		return ref, 0, fault.InvalidID
	}
	if in.Number == "" {
		return ref, 0, fault.Field("chunk_number", fault.Required)
	}
	if number, err = strconv.Atoi(in.Number); err != nil {
		return ref, 0, fault.Field("chunk_number", fault.InvalidValue)
	}
	return ref, number, nil
}

func (in *partIn) parsePart() (ref Ref, p Part, err error) {
	if ref, p.Number, err = in.parse(); err != nil || in.From == "" {
		return ref, p, err
	}
	if p.From, err = strconv.ParseInt(in.From, 10, 64); err != nil {
		return ref, p, fault.Field("offset", fault.InvalidValue)
	}
	return ref, p, nil
}

// handlePart takes the body raw with the other fields in the query, or a form in
// which the fields come before the part "body".
func (s *Service) handlePart(c *api.Call, in *partIn) error {
	release, err := s.partSlots.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release()
	body := api.PacedBody(c)
	whole := c.R.Body
	c.R.Body = io.NopCloser(body)
	form, err := c.R.MultipartReader()
	c.R.Body = whole // the server drains the rest of it
	if err == nil {
		for n := 0; ; n++ {
			p, err := form.NextPart()
			if err != nil || n > maxFields {
				return fault.BadRequest.Because(err)
			}
			if p.FormName() == "body" {
				body = p
				break
			}
			v, err := io.ReadAll(io.LimitReader(p, 1024))
			if err != nil {
				return fault.BadRequest.Because(err)
			}
			in.set(p.FormName(), string(v))
		}
	}
	ref, p, err := in.parsePart()
	if err != nil {
		return err
	}
	p.Body, p.Expire = body, http.NewResponseController(c.W).SetReadDeadline
	if err := s.WritePart(c, c.Who, ref, p); err != nil {
		return err
	}
	c.W.WriteHeader(http.StatusNoContent)
	return nil
}

type completeIn struct {
	Upload      db.UploadID  `json:"upload_id,omitempty"`
	Space       db.SpaceID   `json:"space_id"`
	Key         string       `json:"key"`
	Checksum    string       `json:"checksum"`
	ContentHash string       `json:"content_hash,omitempty"`
	OnDuplicate string       `json:"on_duplicate,omitempty" enum:"rename,version,replace,skip"`
	Base        db.VersionID `json:"base_version,omitempty" doc:"with on_duplicate version: fails unless this is the newest version"`
}

// UploadResult is a file that came in.
type UploadResult struct {
	File    *files.File   `json:"file" doc:"null for visitors of an upload box"`
	Outcome files.Outcome `json:"outcome" enum:"created,renamed,version,replaced,skipped"`
	Receipt *Receipt      `json:"receipt" doc:"only for visitors of an upload box"`
}

func (s *Service) handleComplete(c *api.Call, in *completeIn) (*UploadResult, error) {
	d, err := s.Complete(c, c.Who, CompleteRequest{Ref: Ref{Upload: in.Upload, Space: in.Space, Key: in.Key,
		Checksum: in.Checksum}, ContentHash: in.ContentHash, OnDuplicate: in.OnDuplicate, Base: in.Base})
	if err != nil {
		return nil, err
	}
	return toUploadResult(d), nil
}

func toUploadResult(d *Result) *UploadResult {
	o := &UploadResult{Outcome: d.Outcome, Receipt: d.Receipt}
	if d.File != nil {
		f := d.File.FileJSON()
		o.File = &f
	}
	return o
}

type abortIn struct {
	Upload   db.UploadID `json:"upload_id,omitempty"`
	Space    db.SpaceID  `json:"space_id"`
	Key      string      `json:"key"`
	Checksum string      `json:"checksum"`
}

func (s *Service) handleAbort(c *api.Call, in *abortIn) (api.None, error) {
	return api.None{}, s.Abort(c, c.Who, Ref{Upload: in.Upload, Space: in.Space, Key: in.Key, Checksum: in.Checksum})
}

// UploadList is the uploads of a person.
type UploadList struct {
	Uploads  []*UploadState `json:"uploads"`
	PageInfo api.PageInfo   `json:"page_info"`
}

type listIn struct {
	Space db.SpaceID `query:"space_id" required:"true"`
}

func (s *Service) handleList(c *api.Call, in *listIn) (*UploadList, error) {
	all, err := s.List(c, c.Who, in.Space)
	l := &UploadList{Uploads: []*UploadState{}, PageInfo: api.SinglePage(len(all))}
	for _, st := range all {
		l.Uploads = append(l.Uploads, toUploadState(st))
	}
	return l, err
}

// BundleResult holds the result of each file of a bundle, in their order.
type BundleResult struct {
	Results []BundleEntry `json:"results"`
}

// BundleEntry is the result of one file of a bundle.
type BundleEntry struct {
	Key          string         `json:"key"`
	RelativePath string         `json:"relative_path"`
	Status       int            `json:"status"`
	ErrorCode    string         `json:"error_code,omitempty"`
	File         *files.File    `json:"file,omitempty"`
	Outcome      *files.Outcome `json:"outcome,omitempty" enum:"created,renamed,version,replaced,skipped"`
}

type bundleIn struct {
	Space       string `query:"space_id" required:"true"`
	Directory   string `query:"directory_id" required:"true"`
	OnDuplicate string `query:"on_duplicate" doc:"rename, version, replace or skip"`
}

func (s *Service) handleBundle(c *api.Call, in *bundleIn) error {
	var space db.SpaceID
	var dir db.NodeID
	if space.UnmarshalText([]byte(in.Space)) != nil || dir.UnmarshalText([]byte(in.Directory)) != nil {
		return fault.InvalidID
	}
	release, err := s.bundleSlots.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release()
	results, err := s.Bundle(c, c.Who, space, dir, in.OnDuplicate, api.PacedBody(c))
	if err != nil {
		return err
	}
	out := BundleResult{make([]BundleEntry, len(results))}
	for i, r := range results {
		e := &out.Results[i]
		e.Key, e.RelativePath, e.Status = r.Key, r.RelativePath, http.StatusCreated
		if r.Fault != nil {
			e.Status, e.ErrorCode = r.Fault.Status, r.Fault.Key
			continue
		}
		f := r.File.FileJSON()
		e.File, e.Outcome = &f, &r.Outcome
	}
	return api.WriteJSON(c.W, http.StatusOK, out)
}
