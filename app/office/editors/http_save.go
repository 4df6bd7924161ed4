package editors

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"os"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/spool"
	"anbar/db"
	"anbar/decode"
)

// The parts of the form that a Doc is saved with.
const (
	partUntouched = "untouched"
	partEdited    = "edited"
)

type saveIn struct {
	fileIn
	Lease db.LeaseID   `query:"lease_id" required:"true"`
	Base  db.VersionID `query:"base_version_id" required:"true" doc:"of a Doc the version that the editor loaded, of a Sheet the one of the last answer"`
}

// handleSave reads a save into files that have no name, so that no crash leaves one.
func (s *Service) handleSave(c *api.Call, sent *saveIn) error {
	in := &SaveRequest{Target: sent.target(), Lease: sent.Lease, Base: sent.Base, Kind: kindOfRequest(c.R)}
	if _, err := s.loadBase(c, c.Who, in); err != nil {
		return err // whoever may not save is told before the bytes are read
	}
	releaseReceive, err := s.receiveSlots.Acquire(c, c.Owner(), 1) // until it is stored: so many files there are at most
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer releaseReceive()
	files := &partFiles{dir: s.Spool, space: in.Space}
	defer files.close()
	if in.Parts, err = files.readParts(c, in.Kind); err != nil {
		return err
	}
	releaseSave, err := s.saveSlots.Acquire(c, c.Owner(), 1) // not before it is here: a slow sender would keep it from all others
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer releaseSave()
	out, err := s.Save(c, c.Who, c.Owner(), in)
	if err != nil {
		return api.ToBusyFault(err)
	}
	return api.WriteJSON(c.W, http.StatusOK, out)
}

// kindOfRequest is the kind of document that a save has the form of.
func kindOfRequest(r *http.Request) Kind {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && kind == "multipart/form-data" {
		return Word
	}
	return Cell
}

// partFiles is files while they arrive.
type partFiles struct {
	dir   string
	space db.SpaceID
	files []*os.File
}

func (p *partFiles) close() {
	for _, f := range p.files {
		_ = f.Close() // it has no name any more
	}
}

// readParts reads what an editor sends.
func (p *partFiles) readParts(c *api.Call, kind Kind) ([]decode.Content, error) {
	body := api.PacedBody(c)
	if kind == Cell {
		one, err := p.readPart(body, limits.EditOps)
		return []decode.Content{one}, err
	}
	_, params, err := mime.ParseMediaType(c.R.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return nil, fault.BadRequest
	}
	form := multipart.NewReader(bufio.NewReader(body), params["boundary"])
	found := map[string]decode.Content{}
	for range 2 {
		part, err := form.NextPart()
		if err != nil {
			return nil, toFormFault(err)
		}
		name := part.FormName()
		if _, twice := found[name]; twice || name != partUntouched && name != partEdited {
			return nil, fault.Field(name, fault.UnknownField)
		}
		if found[name], err = p.readPart(part, limits.EditPart); err != nil {
			return nil, toFormFault(err)
		}
	}
	return []decode.Content{found[partUntouched], found[partEdited]}, nil
}

// toFormFault gives an error of reading a form its place in the catalogue.
func toFormFault(err error) error {
	var f *fault.Fault
	var disk *fs.PathError
	if errors.As(err, &f) || errors.As(err, &disk) {
		return err
	}
	return fault.BadRequest.Because(err)
}

// readPart reads a part into a file without a name.
func (p *partFiles) readPart(r io.Reader, most int64) (decode.Content, error) {
	f, n, err := spool.Receive(p.dir, r, most)
	if errors.Is(err, spool.ErrTooLarge) {
		err = fault.DocumentTooLarge
	}
	if err != nil {
		return decode.Content{}, err
	}
	p.files = append(p.files, f)
	return decode.Content{From: f, Size: n, Space: p.space}, nil
}
