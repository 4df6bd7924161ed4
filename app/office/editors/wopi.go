package editors

import (
	"context"
	"io"
	"net/url"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/app/office/editors/onlyoffice"
	"anbar/app/office/editors/wopi"
	"anbar/db"
)

// wopiOffice is the editor of an office server that speaks WOPI, such as Collabora Online.
type wopiOffice struct{ s *Service }

const (
	actWopi      = "wopi"
	actWopiProbe = "wopi-probe" // a test of the connection
)

// Frame is what the page posts to an office server that speaks WOPI.
type Frame struct {
	URL     string `json:"url" doc:"of the form"`
	Token   string `json:"access_token"`
	Expires int64  `json:"access_token_ttl" doc:"when the token ends, in milliseconds since 1970"`
}

// SchemaName implements api.SchemaNamer.
func (Frame) SchemaName() string { return "WopiFrame" }

// refreshWopi asks the office server what it can do, when documents are opened with it and it was not asked lately.
func (s *Service) refreshWopi(ctx context.Context) error {
	server, now := s.WOPI.Now(), s.Settings.Current()
	via := string(leases.WOPI)
	if server == nil || now.EditorWord != via && now.EditorCell != via && now.EditorSlide != via {
		return nil
	}
	_, err := server.LoadDiscovery(ctx)
	return err
}

// canWopiShow reports whether the office server shows files of an extension. While it was never reached it may: the answer to
// those who open one is that it does not answer.
func (s *Service) canWopiShow(ext string) bool {
	server := s.WOPI.Now()
	if server == nil {
		return false
	}
	d := server.CachedDiscovery()
	return d == nil || d.FrameURL(ext, false) != ""
}

// CanEdit implements Provider.
func (e *wopiOffice) CanEdit(ext string) bool {
	server := e.s.WOPI.Now()
	if server == nil {
		return false
	}
	d := server.CachedDiscovery()
	return d != nil && d.CanEdit(ext)
}

// shareLease implements sharer. All who edit a file join the lease that is there, for the office server keeps one document for all
// of them; what somebody else changes meanwhile is found by the time of the head.
func (e *wopiOffice) shareLease(tx *db.Tx, o *OpenSession, it *access.Item, c leases.Claim, over bool) (now, before *db.Lease, err error) {
	l, living, err := leases.Find(tx.ReadOnly(), it.ID)
	if err != nil {
		return nil, nil, err
	}
	if l != nil && l.Via == string(leases.WOPI) && (living || l.User == o.Who.User) {
		k, err := tx.WopiSessionByKey(l.Key)
		if err == nil && k.Node == it.ID && !k.Closed {
			return l, nil, leases.Extend(tx, l)
		}
	}
	k := &db.WopiSession{
		Key: "wopi-" + db.LeaseID(db.NewID()).String(), Node: it.ID, Space: it.Space.ID, User: o.Who.User, Name: it.Name,
	}
	if err := tx.InsertWopiSession(k); err != nil {
		return nil, nil, err
	}
	c.Key = k.Key
	return leases.Acquire(tx, o.Who, it.ID, c, over)
}

// wopiQuery returns the parameters of the office server's page: the file, the language and whether it is read-only.
func (o *OpenSession) wopiQuery(source string) url.Values {
	q := url.Values{"WOPISrc": {source}, "lang": {"en-US"}}
	if o.Person.Language == "fa" {
		q.Set("lang", "fa")
	}
	if o.Mode != Edit {
		q.Set("permission", "readonly")
	}
	return q
}

// Open implements Provider.
func (e *wopiOffice) Open(_ context.Context, o *OpenSession) error {
	server := e.s.WOPI.Now()
	if server == nil {
		return fault.OfficeOff
	}
	d := server.CachedDiscovery()
	if d == nil {
		return fault.OfficeAnswer
	}
	p := pass{Act: actWopi, Space: o.Target.Space, File: o.Target.File, User: o.Who.User, Session: o.Who.Session}
	if !o.Head {
		p.Version = o.Base
	}
	if o.Lease != nil {
		p.Key = o.Lease.Key
	}
	token, err := e.signPass(&p)
	if err != nil {
		return err
	}
	q := o.wopiQuery(e.sourceURL(server, &p))
	o.Server = server.Origin()
	o.Frame = &Frame{URL: d.FrameURL(o.format.ext, o.Mode == Edit) + q.Encode(), Token: token, Expires: p.Expires * 1000}
	return nil
}

// signPass signs a pass for one person and one file.
func (e *wopiOffice) signPass(p *pass) (string, error) {
	p.Expires = time.Now().Add(limits.WopiToken).Unix()
	return onlyoffice.Sign(string(e.s.Key), p)
}

// baseURL is where the office server reaches this one.
func (e *wopiOffice) baseURL(server *wopi.Server) string {
	if server.Own != "" {
		return server.Own
	}
	return e.s.URL()
}

// sourceURL is the address of a document. An earlier version has another one: the office server has one document for each.
func (e *wopiOffice) sourceURL(server *wopi.Server, p *pass) string {
	return e.baseURL(server) + "/api/wopi/files/" + wopiFileID(p)
}

func wopiFileID(p *pass) string {
	if p.Version != 0 {
		return p.File.String() + "-" + p.Version.String()
	}
	return p.File.String()
}

// ForceSave implements Provider. The protocol has no such request; the page asks its frame to save.
func (e *wopiOffice) ForceSave(context.Context, *db.Lease) error { return nil }

// EndSessions implements Provider. The protocol has no such request either; the server learns of it when it saves, and what it has is
// kept as a copy.
func (e *wopiOffice) EndSessions(context.Context, *db.Lease) error { return nil }

// Close implements Provider. While the office server has locked the file it still has work to save, and gives the file back
// when the last one has left.
func (e *wopiOffice) Close(_ context.Context, l *db.Lease) (bool, error) { return l.Lock == "", nil }

// Convert implements Provider. Such a server edits older formats as they are.
func (e *wopiOffice) Convert(context.Context, *Source, string) (io.ReadCloser, error) {
	return nil, fault.ConversionFailed
}
