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

// handleSave reads a save into files that have no name, so that no crash leaves one, and stores it.
func (s *Service) handleSave(c *api.Call, sent *saveIn) error {
	in := &SaveRequest{Target: sent.target(), Lease: sent.Lease, Base: sent.Base, Kind: Cell}
	form, params, err := mime.ParseMediaType(c.R.Header.Get("Content-Type"))
	if err == nil && form == "multipart/form-data" {
		in.Kind = Word
	}
	if _, err := s.authorizeSave(c, c.Who, in); err != nil {
		return err // whoever may not save is told before the bytes are read
	}
	releaseReceive, err := s.receiveSlots.Acquire(c, c.Owner(), 1) // until it is stored: so many files there are at most
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer releaseReceive()
	received, err := s.receiveParts(c, in, params["boundary"])
	defer func() {
		for _, f := range received {
			_ = f.Close() // it has no name any more
		}
	}()
	if err != nil {
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

// receiveParts receives what an editor sends into files, and adds it to the request: the operations on a Sheet, or both writings of a
// Doc, the untouched one first. The caller closes the files, also after an error.
func (s *Service) receiveParts(c *api.Call, in *SaveRequest, border string) (received []*os.File, err error) {
	receive := func(r io.Reader, most int64) (decode.Content, error) {
		f, n, err := spool.Receive(s.Spool, r, most)
		if errors.Is(err, spool.ErrTooLarge) {
			err = fault.DocumentTooLarge
		}
		if err != nil {
			return decode.Content{}, err
		}
		received = append(received, f)
		return decode.Content{From: f, Size: n, Space: in.Space}, nil
	}
	body := api.PacedBody(c)
	if in.Kind == Cell {
		ops, err := receive(body, limits.EditOps)
		in.Parts = []decode.Content{ops}
		return received, err
	}
	if border == "" {
		return nil, fault.BadRequest
	}
	form := multipart.NewReader(bufio.NewReader(body), border)
	found := map[string]decode.Content{}
	for range 2 {
		part, err := form.NextPart()
		if err != nil {
			return received, toFormFault(err)
		}
		name := part.FormName()
		if _, twice := found[name]; twice || name != partUntouched && name != partEdited {
			return received, fault.Field(name, fault.UnknownField)
		}
		if found[name], err = receive(part, limits.EditPart); err != nil {
			return received, toFormFault(err)
		}
	}
	in.Parts = []decode.Content{found[partUntouched], found[partEdited]}
	return received, nil
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
