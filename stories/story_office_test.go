package stories

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5" // as the real server signs its addresses
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"anbar/app/office/editors/onlyoffice"

	"github.com/golang-jwt/jwt/v5"
	"github.com/rogpeppe/go-internal/testscript"
)

// documentServer is a strict Document Server of our own: it believes only what is signed, hands documents over as the real
// one does, tries again after a 503 alone, and keeps what nobody took.
type documentServer struct {
	*httptest.Server
	secret string
	to     func() http.Handler // the appliance

	mu        sync.Mutex
	sessions  map[string]*session
	saved     map[string]bool // keys that may not be opened again
	files     map[string][]byte
	forgotten map[string][]byte
	breaks    int    // fetches that fail
	lie       string // an address in place of the next one
	fileType  string // of what comes next
	old       bool   // only the addresses of before 8.2
	asked     []string
	last      string // the body of the last callback
	to2       string // its address
	answer    *answer
	tries     int
	gate      func(path string) // is called before a document is handed out
	follows   sync.WaitGroup    // callbacks that follow an answer
}

// session is a document that people edit.
type session struct {
	config  onlyoffice.Config
	users   []string
	content []byte
	changed bool
}

var keyForm = regexp.MustCompile(`^[0-9A-Za-z._=-]{1,128}$`)

func newDocumentServer(secret string, to func() http.Handler) *documentServer {
	d := &documentServer{
		secret: secret, to: to, sessions: map[string]*session{}, saved: map[string]bool{}, files: map[string][]byte{},
		forgotten: map[string][]byte{},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthcheck", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "true") })
	mux.HandleFunc("GET /cache/files/data/", d.file)
	mux.HandleFunc("POST /command", func(w http.ResponseWriter, r *http.Request) { d.unlessOld(w, r, d.command) })
	mux.HandleFunc("POST /coauthoring/CommandService.ashx", d.command)
	mux.HandleFunc("POST /converter", func(w http.ResponseWriter, r *http.Request) { d.unlessOld(w, r, d.convert) })
	mux.HandleFunc("POST /ConvertService.ashx", d.convert)
	mux.HandleFunc("GET /away", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/healthcheck", http.StatusFound) })
	d.Server = httptest.NewServer(mux)
	return d
}

func (d *documentServer) unlessOld(w http.ResponseWriter, r *http.Request, fn http.HandlerFunc) {
	if d.old {
		http.NotFound(w, r)
		return
	}
	fn(w, r)
}

// signed reads what a request says in its tokens, which have to agree.
func (d *documentServer) signed(r *http.Request) (map[string]any, error) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var body struct{ Token string }
	if err := json.Unmarshal(b, &body); err != nil {
		return nil, err
	}
	inner, err := d.claims(body.Token)
	if err != nil {
		return nil, err
	}
	outer, err := d.claims(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	if err != nil {
		return nil, err
	}
	if fmt.Sprint(outer["payload"]) != fmt.Sprint(inner) {
		return nil, errors.New("the header says something else than the body")
	}
	return inner, nil
}

func (d *documentServer) claims(token string) (map[string]any, error) {
	c := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(token, c, func(*jwt.Token) (any, error) { return []byte(d.secret), nil },
		jwt.WithValidMethods([]string{"HS256"}))
	return c, err
}

func (d *documentServer) sign(payload map[string]any) string {
	payload["iat"], payload["exp"] = time.Now().Unix(), time.Now().Add(5*time.Minute).Unix()
	s, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims(payload)).SignedString([]byte(d.secret))
	if err != nil {
		panic(err)
	}
	return s
}

// keep puts bytes where others fetch them for a while.
func (d *documentServer) keep(key, ext string, b []byte) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	path := fmt.Sprintf("/cache/files/data/%s_%d/output.%s/output.%s", key, len(d.files), ext, ext)
	d.files[path] = b
	expires := strconv.FormatInt(time.Now().Add(15*time.Minute).Unix(), 10)
	return d.URL + path + "?md5=" + d.sum(path, expires) + "&expires=" + expires + "&shardkey=" + url.QueryEscape(key)
}

func (d *documentServer) sum(path, expires string) string {
	return fmt.Sprintf("%x", md5.Sum([]byte(expires+path+d.secret)))
}

func (d *documentServer) file(w http.ResponseWriter, r *http.Request) {
	if d.gate != nil {
		d.gate(r.URL.Path)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	expires := r.URL.Query().Get("expires")
	if n, err := strconv.ParseInt(expires, 10, 64); err != nil || n < time.Now().Unix() ||
		r.URL.Query().Get("md5") != d.sum(r.URL.Path, expires) {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	if d.breaks > 0 {
		d.breaks--
		http.Error(w, "busy", http.StatusBadGateway)
		return
	}
	b, ok := d.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(b)
}

func (d *documentServer) command(w http.ResponseWriter, r *http.Request) {
	p, err := d.signed(r)
	if err != nil {
		_ = json.NewEncoder(w).Encode(map[string]any{"error": 6})
		return
	}
	key, _ := p["key"].(string)
	d.mu.Lock()
	d.asked = append(d.asked, fmt.Sprint(p["c"]))
	s := d.sessions[key]
	lost, isLost := d.forgotten[key]
	var keys []string
	for k := range d.forgotten {
		keys = append(keys, k)
	}
	d.mu.Unlock()
	slices.Sort(keys)
	answer := map[string]any{"error": 0, "key": key}
	switch p["c"] {
	case "version":
		answer["version"] = "8.2.2"
	case "forcesave":
		switch {
		case s == nil:
			answer["error"] = 1
		case !s.changed:
			answer["error"] = 4
		default:
			d.follows.Go(func() { _ = d.hand(key, onlyoffice.StatusForced) })
		}
	case "drop", "info":
		if s == nil {
			answer["error"] = 1
			break
		}
		answer["users"] = s.users
		if p["c"] == "drop" {
			d.follows.Go(func() { d.leaveAll(key) })
		}
	case "getForgottenList":
		answer["keys"] = keys
	case "getForgotten":
		if !isLost {
			answer["error"] = 1
			break
		}
		answer["url"] = d.keep(key, "docx", lost)
	case "deleteForgotten":
		d.mu.Lock()
		delete(d.forgotten, key)
		d.mu.Unlock()
	default:
		answer["error"] = 5
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func (d *documentServer) convert(w http.ResponseWriter, r *http.Request) {
	p, err := d.signed(r)
	if err != nil {
		_ = json.NewEncoder(w).Encode(map[string]any{"error": -8})
		return
	}
	b, err := d.fetch(fmt.Sprint(p["url"]))
	if err != nil {
		_ = json.NewEncoder(w).Encode(map[string]any{"error": -4})
		return
	}
	if bytes.Contains(b, []byte("cannot be converted")) || !slices.Contains([]string{"docx", "odt", "doc"}, fmt.Sprint(p["filetype"])) {
		_ = json.NewEncoder(w).Encode(map[string]any{"error": -3})
		return
	}
	if !bytes.HasPrefix(b, []byte("PK\x03\x04")) {
		b = append([]byte("PK\x03\x04 converted "), b...)
	}
	to := fmt.Sprint(p["outputtype"])
	_ = json.NewEncoder(w).Encode(map[string]any{
		"endConvert": true, "percent": 100, "fileType": to, "fileUrl": d.keep(fmt.Sprint(p["key"]), to, b),
	})
}

// fetch gets a document, of the appliance with a token in the header, or of its own.
func (d *documentServer) fetch(address string) ([]byte, error) {
	if strings.HasPrefix(address, d.URL) {
		r, err := http.Get(address)
		if err != nil {
			return nil, err
		}
		defer r.Body.Close()
		return io.ReadAll(r.Body)
	}
	got := d.send(http.MethodGet, address, "")
	if got.Status != http.StatusOK {
		return nil, fmt.Errorf("status %d: %s", got.Status, got.Body)
	}
	return got.Body, nil
}

// send sends a request to the appliance, signed.
func (d *documentServer) send(method, address, body string) *answer {
	u, err := url.Parse(address)
	if err != nil {
		return &answer{Status: http.StatusBadRequest}
	}
	req := httptest.NewRequest(method, u.RequestURI(), strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+d.sign(map[string]any{"payload": map[string]any{"url": address}}))
	w := httptest.NewRecorder()
	d.to().ServeHTTP(w, req)
	return &answer{w.Code, w.Header(), w.Body.Bytes()}
}

// open is what the editor of a page does with its configuration: only what the token says counts.
func (d *documentServer) open(config []byte) error {
	var page struct{ Config onlyoffice.Config }
	if err := json.Unmarshal(config, &page); err != nil {
		return err
	}
	claims, err := d.claims(page.Config.Token)
	if err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	b, err := json.Marshal(claims)
	if err != nil {
		return err
	}
	var c onlyoffice.Config
	if err := json.Unmarshal(b, &c); err != nil {
		return err
	}
	if !keyForm.MatchString(c.Document.Key) || c.Document.URL == "" || c.Editor.CallbackURL == "" || c.Editor.Mode == "" {
		return fmt.Errorf("the configuration is not complete: %s", b)
	}
	if d.saved[c.Document.Key] {
		return errors.New("the version has changed")
	}
	s := d.sessions[c.Document.Key]
	if s == nil {
		content, err := d.fetch(c.Document.URL)
		if err != nil {
			return fmt.Errorf("download: %w", err)
		}
		s = &session{config: c, content: content}
	}
	if c.Editor.Mode != "edit" || !c.Document.Permissions.Edit {
		return nil
	}
	d.mu.Lock()
	d.sessions[c.Document.Key] = s
	s.users = append(s.users, c.Editor.User.ID)
	d.mu.Unlock()
	return d.tell(s, map[string]any{"status": onlyoffice.StatusEditing, "actions": []any{action(1, c.Editor.User.ID)}})
}

func action(kind int, user string) map[string]any {
	return map[string]any{"type": kind, "userid": user}
}

// tell sends a callback, signed in body and header. A 503 and other troubles of the network it tries again; every other
// answer than {"error":0} is final.
func (d *documentServer) tell(s *session, about map[string]any) error {
	about["key"] = s.config.Document.Key
	if about["users"] == nil {
		about["users"] = s.users
	}
	about["token"] = d.sign(about)
	b, err := json.Marshal(about)
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.last, d.to2, d.tries = string(b), s.config.Editor.CallbackURL, 0
	d.mu.Unlock()
	for {
		d.tries++
		got := d.send(http.MethodPost, s.config.Editor.CallbackURL, string(b))
		d.answer = got
		if got.Status == http.StatusOK && strings.TrimSpace(string(got.Body)) == `{"error":0}` {
			return nil
		}
		if got.Status != http.StatusTooManyRequests && got.Status < http.StatusInternalServerError || d.tries > 3 {
			return fmt.Errorf("status %d: %s", got.Status, got.Body)
		}
	}
}

// hand hands a document over. What is not taken for good is kept.
func (d *documentServer) hand(key string, status int) error {
	d.mu.Lock()
	s := d.sessions[key]
	d.mu.Unlock()
	if s == nil {
		return errors.New("no such session")
	}
	ext := s.config.Document.FileType
	if d.fileType != "" {
		ext = d.fileType
	}
	about := map[string]any{"status": status, "url": d.keep(key, ext, s.content), "filetype": ext}
	if d.lie != "" {
		about["url"] = d.lie
	}
	if status == onlyoffice.StatusForced {
		about["forcesavetype"], about["actions"] = 1, []any{action(2, s.users[0])}
	}
	err := d.tell(s, about)
	d.mu.Lock()
	defer d.mu.Unlock()
	if status == onlyoffice.StatusSave {
		d.saved[key] = true
		delete(d.sessions, key)
		if err != nil {
			d.forgotten[key] = s.content
		}
	}
	return err
}

// leave is a person who closes the document.
func (d *documentServer) leave(key, user string) error {
	s := d.sessions[key]
	if s == nil {
		return errors.New("no such session")
	}
	was := slices.Clone(s.users)
	if i := slices.Index(s.users, user); i >= 0 {
		s.users = slices.Delete(s.users, i, i+1)
	}
	switch {
	case len(s.users) > 0:
		return d.tell(s, map[string]any{"status": onlyoffice.StatusEditing, "actions": []any{action(0, user)}})
	case s.changed:
		s.users = was
		return d.hand(key, onlyoffice.StatusSave)
	}
	delete(d.sessions, key)
	return d.tell(s, map[string]any{"status": onlyoffice.StatusClosed, "users": []string{}})
}

func (d *documentServer) leaveAll(key string) {
	s := d.sessions[key]
	for s != nil && len(s.users) > 0 && d.sessions[key] == s {
		if d.leave(key, s.users[0]) != nil {
			return
		}
	}
}

// edit inserts a paragraph into a document.
func edit(content []byte, text string) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		if f.Name == "word/document.xml" {
			b = bytes.Replace(b, []byte("<w:sectPr>"), []byte("<w:p><w:r><w:t>"+text+"</w:t></w:r></w:p><w:sectPr>"), 1)
		}
		part, err := w.Create(f.Name)
		if err == nil {
			_, err = part.Write(b)
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// office is what a Document Server does in a story. KEY is the variable that "office open" sets.
//
//	office start SECRET              begin; its address is $office
//	office open KEY                  the page of the last answer opens its document; "office refuses" when it may not
//	office edit KEY TEXT             somebody types
//	office force KEY, office leave KEY USER   save meanwhile; a person leaves
//	office took, office final, office tries N what became of the last callback
//	office again, office forged HOW  the last callback once more; one that is signed otherwise
//	office breaks N, lies URL, types EXT, old, secret SECRET
//	office kept VAR EXT              a document lies there as somebody saves it under another name; VAR is its address
//	office settle                    the callbacks that follow a command have come
//	office forgot N                  that many documents are kept; office fetch: the appliance gets them
//	office asked COMMAND             the appliance sent that command
func (s *story) office(ts *testscript.TestScript, args []string) error {
	d := s.server
	if args[0] == "start" {
		s.server = newDocumentServer(args[1], func() http.Handler { return s.app })
		ts.Defer(s.server.Close)
		ts.Setenv("office", s.server.URL)
		return nil
	}
	switch args[0] {
	case "open":
		if err := d.open(s.last.Body); err != nil {
			return err
		}
		key, err := s.value("config.document.key")
		ts.Setenv(args[1], key)
		return err
	case "refuses":
		if err := d.open(s.last.Body); err == nil {
			return errors.New("the document opened")
		}
		return nil
	case "edit":
		one := d.sessions[args[1]]
		content, err := edit(one.content, args[2])
		one.content, one.changed = content, true
		return err
	case "force":
		return ignore(d.hand(args[1], onlyoffice.StatusForced))
	case "leave":
		return ignore(d.leave(args[1], args[2]))
	case "fails":
		one := d.sessions[args[1]]
		return ignore(d.tell(one, map[string]any{"status": onlyoffice.StatusSaveFailed}))
	case "again":
		d.answer = d.send(http.MethodPost, d.to2, d.last)
		return nil
	case "forged":
		d.forge(args[1], args[2:])
		return nil
	case "kept":
		ts.Setenv(args[1], d.keep("saved-as", args[2], []byte("PK\x03\x04 a document")))
		return nil
	case "settle":
		d.follows.Wait()
		return nil
	case "fetch":
		return s.app.Editors.FetchForgotten(context.Background())
	}
	return d.check(args)
}

func ignore(error) error { return nil } // a story asks what became of it

// forge sends a callback that is not what the server signed.
func (d *documentServer) forge(how string, args []string) {
	var about map[string]any
	_ = json.Unmarshal([]byte(d.last), &about)
	delete(about, "token")
	to := d.to2
	switch how {
	case "unsigned":
		b, _ := json.Marshal(about)
		u, _ := url.Parse(to)
		req := httptest.NewRequest(http.MethodPost, u.RequestURI(), bytes.NewReader(b))
		w := httptest.NewRecorder()
		d.to().ServeHTTP(w, req)
		d.answer = &answer{w.Code, w.Header(), w.Body.Bytes()}
		return
	case "secret":
		was := d.secret
		d.secret = "another"
		about["token"] = d.sign(about)
		d.secret = was
	case "none":
		token, _ := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims(about)).SignedString(jwt.UnsafeAllowNoneSignatureType)
		about["token"] = token
	case "key":
		about["key"] = args[0]
		about["token"] = d.sign(about)
	case "address":
		to = args[0]
		about["token"] = d.sign(about)
	case "status":
		about["status"], _ = strconv.Atoi(args[0])
		about["token"] = d.sign(about)
	}
	b, _ := json.Marshal(about)
	d.answer = d.send(http.MethodPost, to, string(b))
}

// check looks at what happened, or sets what happens next.
func (d *documentServer) check(args []string) error {
	n := func() int { n, _ := strconv.Atoi(args[1]); return n }
	said := fmt.Errorf("the answer was %d %s after %d tries", d.answer.status(), d.answer.body(), d.tries)
	ok := true
	switch args[0] {
	case "took":
		ok = d.answer.status() == http.StatusOK && hasText(d.answer.body(), `"error":0`)
	case "final":
		ok = d.answer.status() == http.StatusOK && hasText(d.answer.body(), `"error":1`)
	case "denied":
		ok = d.answer.status() == http.StatusForbidden
	case "tries":
		ok = d.tries == n()
	case "breaks":
		d.breaks = n()
	case "lies":
		d.lie = strings.Join(args[1:], "")
	case "types":
		d.fileType = strings.Join(args[1:], "")
	case "old":
		d.old = true
	case "secret":
		d.secret = args[1]
	case "forgot":
		if ok = len(d.forgotten) == n(); !ok {
			said = fmt.Errorf("%d documents are kept", len(d.forgotten))
		}
	case "asked":
		d.follows.Wait() // else its callback meets the next one
		if ok = slices.Contains(d.asked, args[1]); !ok {
			said = fmt.Errorf("it was asked %v", d.asked)
		}
	default:
		return fmt.Errorf("office does not %s", args[0])
	}
	if !ok {
		return said
	}
	return nil
}

func (a *answer) status() int {
	if a == nil {
		return 0
	}
	return a.Status
}

func (a *answer) body() string {
	if a == nil {
		return ""
	}
	return string(a.Body)
}
