package editors

import (
	"bytes"
	"errors"
	"net/http"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/spool"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/app/office/editors/blank"
	"anbar/app/office/editors/onlyoffice"
	"anbar/db"
)

func (s *Service) mountOffice(r *api.Router) {
	api.Stream(r, api.Op{
		Call: "GET /editor/onlyoffice/download", Gives: "application/octet-stream", Ranges: true,
		Does: "A document for the office server, which signs the request",
	}, s.handleOfficeDownload)
	api.Stream(r, api.Op{
		Call: "POST /editor/onlyoffice/callback", Takes: "application/json", Answers: CallbackAnswer{}, Also: []int{403, 503},
		Does: "What the office server tells of a document: who edits it, and that it is saved",
	}, s.handleOfficeCallback)
	api.Stream(r, api.Op{
		Call: "GET /editor/onlyoffice/frame", Gives: "text/html",
		Does: "The page that holds the frame of the Document Server, for frames of this server",
	}, s.handleGetOnlyofficeFrame)
	api.Handle(r, api.Op{
		Call: "POST /editor/onlyoffice/save-as", Gate: api.Member, Status: 201,
		Does: "Store a document that the office server made under another name or in another format",
		Fails: []*fault.Fault{
			fault.OfficeOff, fault.OfficeAddress, fault.OfficeAnswer, fault.UploadType, fault.UploadSize, fault.QuotaExceeded,
			fault.PermissionDenied,
		},
	}, s.handleSaveAs)
	api.Handle(r, api.Op{
		Call: "POST /editor/onlyoffice" + inFile + "convert", Gate: api.Member, Status: 201,
		Does:  "Make a document that can be edited of one in an older format, beside it",
		Fails: []*fault.Fault{fault.OfficeOff, fault.ConversionFailed, fault.OfficeAnswer, fault.OfficeReach, fault.DocumentLocked},
	}, s.handleConvert)
}

// CallbackAnswer is what the office server understands: 0 when a document was taken.
type CallbackAnswer struct {
	Error int `json:"error"`
}

// SchemaName implements api.SchemaNamer.
func (CallbackAnswer) SchemaName() string { return "OfficeCallbackAnswer" }

type passIn struct {
	Pass string `query:"t" required:"true" doc:"signed by this server"`
}

func (s *Service) handleOfficeDownload(c *api.Call, in *passIn) error {
	e := &office{s}
	server := s.Office.Now()
	p, err := e.parsePass(in.Pass)
	if err != nil || server == nil && p.Act != actProbe {
		return fault.LinkExpired
	}
	if p.Act == actProbe { // nothing of anybody, and the secret that signs may not be saved yet
		b, err := blank.Make("docx", false)
		if err != nil {
			return err
		}
		http.ServeContent(c.W, c.R, "probe.docx", time.Time{}, bytes.NewReader(b))
		return nil
	}
	var signed struct{}
	if err := server.VerifyRequest(c.R, &signed); err != nil || p.Act != actFetch {
		return fault.PermissionDenied.Because(err)
	}
	f, err := db.Get(c, s.DB, func(v *db.View) (f *downloads.FileVersion, err error) {
		if err := access.CheckActive(v, access.Actor{User: p.User, Session: p.Session}); err != nil {
			return nil, fault.LinkExpired.Because(err)
		}
		it, err := access.Node(v, access.Actor{User: p.User}, p.Space, p.File, access.Read)
		if err == nil && it.Kind != db.File {
			err = fault.NotAFile
		}
		if err == nil {
			f, err = downloads.VersionOf(v, it, p.Version)
		}
		return f, err
	})
	if err != nil {
		return err
	}
	return s.Downloads.ServeToBrowser(c.W, c.R, c.Owner(), f, false)
}

// handleOfficeCallback answers in the words of the office server. It tries again after a 503; every other refusal is final, and
// it keeps the document to be fetched later.
func (s *Service) handleOfficeCallback(c *api.Call, in *passIn) error {
	e := &office{s}
	answer := func(status, code int) error { return api.WriteJSON(c.W, status, CallbackAnswer{code}) }
	server := s.Office.Now()
	p, err := e.parsePass(in.Pass)
	if err != nil || server == nil || p.Act != actStore {
		return answer(http.StatusForbidden, 1) // before its bytes are read
	}
	body, err := spool.ReadAll(api.PacedBody(c), limits.OfficeBody)
	if errors.Is(err, spool.ErrTooLarge) {
		return fault.TooLarge
	}
	if err != nil {
		return err
	}
	callback, token, err := server.ReadCallback(c.R, body)
	if err != nil {
		s.Log.Warn("a callback that the office server did not sign is refused", "error", err)
		return answer(http.StatusForbidden, 1)
	}
	err = e.acceptCallback(c, server, p, callback, token)
	var final *fault.Fault
	switch {
	case err == nil:
		return answer(http.StatusOK, 0)
	case errors.As(err, &final) && !errors.Is(err, onlyoffice.ErrBusy):
		s.Log.Error("a document of the office server is refused", "key", callback.Key, "status", callback.Status, "error", err)
		return answer(http.StatusOK, 1)
	}
	s.Log.Warn("a document of the office server cannot be stored now", "key", callback.Key, "status", callback.Status, "error", err)
	return answer(http.StatusServiceUnavailable, 1)
}

type saveAsIn struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	From      string     `json:"from_file_name,omitempty" doc:"the name of the document that was open"`
	Name      string     `json:"file_name"`
	Type      string     `json:"file_type" doc:"extension, such as docx or pdf"`
	URL       string     `json:"url" doc:"where the office server keeps it"`
}

func (s *Service) handleSaveAs(c *api.Call, in *saveAsIn) (*files.File, error) {
	l, err := s.SaveAs(c, c.Who, in.Space, in.Directory, in.Name, in.Type, in.URL)
	if err != nil {
		return nil, err
	}
	f := l.FileJSON()
	return &f, nil
}

type convertIn struct{ fileIn }

func (s *Service) handleConvert(c *api.Call, in *convertIn) (*files.File, error) {
	l, err := s.Convert(c, c.Who, in.target())
	if err != nil {
		return nil, err
	}
	f := l.FileJSON()
	return &f, nil
}
