package editors

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/wopi"
	"anbar/db"
)

// WopiMade is the answer to PutRelativeFile.
type WopiMade struct {
	Name    string `json:"Name"`
	URL     string `json:"Url" doc:"with an access token"`
	EditURL string `json:"HostEditUrl"`
	ViewURL string `json:"HostViewUrl"`
}

// SchemaName implements api.SchemaNamer.
func (WopiMade) SchemaName() string { return "WopiMade" }

// handleWopiPutRelative makes a file beside the one that is open.
func (s *Service) handleWopiPutRelative(w *wopiCall) error {
	h := w.R.Header
	suggested, exact := h.Get("X-WOPI-SuggestedTarget"), h.Get("X-WOPI-RelativeTarget")
	switch {
	case suggested != "" && exact != "":
		return newWopiError(http.StatusNotImplemented, "a name is either suggested or exact")
	case suggested == "" && exact == "":
		return newWopiError(http.StatusBadRequest, "there is no name")
	}
	f, err := s.loadWopiDocument(w)
	if err != nil {
		return err
	}
	if !f.canCreate {
		return fault.PermissionDenied
	}
	name, err := s.parseWopiName(w, f.it, suggested, exact)
	if err != nil {
		return err
	}
	content, blob, err := s.receiveWopiBody(w, extensionOf(name.Text))
	if err != nil {
		return err
	}
	defer blob.Release()
	p := pass{Act: actWopi, Space: w.p.Space, User: w.p.User, Session: w.p.Session}
	var made, free string
	err = s.DB.Update(w, func(tx *db.Tx) (err error) {
		made, free, err = s.createWopiFile(tx, w, &p, f.it, name, content, exact != "")
		return err
	})
	if err != nil {
		if free != "" {
			w.W.Header().Set("X-WOPI-ValidRelativeTarget", wopi.EncodeUTF7(free))
		}
		return err
	}
	token, err := w.e.signPass(&p)
	if err != nil {
		return err
	}
	page := s.wopiEditURL(p.Space, f.it.Parent, p.File)
	return api.WriteJSON(w.W, http.StatusOK, WopiMade{
		Name: made, URL: w.e.sourceURL(w.server, &p) + "?access_token=" + url.QueryEscape(token), EditURL: page, ViewURL: page,
	})
}

// createWopiFile makes a file beside another one, and completes the pass for it. When an exact name is taken, free is a name to use
// instead.
func (s *Service) createWopiFile(tx *db.Tx, w *wopiCall, p *pass, beside *access.Item, name names.Name, c files.Content, exact bool,
) (made, free string, err error) {
	dir, err := access.Dir(tx.ReadOnly(), w.who, w.p.Space, beside.Parent, access.Create, access.FileSubject, access.Editor)
	if err != nil {
		return "", "", err
	}
	onDuplicate := files.Rename
	if exact {
		over := strings.EqualFold(w.R.Header.Get("X-WOPI-OverwriteRelativeTarget"), "true")
		if onDuplicate, free, err = s.resolveWopiDuplicate(tx, dir, name, over); err != nil {
			return "", free, err
		}
	}
	node, _, err := files.Add(tx, w.who, dir, name, c, onDuplicate)
	if err != nil {
		return "", "", err
	}
	k := &db.WopiSession{
		Key: "wopi-" + db.LeaseID(db.NewID()).String(), Node: node.ID, Space: w.p.Space, User: w.p.User, Name: node.Name,
	}
	p.File, p.Key = node.ID, k.Key
	return node.Name, "", tx.InsertWopiSession(k)
}

// parseWopiName reads the name of a new file. A name that is suggested is made a valid one.
func (s *Service) parseWopiName(w *wopiCall, it *access.Item, suggested, exact string) (names.Name, error) {
	text, err := wopi.DecodeUTF7(suggested + exact)
	if err != nil {
		return names.Name{}, newWopiError(http.StatusBadRequest, "the name is no UTF-7")
	}
	if exact != "" {
		n, err := names.Parse(text)
		if err != nil || n.Text != text {
			w.W.Header().Set("X-WOPI-InvalidFileNameError", "this name cannot be used")
			w.W.Header().Set("X-WOPI-ValidRelativeTarget", wopi.EncodeUTF7(sanitizeName(text).Text))
			return n, newWopiError(http.StatusBadRequest, "the name is not valid")
		}
		return n, nil
	}
	if strings.HasPrefix(text, ".") {
		text = strings.TrimSuffix(it.Name, "."+extensionOf(it.Name)) + text
	}
	return sanitizeName(text), nil
}

// sanitizeName makes a valid name of a text, with its extension.
func sanitizeName(text string) names.Name {
	tidy := strings.Map(func(r rune) rune {
		if _, err := names.Parse("a" + string(r) + "a"); err != nil {
			return '_'
		}
		return r
	}, text)
	for _, try := range []string{text, tidy, "document." + extensionOf(tidy), "document"} {
		if n, err := names.Parse(try); err == nil {
			return n
		}
	}
	n, _ := names.Parse("document") // it is a name
	return n
}

const maxNameTries = 50 // that are tried

// resolveWopiDuplicate says what becomes of a file that has an exact name already. When it stays, free is a name to use instead.
func (s *Service) resolveWopiDuplicate(tx *db.Tx, dir *access.Item, n names.Name, over bool) (do files.OnDuplicate,
	free string, err error) {
	there, err := tx.ChildByName(dir.ID, n.Text, n.Keys())
	if errors.Is(err, db.ErrNotFound) {
		return files.Undecided, "", nil
	}
	if err != nil {
		return "", "", err
	}
	l, living, err := leases.Find(tx.ReadOnly(), there.ID)
	if err != nil {
		return "", "", err
	}
	if over && !living && there.Kind == db.File {
		return files.Version, "", nil
	}
	lock := ""
	if living {
		lock = l.Lock
	}
	for i := 2; i < maxNameTries && free == ""; i++ {
		try, err := names.Parse(names.WithNumber(n.Text, i))
		if err != nil {
			break
		}
		if _, err := tx.ChildByName(dir.ID, try.Text, try.Keys()); errors.Is(err, db.ErrNotFound) {
			free = try.Text
		}
	}
	return "", free, lockMismatch(lock, "there is a file of that name")
}
