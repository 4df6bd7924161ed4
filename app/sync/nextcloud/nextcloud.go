// Package nextcloud is the protocol that the Nextcloud apps speak: what the server is and can
// do, who the person is, how a device gets its token through the browser, how a lost one is
// told to delete its copies, and how files are synchronized, over app/sync/webdav. It works with
// those apps; it is no part of them.
package nextcloud

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/activity"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/app/drive/live"
	"anbar/app/drive/search"
	"anbar/app/drive/trash"
	"anbar/app/identity/apitokens"
	"anbar/app/sharing/boxes"
	"anbar/app/sharing/links"
	"anbar/app/sync/webdav"
	"anbar/blobstore"
	"anbar/db"
)

// DefaultVersion is the version that apps are told when no setting names another: of a series of Nextcloud that is still maintained, whose
// protocol this package speaks. Apps do some things by the version alone: from 32 on desktops send OC-Checksum for each of many
// files and phones allow names that Windows does not have, and from 33 on phones leave it to a PUT to make directories.
const DefaultVersion = "33.0.8"

const product = "Anbar"

// Options are what the service needs.
type Options struct {
	DB      *db.DB
	Blobs   *blobstore.Store
	Tokens  *apitokens.Service
	URL     func() string // where users reach the appliance
	Free    func() int64  // bytes that the disk has left
	Dav     *webdav.Service
	Spool   string // directory of chunks that wait for their neighbors
	Log     *slog.Logger
	Version string // of Nextcloud, in three numbers; DefaultVersion when empty

	Files     *files.Service
	Trash     *trash.Service
	Downloads *downloads.Service
	Finder    *search.Service
	Live      *live.Hub
	Auth      *api.Authenticator
	Links     *links.Service
	Boxes     *boxes.Service
	Activity  *activity.Service
}

// Service answers the apps.
type Service struct {
	Options
	assemblies  *assemblies
	completions *completions
	bulkSlots   *limits.Slots
	push        *pushHub
	orphans     *orphanSweeper
}

// New makes the service.
func New(o Options) *Service {
	if o.Version == "" {
		o.Version = DefaultVersion
	}
	s := &Service{
		Options: o, assemblies: &assemblies{blobs: o.Blobs, dir: o.Spool, all: map[db.ChunkUploadID]*assembly{}},
		completions: newCompletions(), bulkSlots: limits.Bundles(),
		orphans: &orphanSweeper{wake: make(chan struct{}, 1), stopped: make(chan struct{}), done: make(chan struct{})},
	}
	s.push = newPushHub(s)
	go s.sweepOrphans()
	return s
}

// Mount declares the calls of the page that asks a person, and the requests of the apps.
func (s *Service) Mount(r *api.Router) {
	s.mountPage(r)
	s.mountHome(r)
	r.MountProtocol(&api.Protocol{
		Paths: []string{
			"/status.php", "/204", "/index.php/", "/login/v2", "/login/v2/poll", "/login/flow",
		},
		IsOpen: func(*http.Request) bool { return true },
		Handle: s.handlePublic,
	})
	s.mountTrashAndVersions(r)
	s.mountPreviews(r)
	s.mountPush(r)
	s.mountRemote(r)
	r.MountProtocol(&api.Protocol{Paths: []string{"/index.php/avatar/"}, Handle: s.handleAvatar})
	r.MountProtocol(&api.Protocol{Paths: []string{"/ocs/"}, IsOpen: isOpenOCS, Handle: s.handleOCS, Refuse: writeOCSFault})
}

// handlePublic answers what needs no token.
func (s *Service) handlePublic(c *api.Call) error {
	method, path := c.R.Method, strings.TrimPrefix(c.R.URL.Path, "/index.php")
	reads := method == http.MethodGet || method == http.MethodHead
	switch {
	case path == "/status.php" && reads:
		return s.handleStatus(c)
	case path == "/204" && reads:
		c.W.WriteHeader(http.StatusNoContent)
		return nil
	case strings.HasPrefix(path, itemPage) && reads:
		return s.redirectToItem(c, strings.TrimPrefix(path, itemPage))
	case path == "/login/flow" && method == http.MethodGet:
		return s.handleLoginFlow(c)
	case method != http.MethodPost:
	case path == "/login/v2":
		return s.handleLoginStart(c)
	case path == "/login/v2/poll":
		return s.handleLoginPoll(c)
	case path == "/core/wipe/check":
		return s.handleWipeCheck(c)
	case path == "/core/wipe/success":
		return s.handleWipeDone(c)
	}
	return writeNotFound(c)
}

// itemPage is the page of an item, whose number follows. Apps copy its address as the link of a file for those who may see it.
const itemPage = "/f/"

func (s *Service) redirectToItem(c *api.Call, number string) error {
	if parseNumber(number) <= 0 {
		return writeNotFound(c)
	}
	http.Redirect(c.W, c.R, itemPage+number, http.StatusSeeOther)
	return nil
}

// writeNotFound is the answer that apps take for "no" or "not yet".
func writeNotFound(c *api.Call) error { return writeJSON(c, http.StatusNotFound, []any{}) }

// writeJSON is api.WriteJSON for lists that are empty and values without a form of their own.
func writeJSON(c *api.Call, status int, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.W.Header().Set("Content-Type", "application/json; charset=utf-8")
	c.W.WriteHeader(status)
	if c.R.Method != http.MethodHead {
		_, _ = c.W.Write(b) // a failing write means that the client went away
	}
	return nil
}

func (s *Service) handleStatus(c *api.Call) error {
	return writeJSON(c, http.StatusOK, object{
		{"installed", true}, {"maintenance", false}, {"needsDbUpgrade", false}, {"version", s.Version + ".1"}, {"versionstring", s.Version},
		{"edition", ""}, {"productname", product}, {"extendedSupport", false},
	})
}

// originURL is the URL under which the device reached the server, which it goes on with: a
// server in a local network has many names.
func (s *Service) originURL(r *http.Request) string {
	base, err := url.Parse(s.URL())
	switch {
	case r.TLS != nil:
		return "https://" + r.Host
	case err != nil || r.Host == "" || strings.EqualFold(base.Host, r.Host):
		return strings.TrimSuffix(s.URL(), "/")
	}
	return "http://" + r.Host
}

// readToken returns the value "token" of a request. Apps send it as a form or as JSON, and say
// either about it.
func readToken(c *api.Call) (string, error) {
	b, err := readSmallBody(c)
	if err != nil {
		return "", err
	}
	form, err := parseForm(b)
	if err != nil {
		return "", fault.BadRequest.Because(err)
	}
	return form.Get("token"), nil
}

func (s *Service) handleWipeCheck(c *api.Call) error {
	token, err := readToken(c)
	if err != nil {
		return err
	}
	asked, err := s.Tokens.NeedsWipe(c, token)
	if err != nil {
		return err
	}
	if !asked {
		return writeNotFound(c)
	}
	return writeJSON(c, http.StatusOK, object{{"wipe", true}})
}

func (s *Service) handleWipeDone(c *api.Call) error {
	token, err := readToken(c)
	if err != nil {
		return err
	}
	done, err := s.Tokens.ConfirmWipe(c, token, c.Origin())
	if err != nil {
		return err
	}
	if !done {
		return writeNotFound(c)
	}
	return writeJSON(c, http.StatusOK, []any{})
}

// ExpireLogins forgets devices that waited too long.
func (s *Service) ExpireLogins(ctx context.Context) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteDeviceLoginsExpired() })
}

func toInvalidID(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return fault.InvalidID
	}
	return err
}
