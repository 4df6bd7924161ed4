package editors

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/db"
)

const inFile = "/space/{space_id}/directory/{directory_id}/file/{file_id}/"

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Detail[leases.Holder](r, "holder", "who edits the file")
	opens := []*fault.Fault{fault.EditorVersion, fault.NotEditable, fault.VersionChanged, fault.DocumentUnreadable, fault.OfficeAnswer}
	api.Handle(r, api.Op{
		Call: "GET /editor/onlyoffice" + inFile + "open", Gate: api.Member, Fails: opens,
		Does: "Open a document in the editor that the settings choose for its kind: to be edited or, with the reason, to be read",
	}, s.handleOpen)
	api.Handle(r, api.Op{
		Call: "GET /editor/engines", Gate: api.Member, Does: "List the editors that are there, and which files each of them edits",
	}, s.handleListEngines)
	api.Handle(r, api.Op{
		Call: "GET /editor/kept-key", Gate: api.Member,
		Does: "Give the key that seals what a browser keeps of a person's unsaved edits; it is always the same one",
	}, s.handleGetDraftKey)
	lost := []*fault.Fault{fault.EditedByAnother, fault.ClosedForEditing, fault.PermissionDenied}
	api.Handle(r, api.Op{
		Call: "POST /editor/embedded" + inFile + "ping", Gate: api.Member, Fails: lost,
		Does: "Renew a lease, also one that ended while no one else took the file",
	}, s.handlePing)
	api.Handle(r, api.Op{
		Call: "POST /editor/embedded" + inFile + "take-over", Gate: api.Member, Fails: opens,
		Does: "Open a document to be edited although another person edits it: their work is kept, what they save from now on is a copy",
	}, s.handleTakeOver)
	api.Handle(r, api.Op{
		Call: "POST /editor/embedded" + inFile + "close", Gate: api.Member,
		Does: "End a lease", Status: 204,
	}, s.handleClose)
	api.Handle(r, api.Op{
		Call: "POST /editor/onlyoffice" + inFile + "force-save", Gate: api.Member, Fails: append(lost, fault.OfficeAnswer),
		Does: "Have the office server save now what was typed so far", Status: 204,
	}, s.handleForceSave)
	api.Stream(r, api.Op{
		Call: "POST /editor/embedded" + inFile + "save", Gate: api.Member,
		Does: "Save a document: of a Doc a form with the parts untouched (what the editor writes without an edit) and edited, docx each; " +
			"of a Sheet JSON with the operations, {\"ops\":[…]}",
		Takes: "multipart/form-data, application/json", Answers: SaveResult{},
		Fails: []*fault.Fault{
			fault.EditorVersion, fault.NotEditable, fault.ClosedForEditing, fault.EditInvalid, fault.EditStructure, fault.DocumentTooLarge,
			fault.DocumentUnreadable, fault.DocumentMacros, fault.DocumentSigned, fault.DocumentProtected, fault.DocumentLocked,
			fault.DocumentUnsupported,
			fault.QuotaExceeded, fault.PermissionDenied, fault.TooManyRequests,
		},
	}, s.handleSave)
	api.Handle(r, api.Op{
		Call: "POST /editor/onlyoffice/create", Gate: api.Member, Status: 201,
		Does:  "Make an empty document, whichever editor opens it",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.QuotaExceeded, fault.TooManyFiles, fault.InvalidName},
	}, s.handleCreate)
	s.mountTemplates(r)
	s.mountOffice(r)
	s.mountWopi(r)
	s.mountGoogle(r)
}

// DraftKey is the key of edits that a browser keeps: whoever signs in there next has another one.
type DraftKey struct {
	Key string `json:"key" doc:"of AES-256-GCM, in Base64"`
}

// SchemaName implements api.SchemaNamer.
func (DraftKey) SchemaName() string { return "EditorKeptKey" }

func (s *Service) handleGetDraftKey(c *api.Call, _ *struct{}) (*DraftKey, error) {
	mac := hmac.New(sha256.New, s.DraftKey)
	mac.Write([]byte(c.Who.User.String()))
	return &DraftKey{base64.StdEncoding.EncodeToString(mac.Sum(nil))}, nil
}

type fileIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	File      db.NodeID  `path:"file_id"`
}

func (in *fileIn) target() Target {
	return Target{Space: in.Space, Directory: in.Directory, File: in.File}
}

type openIn struct {
	fileIn
	Type    string            `query:"editor_type" doc:"the kind that is expected: docs, sheets or slides; also word, cell, slide, docx …"`
	Version db.VersionID      `query:"version_id" doc:"the current version when absent; an earlier one is only read"`
	Mode    string            `query:"mode" doc:"view to read without taking the file; edit when absent"`
	Device  string            `query:"device" doc:"phone for a small screen"`
	Engine  leases.EditorKind `query:"engine" enum:"embedded,onlyoffice,wopi,google" doc:"the editor to use; that of the settings when absent"`
}

func (s *Service) handleOpen(c *api.Call, in *openIn) (*OpenResult, error) {
	a, err := s.parseOpenRequest(c, &in.fileIn, in.Type)
	if err != nil {
		return nil, err
	}
	a.Version, a.ReadOnly, a.Phone, a.Engine = in.Version, in.Mode == View, in.Device == "phone", in.Engine
	o, err := s.Open(c, c.Who, a)
	return o, api.ToBusyFault(err)
}

func (s *Service) parseOpenRequest(c *api.Call, in *fileIn, word string) (OpenRequest, error) {
	a := OpenRequest{Target: in.target(), Device: c.Origin().Device, Owner: c.Owner()}
	if word != "" {
		kind, ok := parseKind(word)
		if !ok {
			return a, fault.Field("editor_type", fault.InvalidValue)
		}
		a.Kind = kind
	}
	return a, nil
}

type takeOverIn struct {
	fileIn
	Type   string            `json:"editor_type,omitempty"`
	Engine leases.EditorKind `json:"engine,omitempty" enum:"embedded,onlyoffice,wopi,google"`
}

func (s *Service) handleTakeOver(c *api.Call, in *takeOverIn) (*OpenResult, error) {
	a, err := s.parseOpenRequest(c, &in.fileIn, in.Type)
	if err != nil {
		return nil, err
	}
	a.TakeOver, a.Engine = true, in.Engine
	o, err := s.Open(c, c.Who, a)
	return o, api.ToBusyFault(err)
}

type leaseIn struct {
	fileIn
	Lease db.LeaseID `json:"lease_id"`
}

func (s *Service) handlePing(c *api.Call, in *leaseIn) (*LeaseAnswer, error) {
	return s.Ping(c, c.Who, in.target(), in.Lease)
}

func (s *Service) handleClose(c *api.Call, in *leaseIn) (api.None, error) {
	return api.None{}, s.Close(c, c.Who, in.target(), in.Lease)
}

func (s *Service) handleForceSave(c *api.Call, in *leaseIn) (api.None, error) {
	return api.None{}, s.ForceSave(c, c.Who, in.target(), in.Lease)
}

type createIn struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	Type      string     `json:"file_type" enum:"docx,xlsx,pptx"`
	Name      string     `json:"name,omitempty" doc:"in the language when absent; it gets a number when it is taken"`
	Language  string     `json:"language,omitempty" enum:"fa,en" doc:"of the interface that it is made in; that of the account when absent"`
	Template  string     `json:"template,omitempty" enum:"letter,minutes,contract,invoice" doc:"a docx begins with it; empty when absent"`
}

func (s *Service) handleCreate(c *api.Call, in *createIn) (*files.File, error) {
	l, err := s.Create(c, c.Who, NewDocument{Space: in.Space, Directory: in.Directory, Ext: in.Type, Name: in.Name,
		Language: in.Language, Template: in.Template})
	if err != nil {
		return nil, err
	}
	f := l.FileJSON()
	return &f, nil
}
