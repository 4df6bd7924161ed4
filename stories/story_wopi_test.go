package stories

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/rogpeppe/go-internal/testscript"
)

// wopiServer is a strict office server of our own that speaks WOPI as the protocol's documentation and Collabora's say: it
// signs what it asks, keeps one document for each source, and refuses answers that lack what the protocol demands.
type wopiServer struct {
	*httptest.Server
	to func() http.Handler // the appliance

	mu       sync.Mutex
	now, old *rsa.PrivateKey
	signs    string // with which key: "", old, before, none, forged, late, other
	lie      string // of the discovery
	refuses  string // what it says of access instead of Ok
	sources  map[string]string
}

func newKey() *rsa.PrivateKey {
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return k
}

func newWopiServer(to func() http.Handler) *wopiServer {
	o := &wopiServer{to: to, now: newKey(), old: newKey(), sources: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hosting/discovery", o.discovery)
	mux.HandleFunc("GET /hosting/capabilities", func(w http.ResponseWriter, _ *http.Request) {
		if o.lie == "other" {
			http.NotFound(w, nil)
			return
		}
		fmt.Fprint(w, `{"hasWopiAccessCheck":true,"productName":"Fake Office","productVersion":"24.04"}`)
	})
	mux.HandleFunc("POST /hosting/wopiAccessCheck", o.access)
	o.Server = httptest.NewServer(mux)
	return o
}

func (o *wopiServer) discovery(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	lie, now, old := o.lie, o.now, o.old
	o.mu.Unlock()
	number := func(n *big.Int) string { return base64.StdEncoding.EncodeToString(n.Bytes()) }
	base := "http://" + r.Host
	head, keys := `<?xml version="1.0" encoding="utf-8"?>`, fmt.Sprintf(
		`<proof-key oldvalue="x" oldmodulus="%s" oldexponent="AQAB" value="x" modulus="%s" exponent="AQAB"/>`, number(old.N), number(now.N))
	switch lie {
	case "host":
		base = "https://evil.example.org"
	case "unsigned":
		keys = ""
	case "error":
		http.Error(w, "busy", http.StatusBadGateway)
		return
	}
	actions := ""
	for _, ext := range []string{"docx", "xlsx", "odt", "doc"} {
		actions += fmt.Sprintf(`<action default="true" ext="%s" name="edit" urlsrc="%s/browser/dist/cool.html?&lt;ui=UI_LLCC&amp;&gt;"/>`,
			ext, base)
	}
	actions += fmt.Sprintf(`<action ext="pptx" name="view" urlsrc="%s/browser/dist/view.html?"/>`, base)
	fmt.Fprintf(w, `%s<wopi-discovery><net-zone name="external-http"><app name="writer">%s</app></net-zone>%s</wopi-discovery>`,
		head, actions, keys)
}

// access fetches an address as the check of Collabora does.
func (o *wopiServer) access(w http.ResponseWriter, r *http.Request) {
	var in struct{ CallbackURL string }
	status := o.refuses
	if json.NewDecoder(r.Body).Decode(&in) != nil {
		status = "NoHost"
	}
	if u, err := url.Parse(in.CallbackURL); status == "" && err == nil {
		got := httptest.NewRecorder()
		o.to().ServeHTTP(got, httptest.NewRequest(http.MethodGet, u.RequestURI(), nil))
		if status = "Ok"; got.Code != http.StatusOK {
			status = "NotHttpSuccess"
		}
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"status": status})
}

// sign signs a request as the protocol says, written down anew from its documentation.
func (o *wopiServer) sign(r *http.Request, address, token string) {
	at, key, stale := time.Now(), o.now, o.old
	switch o.signs {
	case "none":
		return
	case "late":
		at = at.Add(-21 * time.Minute)
	case "early":
		at = at.Add(21 * time.Minute)
	case "other":
		address += "x"
	case "forged":
		key, stale = newKey(), newKey()
	case "before": // this server knows the new key already, and the other side only the one before
		key, stale = o.old, newKey()
	}
	const ticksOf1970 = 621355968000000000
	ticks := ticksOf1970 + at.UnixNano()/100
	var b []byte
	for _, part := range [][]byte{[]byte(token), []byte(strings.ToUpper(address)), binary.BigEndian.AppendUint64(nil, uint64(ticks))} {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(part))), part...)
	}
	sum := sha256.Sum256(b)
	for header, k := range map[string]*rsa.PrivateKey{"X-WOPI-Proof": key, "X-WOPI-ProofOld": stale} {
		sig, err := rsa.SignPKCS1v15(rand.Reader, k, crypto.SHA256, sum[:])
		if err != nil {
			panic(err)
		}
		r.Header.Set(header, base64.StdEncoding.EncodeToString(sig))
	}
	r.Header.Set("X-WOPI-TimeStamp", strconv.FormatInt(ticks, 10))
}

// rotate gives the server a new key.
func (o *wopiServer) rotate() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.old, o.now = o.now, newKey()
}

// open reads what the page posts into its frame.
func (o *wopiServer) open(answer []byte) (token string, frame *url.URL, err error) {
	var page struct {
		Server string `json:"document_server_url"`
		Frame  struct {
			URL     string
			Token   string `json:"access_token"`
			Expires int64  `json:"access_token_ttl"`
		}
	}
	if err := json.Unmarshal(answer, &page); err != nil {
		return "", nil, err
	}
	if frame, err = url.Parse(page.Frame.URL); err != nil {
		return "", nil, err
	}
	left := time.Until(time.UnixMilli(page.Frame.Expires))
	if frame.Scheme+"://"+frame.Host != o.URL || page.Server != o.URL || strings.Contains(page.Frame.URL, page.Frame.Token) ||
		strings.ContainsAny(frame.RawQuery, "<>") || left < time.Hour || left > 10*time.Hour {
		return "", nil, fmt.Errorf("the frame is not right: %s", answer)
	}
	o.sources[page.Frame.Token] = frame.Query().Get("WOPISrc")
	return page.Frame.Token, frame, nil
}

// wopiOps are the operations with their methods, paths and overrides.
var wopiOps = map[string][3]string{
	"info": {"GET", "", ""}, "get": {"GET", "/contents", ""}, "put": {"POST", "/contents", "PUT"}, "lock": {"POST", "", "LOCK"},
	"getlock": {"POST", "", "GET_LOCK"}, "refresh": {"POST", "", "REFRESH_LOCK"}, "unlock": {"POST", "", "UNLOCK"},
	"relock": {"POST", "", "LOCK"}, "relative": {"POST", "", "PUT_RELATIVE"}, "rename": {"POST", "", "RENAME_FILE"},
}

// do sends a request to a source. Answers that break the protocol are errors.
func (o *wopiServer) do(op, source, token string, header http.Header, body []byte) (*answer, error) {
	return o.send(op, source, token, header, bytes.NewReader(body))
}

// send is do with a body that need not be there yet.
func (o *wopiServer) send(op, source, token string, header http.Header, body io.Reader) (*answer, error) {
	o3, known := wopiOps[op]
	if !known {
		return nil, fmt.Errorf("there is no operation %q", op)
	}
	address := source + o3[1] + "?access_token=" + url.QueryEscape(token)
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	r := httptest.NewRequest(o3[0], u.RequestURI(), body)
	r.Header.Set("X-WOPI-Override", o3[2])
	for name, values := range header {
		r.Header[name] = values
	}
	o.sign(r, address, token)
	w := httptest.NewRecorder()
	o.to().ServeHTTP(w, r)
	got := &answer{w.Code, w.Header(), w.Body.Bytes()}
	return got, obeys(op, got)
}

// obeys checks what the protocol demands of every answer.
func obeys(op string, a *answer) error {
	_, hasLock := a.Header["X-Wopi-Lock"]
	version := a.Header.Get("X-WOPI-ItemVersion")
	isLock := slices.Contains([]string{"lock", "refresh", "unlock", "relock"}, op)
	switch {
	case !slices.Contains([]int{200, 400, 401, 404, 409, 412, 413, 500, 501}, a.Status):
		return fmt.Errorf("%s: the protocol has no status %d: %s", op, a.Status, a.Body)
	case a.Status == http.StatusConflict && !hasLock:
		return fmt.Errorf("%s: a conflict does not say the lock", op)
	case a.Status == http.StatusOK && op == "getlock" && !hasLock:
		return errors.New("GetLock does not say the lock")
	case a.Status == http.StatusOK && isLock && hasLock:
		return fmt.Errorf("%s: success says a lock", op)
	case a.Status == http.StatusOK && (isLock || op == "put" || op == "get") && version == "":
		return fmt.Errorf("%s: the version is missing", op)
	}
	if op != "info" || a.Status != http.StatusOK {
		return nil
	}
	var f map[string]any
	if err := json.Unmarshal(a.Body, &f); err != nil {
		return err
	}
	for _, name := range []string{"BaseFileName", "OwnerId", "Version", "UserId", "UserFriendlyName", "LastModifiedTime",
		"PostMessageOrigin"} {
		if text, _ := f[name].(string); text == "" {
			return fmt.Errorf("CheckFileInfo lacks %s: %s", name, a.Body)
		}
	}
	if _, isNumber := f["Size"].(float64); !isNumber {
		return errors.New("CheckFileInfo lacks Size")
	}
	for _, name := range []string{"HostAuthenticationId", "PresenceUserId", "TenantId", "UserPrincipalName", "AADUserObjectId"} {
		if _, set := f[name]; set {
			return fmt.Errorf("CheckFileInfo has %s, which hosts do not set", name)
		}
	}
	return nil
}

// wopi is what an office server of WOPI does in a story.
//
//	wopi start                       begin; its address is $wopi
//	wopi open VAR                    the page of the last answer opens its document; the token is $VAR, its query $VAR_query
//	wopi do STATUS TOKEN OP [NAME=VALUE…]  a request: lock=, old=, stamp=, size=, max=, suggested=, exact=, over= are headers,
//	                                 body= and file= the body, of= the token whose file is asked for instead; "stamp=@" is the
//	                                 time of the last "info" or "put"
//	wopi lies WHAT, wopi signs HOW, wopi refuses WHAT, wopi rotate
//	wopi token VAR TOKEN KEY [NAME=NUMBER…]  the token with other claims, signed with the key of the appliance, or "stolen"
func (s *story) wopi(ts *testscript.TestScript, args []string) error {
	o := s.office2
	rest := strings.Join(args[1:], " ")
	switch args[0] {
	case "start":
		s.office2 = newWopiServer(func() http.Handler { return s.app })
		ts.Defer(s.office2.Close)
		ts.Setenv("wopi", s.office2.URL)
	case "open":
		token, frame, err := o.open(s.last.Body)
		if err != nil {
			return err
		}
		ts.Setenv(args[1], token)
		ts.Setenv(args[1]+"_query", frame.Query().Encode())
	case "do":
		return s.wopiDo(ts, o, args[1:])
	case "lies":
		o.lie = rest
	case "signs":
		o.signs = rest
	case "refuses":
		o.refuses = rest
	case "rotate":
		o.rotate()
	case "token":
		token, err := o.retold(s, args[2], args[3], args[4:])
		ts.Setenv(args[1], token)
		return err
	default:
		return fmt.Errorf("wopi does not %s", args[0])
	}
	return nil
}

// retold is a token with other claims.
func (o *wopiServer) retold(s *story, token, key string, changes []string) (string, error) {
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(token, claims); err != nil {
		return "", err
	}
	for _, c := range changes {
		name, value, _ := strings.Cut(c, "=")
		claims[name] = value
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && name == "exp" {
			claims[name] = time.Now().Unix() + n
		}
	}
	secret := s.app.Editors.Key
	if key == "stolen" {
		secret = []byte("another key of thirty-two bytes..")
	}
	out, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(secret)
	o.sources[out] = o.sources[token]
	return out, err
}

var wopiHeaders = map[string]string{
	"lock": "X-WOPI-Lock", "old": "X-WOPI-OldLock", "stamp": "X-COOL-WOPI-Timestamp", "size": "X-WOPI-Size",
	"max":       "X-WOPI-MaxExpectedSize",
	"suggested": "X-WOPI-SuggestedTarget", "exact": "X-WOPI-RelativeTarget", "over": "X-WOPI-OverwriteRelativeTarget",
}

func (s *story) wopiDo(ts *testscript.TestScript, o *wopiServer, args []string) error {
	token := args[1]
	source, header := o.sources[token], http.Header{}
	var body []byte
	for _, arg := range args[3:] {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "body":
			body = []byte("PK\x03\x04 " + value)
		case "raw":
			body = []byte(value)
		case "file":
			body = []byte(ts.ReadFile(value))
		case "of":
			source = o.sources[value]
		default:
			if value == "@" {
				value = s.stamp
			}
			header.Set(wopiHeaders[name], value)
		}
	}
	got, err := o.do(args[2], source, token, header, body)
	if err != nil {
		return err
	}
	s.last = got
	var now struct{ LastModifiedTime string }
	if json.Unmarshal(got.Body, &now) == nil && now.LastModifiedTime != "" {
		s.stamp = now.LastModifiedTime
	}
	if strconv.Itoa(got.Status) != args[0] {
		return fmt.Errorf("status %d %v: %s", got.Status, got.Header, got.Body)
	}
	return nil
}
