package stories

import (
	"crypto/md5" // as Google names contents
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// fakeGoogle is a strict Google of our own: people let clients in, and clients keep files of their own in a Drive.
type fakeGoogle struct {
	*httptest.Server
	id, secret string

	mu      sync.Mutex
	codes   map[string]*consent
	refresh map[string]*consent // lasting tokens
	access  map[string]*consent // short ones
	docs    map[string]*remoteDoc
	asked   []string // method and kind of each call for documents
	breaks  []string // how the next calls for documents fail
	lie     string   // about the next description or content
	deny    string   // a scope that people do not give
	typing  int      // contents that are fetched while somebody types on
	between func()   // happens while the next call for documents is answered
	met     int      // the status of what happened then
	serial  int
}

// consent is a person who let a client in.
type consent struct {
	email, redirect, challenge, nonce string
}

// remoteDoc is a file in somebody's Drive.
type remoteDoc struct {
	owner, mime, session, name string
	content                    []byte
	writers                    []string
	trashed                    bool
}

const (
	scopeDrive = "https://www.googleapis.com/auth/drive.file"
	scopeEmail = "https://www.googleapis.com/auth/userinfo.email"
)

func newFakeGoogle(id, secret string) *fakeGoogle {
	g := &fakeGoogle{
		id: id, secret: secret, codes: map[string]*consent{}, refresh: map[string]*consent{}, access: map[string]*consent{},
		docs: map[string]*remoteDoc{},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", g.token)
	mux.HandleFunc("POST /revoke", g.revoke)
	mux.HandleFunc("POST /upload/drive/v3/files", g.drive("create", g.create))
	mux.HandleFunc("GET /drive/v3/files/{id}", g.drive("get", g.get))
	mux.HandleFunc("GET /drive/v3/files/{id}/export", g.drive("export", g.export))
	mux.HandleFunc("POST /drive/v3/files/{id}/permissions", g.drive("permission", g.permit))
	mux.HandleFunc("DELETE /drive/v3/files/{id}", g.drive("delete", g.remove))
	mux.HandleFunc("GET /elsewhere", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"id":"elsewhere"}`) })
	g.Server = httptest.NewServer(mux)
	return g
}

func (g *fakeGoogle) next(kind string) string {
	g.serial++
	return fmt.Sprintf("%s-%d", kind, g.serial)
}

// consents is a person on Google's page, who says yes. It returns the query that their browser comes back with.
func (g *fakeGoogle) consents(page, email, redirect string) (code, state string, err error) {
	u, err := url.Parse(page)
	if err != nil {
		return "", "", err
	}
	q := u.Query()
	scopes := strings.Fields(q.Get("scope"))
	slices.Sort(scopes)
	switch {
	case !strings.HasPrefix(page, g.URL+"/o/oauth2/v2/auth?"):
		return "", "", errors.New("another page: " + page)
	case q.Get("client_id") != g.id || q.Get("response_type") != "code" ||
		q.Get("access_type") != "offline" || q.Get("prompt") != "consent":
		return "", "", errors.New("not what a client asks for: " + u.RawQuery)
	case q.Get("redirect_uri") != redirect:
		return "", "", errors.New("redirect_uri_mismatch: " + q.Get("redirect_uri"))
	case !slices.Equal(scopes, []string{"email", scopeDrive, "openid"}):
		return "", "", fmt.Errorf("scopes %q", scopes)
	case q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) < 43 || q.Get("nonce") == "" || q.Get("state") == "":
		return "", "", errors.New("unprotected: " + u.RawQuery)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	code = g.next("code")
	g.codes[code] = &consent{email, redirect, q.Get("code_challenge"), q.Get("nonce")}
	return code, q.Get("state"), nil
}

func (g *fakeGoogle) token(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	no := func(status int, code string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":%q,"error_description":"secret-%s"}`, code, r.FormValue("client_secret"))
	}
	if g.lie == "token-away" {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		return
	}
	if r.FormValue("client_id") != g.id || r.FormValue("client_secret") != g.secret {
		no(http.StatusUnauthorized, "invalid_client")
		return
	}
	answer := map[string]any{"token_type": "Bearer", "expires_in": 3599}
	var c *consent
	switch r.FormValue("grant_type") {
	case "authorization_code":
		c = g.codes[r.FormValue("code")]
		delete(g.codes, r.FormValue("code"))
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		if c == nil || c.redirect != r.FormValue("redirect_uri") || base64.RawURLEncoding.EncodeToString(sum[:]) != c.challenge {
			no(http.StatusBadRequest, "invalid_grant")
			return
		}
		lasting := g.next("refresh")
		g.refresh[lasting] = c
		answer["refresh_token"], answer["id_token"] = lasting, g.identity(c)
	case "refresh_token":
		if c = g.refresh[r.FormValue("refresh_token")]; c == nil {
			no(http.StatusBadRequest, "invalid_grant")
			return
		}
	default:
		no(http.StatusBadRequest, "unsupported_grant_type")
		return
	}
	answer["scope"] = "openid " + scopeEmail + " " + scopeDrive
	if g.deny != "" {
		answer["scope"] = strings.ReplaceAll(answer["scope"].(string), g.deny, "")
	}
	short := g.next("access")
	g.access[short] = c
	answer["access_token"] = short
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

// identity is an id token; g.lie may make it one for another purpose.
func (g *fakeGoogle) identity(c *consent) string {
	claims := map[string]any{
		"iss": g.URL, "aud": g.id, "sub": "sub-" + c.email, "email": c.email, "nonce": c.nonce, "exp": time.Now().Add(time.Hour).Unix(),
	}
	switch g.lie {
	case "aud":
		claims["aud"] = "another"
	case "nonce":
		claims["nonce"] = "another"
	case "iss":
		claims["iss"] = "https://evil.example"
	}
	b, _ := json.Marshal(claims)
	return "e30." + base64.RawURLEncoding.EncodeToString(b) + ".c2ln"
}

func (g *fakeGoogle) revoke(_ http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.refresh, r.FormValue("token"))
}

// denied answers as Google does.
func denied(w http.ResponseWriter, status int, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"code":%d,"message":"no","errors":[{"domain":"global","reason":%q,"message":"no"}]}}`, status, reason)
}

// drive checks what every call for documents needs, and fails as the story wants.
func (g *fakeGoogle) drive(kind string, do func(http.ResponseWriter, *http.Request, *consent)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		c := g.access[token]
		if !ok || c == nil {
			denied(w, http.StatusUnauthorized, "authError")
			return
		}
		g.asked = append(g.asked, kind)
		if between := g.between; between != nil {
			g.between = nil
			between()
		}
		how := ""
		if len(g.breaks) > 0 {
			how, g.breaks = g.breaks[0], g.breaks[1:]
		}
		switch how {
		case "403":
			denied(w, http.StatusForbidden, "userRateLimitExceeded")
		case "429":
			w.Header().Set("Retry-After", "90")
			denied(w, http.StatusTooManyRequests, "rateLimitExceeded")
		case "503":
			denied(w, http.StatusServiceUnavailable, "backendError")
		case "full":
			denied(w, http.StatusForbidden, "storageQuotaExceeded")
		case "away":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		case "html":
			fmt.Fprint(w, "<html>")
		case "slow":
			time.Sleep(300 * time.Millisecond)
			do(w, r, c)
		default:
			do(w, r, c)
		}
	}
}

func (g *fakeGoogle) create(w http.ResponseWriter, r *http.Request, c *consent) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/related" || r.URL.Query().Get("uploadType") != "multipart" || r.ContentLength <= 0 {
		denied(w, http.StatusBadRequest, "badContent")
		return
	}
	parts := multipart.NewReader(r.Body, params["boundary"])
	var meta struct {
		Name, MimeType string
		AppProperties  map[string]string
	}
	first, err := parts.NextPart()
	if err == nil {
		err = json.NewDecoder(first).Decode(&meta)
	}
	var second *multipart.Part
	if err == nil {
		second, err = parts.NextPart()
	}
	var content []byte
	if err == nil {
		content, err = io.ReadAll(second)
	}
	if err != nil || meta.AppProperties["editor_id"] == "" || second.Header.Get("Content-Type") != meta.MimeType {
		denied(w, http.StatusBadRequest, "badRequest")
		return
	}
	id := g.next("doc")
	g.docs[id] = &remoteDoc{
		owner: c.email, mime: meta.MimeType, session: meta.AppProperties["editor_id"], name: meta.Name, content: content,
	}
	g.describe(w, id)
}

func (g *fakeGoogle) describe(w http.ResponseWriter, id string) {
	d := g.docs[id]
	sum := md5.Sum(d.content)
	about := map[string]any{
		"id": id, "mimeType": d.mime, "md5Checksum": hex.EncodeToString(sum[:]), "version": "1", "size": strconv.Itoa(len(d.content)),
		"trashed": d.trashed, "webViewLink": g.URL + "/document/d/" + id + "/edit",
	}
	switch g.lie {
	case "size":
		about["size"] = "10"
	case "huge":
		about["size"] = "999999999999"
	case "nosize":
		about["size"] = "many"
	case "md5":
		about["md5Checksum"] = strings.Repeat("0", 32)
	case "link":
		about["webViewLink"] = "javascript:alert(1)"
	case "id":
		about["id"] = "another"
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(about)
}

// mine finds a document that the person may see.
func (g *fakeGoogle) mine(w http.ResponseWriter, r *http.Request, c *consent) *remoteDoc {
	d := g.docs[r.PathValue("id")]
	if d == nil || d.owner != c.email {
		denied(w, http.StatusNotFound, "notFound")
		return nil
	}
	return d
}

func (g *fakeGoogle) get(w http.ResponseWriter, r *http.Request, c *consent) {
	d := g.mine(w, r, c)
	switch {
	case d == nil:
	case r.URL.Query().Get("alt") == "media" && d.mime == "application/vnd.google-apps.document":
		denied(w, http.StatusForbidden, "fileNotDownloadable")
	case r.URL.Query().Get("alt") == "media":
		if g.lie == "page" {
			_, _ = w.Write(slices.Repeat([]byte("x"), len(d.content)))
			return
		}
		_, _ = w.Write(d.content)
		if g.typing > 0 {
			g.typing--
			if b, err := edit(d.content, fmt.Sprintf("typing %d", g.typing)); err == nil {
				d.content = b
			}
		}
	default:
		g.describe(w, r.PathValue("id"))
	}
}

func (g *fakeGoogle) export(w http.ResponseWriter, r *http.Request, c *consent) {
	if d := g.mine(w, r, c); d != nil {
		_, _ = w.Write(d.content)
	}
}

func (g *fakeGoogle) permit(w http.ResponseWriter, r *http.Request, c *consent) {
	d := g.mine(w, r, c)
	var p struct{ Type, Role, EmailAddress string }
	if d == nil {
		return
	}
	if json.NewDecoder(r.Body).Decode(&p) != nil || p.Type != "user" || p.Role != "writer" ||
		r.URL.Query().Get("sendNotificationEmail") != "false" {
		denied(w, http.StatusBadRequest, "badRequest")
		return
	}
	d.writers = append(d.writers, p.EmailAddress)
	fmt.Fprint(w, `{"id":"1"}`)
}

func (g *fakeGoogle) remove(w http.ResponseWriter, r *http.Request, c *consent) {
	if g.mine(w, r, c) != nil {
		delete(g.docs, r.PathValue("id"))
		w.WriteHeader(http.StatusNoContent)
	}
}
