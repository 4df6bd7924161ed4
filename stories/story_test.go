package stories

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/base/mail/mailtest"
	"anbar/app/identity/accounts"
	passwords "anbar/app/identity/password"
	"anbar/app/office/editors"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/sftp/sftptest"
	"anbar/blobstore"
	"anbar/config"
	"anbar/decode/child"
	"anbar/stories/testdata/hostile"

	"github.com/rogpeppe/go-internal/testscript"
)

// dearPasswords gives passwords their real cost again, and cheapPasswords takes it. Before a
// release, with FULL=1, they always have it.
var (
	dearPasswords  = func() {}
	cheapPasswords = func() {
		if os.Getenv("FULL") == "" {
			dearPasswords = passwords.Cheap()
		}
	}
)

func TestMain(m *testing.M) {
	poisoned()
	cheapPasswords()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	child.Main()
	testscript.Main(m, map[string]func(){"anbar": func() { os.Exit(runOnRecord(os.Args[1:])) }})
}

// TestStories runs every story of testdata/script, each with a product of its own. docs/stories.md explains the steps that a story
// has beside those of testscript.
func TestStories(t *testing.T) {
	t.Parallel()
	tellAll(t, "testdata/script")
}

// tellAll runs the stories of a directory.
func tellAll(t *testing.T, dir string) {
	toTheEnd(t, dir)
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			s := &story{
				t: t, people: map[string]client{}, streams: map[string]*listener{}, read: map[string]int{},
				dir: filepath.Join(env.WorkDir, "data"), next: http.Header{},
			}
			env.Values[storyKey{}] = s
			env.Setenv("HOME", env.WorkDir)
			env.Setenv(recordVariable, filepath.Join(env.WorkDir, ".record"))
			env.Defer(func() { checkRecord(t, filepath.Join(env.WorkDir, ".record")) })
			decoders, err := filepath.Abs("../decode")
			if err != nil {
				return err
			}
			env.Setenv("DECODE", decoders)
			env.Defer(func() {
				if s.app != nil {
					if err := s.app.Close(); err != nil {
						t.Error(err)
					}
				}
				if s.mailbox != nil {
					if err := s.mailbox.server.Close(); err != nil {
						t.Error(err)
					}
				}
				if s.post != nil {
					if err := s.post.Close(); err != nil {
						t.Error(err)
					}
				}
			})
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"appliance": tell((*story).start), "shutdown": tell((*story).stop), "restart": tell((*story).restart),
			"person": tell((*story).person), "as": tell((*story).as), "keep": tell((*story).keep), "has": tell((*story).has),
			"lacks": tell((*story).lacks), "header": tell((*story).header), "send": tell((*story).send), "upload": tell((*story).upload),
			"bundle": tell((*story).bundle), "walk": tell((*story).walk), "hash": tell((*story).hash), "random": tell((*story).random),
			"part": tell((*story).part), "recipe": tell((*story).recipe),
			"rot": tell((*story).rot), "restored": tell((*story).restored), "equal": tell((*story).equal),
			"picture": tell((*story).picture), "hostile": tell((*story).hostile), "pack": tell((*story).pack), "work": tell((*story).work),
			"moment": tell((*story).moment), "pass": tell((*story).pass), "bearer": tell((*story).bearer), "guess": tell((*story).guess),
			"signup": tell((*story).signup), "solve": tell((*story).solve), "basic": tell((*story).basic),
			"redirected": tell((*story).redirected), "staff": tell((*story).staff), "tamper": tell((*story).tamper),
			"deliver": tell((*story).deliver), "digitless": tell((*story).digitless), "tests": tell((*story).tests),
			"copied": tell((*story).copied), "fetched": tell((*story).fetched), "sshd": tell((*story).sshd),
			"aged": tell((*story).aged), "returned": tell((*story).returned),
			"mailed": tell((*story).mailed), "attached": tell((*story).attached),
			"unmailed": tell((*story).unmailed), "texted": tell((*story).texted),
			"untexted": tell((*story).untexted), "authenticator": tell((*story).authenticator), "listen": tell((*story).listen),
			"event": tell((*story).event), "quiet": tell((*story).quiet), "hushed": tell((*story).hushed),
			"answered": tell((*story).answered), "post": tell((*story).openPost), "remains": tell((*story).remains),
			"model": tell((*story).modelDoes), "asked": tell((*story).asked), "unasked": tell((*story).unasked),
			"form": tell((*story).form), "office": tell((*story).office),
			"wopi":   tell((*story).wopi),
			"google": tell((*story).googleDoes), "unpacked": tell((*story).unpacked), "tarball": tell((*story).tarball),
			"device": tell((*story).device), "many": tell((*story).many), "flow": tell((*story).flow),
		},
	})
}

type storyKey struct{}

// story is one product with its users.
type story struct {
	t        *testing.T
	ssh      *sftptest.Server
	app      *app.App
	dir      string
	settings []string
	people   map[string]client
	next     http.Header // for the next call
	last     *answer
	streams  map[string]*listener
	post     *mailtest.Server
	mailbox  *mailbox
	model    *model
	server   *documentServer
	office2  *wopiServer
	stamp    string // of a document of office2
	google   *fakeGoogle
	read     map[string]int // mails of an address that the story has seen
}

func tell(fn func(*story, *testscript.TestScript, []string) error) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		err := fn(ts.Value(storyKey{}).(*story), ts, args)
		if neg && err == nil {
			ts.Fatalf("it worked")
		}
		if !neg {
			ts.Check(err)
		}
	}
}

func (s *story) start(ts *testscript.TestScript, args []string) error {
	s.settings = args
	c := settings(s.dir)
	var merger editors.Merger
	for _, a := range args {
		name, value, _ := strings.Cut(a, "=")
		switch name {
		case "domain":
			c.Domain = []string{value}
		case "signup":
			c.Signup = value
		case "selling":
			c.Selling = value != "false"
		case "workspace-limit":
			if err := c.SpaceLimit.UnmarshalText([]byte(value)); err != nil {
				return err
			}
		case "workspace-members":
			n, err := strconv.Atoi(value)
			if err != nil {
				return err
			}
			c.SpaceMembers = n
		case "sms-hour":
			n, err := strconv.Atoi(value)
			if err != nil {
				return err
			}
			c.SMSHour = n
		case "fixed":
			c.Given = map[string]bool{value: true}
		case "workspace-nodes":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return err
			}
			c.SpaceNodes = n
		case "mail":
			if err := s.servePost(&c); err != nil {
				return err
			}
		case "mailbox":
			if err := s.serveMailbox(&c); err != nil {
				return err
			}
		case "merger": // a plain one, for documents that are none
			merger = plainMerger{}
		case "backup-to":
			if c.BackupTo, c.BackupKeep = value, 24*time.Hour; backup.IsDirectory(value) {
				c.BackupTo = ts.MkAbs(value)
			}
		default:
			return fmt.Errorf("no setting %q", name)
		}
	}
	var err error
	s.app, err = app.New(context.Background(), c, slog.New(slog.NewTextHandler(ts.Stderr(), &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err == nil && merger != nil {
		s.app.Editors.Merger = merger
	}
	return err
}

func (s *story) stop(*testscript.TestScript, []string) error {
	err := s.app.Close()
	s.app = nil
	return err
}

func (s *story) restart(ts *testscript.TestScript, _ []string) error {
	if err := s.stop(ts, nil); err != nil {
		return err
	}
	return s.start(ts, s.settings)
}

func (s *story) person(ts *testscript.TestScript, args []string) error {
	email := args[0] + "@example.org"
	if _, err := s.app.Accounts.Create(context.Background(), accounts.Person{
		FirstName: "The " + args[0], LastName: "Tester", Email: email, Password: password,
	}); err != nil {
		return err
	}
	s.people[args[0]] = client{}
	if err := s.as(ts, []string{
		args[0], "200", "POST", "/accounts/v1/users/login", fmt.Sprintf(`{"login":%q,"password":%q}`, email, password),
	}); err != nil {
		return err
	}
	token, err := s.value("access")
	s.people[args[0]] = client{token: token}
	ts.Setenv(args[0]+"_access", token)
	refresh, rerr := s.value("refresh")
	ts.Setenv(args[0]+"_refresh", refresh)
	return firstOf(err, rerr)
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *story) as(ts *testscript.TestScript, args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("as NAME STATUS METHOD PATH [BODY]")
	}
	want, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	var body io.Reader
	if len(args) > 4 {
		body = strings.NewReader(args[4])
		if file, ok := strings.CutPrefix(args[4], "@"); ok {
			body = strings.NewReader(ts.ReadFile(file))
		}
	}
	path := args[3]
	if !strings.HasPrefix(path, "/api/") {
		path = "/api" + path
	}
	req := httptest.NewRequest(args[2], path, body)
	req.Header = s.next
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	s.next = http.Header{}
	who, known := s.people[args[0]]
	if !known && args[0] != "nobody" {
		return fmt.Errorf("there is no person %q", args[0])
	}
	if who.token != "" {
		req.Header.Set("Authorization", "Bearer "+who.token)
	}
	w := httptest.NewRecorder()
	s.app.ServeHTTP(w, req)
	s.last = settled(s.app, req, &answer{w.Code, w.Header(), w.Body.Bytes()})
	if _, err := ts.Stdout().Write(s.last.Body[:min(len(s.last.Body), 4000)]); err != nil {
		return err
	}
	if s.last.Status != want {
		return fmt.Errorf("status %d, want %d: %s", s.last.Status, want, s.last.Body)
	}
	d, err := documented(s.app)
	if err != nil {
		return err
	}
	return d.check(req, s.last)
}

// value reads a value of the last answer.
func (s *story) value(path string) (string, error) {
	var v any
	if err := json.Unmarshal(s.last.Body, &v); err != nil {
		return "", err
	}
	for p := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[p]
		case []any:
			i, err := strconv.Atoi(p)
			if err != nil || i >= len(at) {
				return "", fmt.Errorf("no entry %s in %s", p, s.last.Body)
			}
			v = at[i]
		}
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case nil:
		return "", fmt.Errorf("no %s in %s", path, s.last.Body)
	}
	b, err := json.Marshal(v)
	return string(b), err
}

// keep sets a variable to a value of the last answer, or with "header" before
// it to one of its headers.
func (s *story) keep(ts *testscript.TestScript, args []string) error {
	if args[1] == "header" {
		v := s.last.Header.Get(args[2])
		ts.Setenv(args[0], v)
		if v == "" {
			return fmt.Errorf("no header %s", args[2])
		}
		return nil
	}
	v, err := s.value(args[1])
	if err == nil && len(args) > 2 {
		m := regexp.MustCompile(args[2]).FindStringSubmatch(v)
		if m == nil {
			return fmt.Errorf("%q does not match %s", v, args[2])
		}
		v = m[1]
	}
	ts.Setenv(args[0], v)
	return err
}

func (s *story) has(_ *testscript.TestScript, args []string) error {
	if !hasText(string(s.last.Body), args[0]) {
		return fmt.Errorf("no %q in %.2000s", args[0], s.last.Body)
	}
	return nil
}

// lacks does not ask whether numbers are whole: what must not be there must not be there within a longer number either.
func (s *story) lacks(_ *testscript.TestScript, args []string) error {
	if bytes.Contains(s.last.Body, []byte(args[0])) {
		return fmt.Errorf("%q is in %.2000s", args[0], s.last.Body)
	}
	return nil
}

func (s *story) header(_ *testscript.TestScript, args []string) error {
	got := s.last.Header.Get(args[0])
	ok, err := regexp.MatchString(args[1], got)
	if err == nil && !ok {
		err = fmt.Errorf("%s is %q, want %q", args[0], got, args[1])
	}
	return err
}

func (s *story) send(_ *testscript.TestScript, args []string) error {
	s.next.Set(args[0], args[1])
	return nil
}

func (s *story) upload(ts *testscript.TestScript, args []string) error {
	name, space, dir, file := args[0], args[1], args[2], args[3]
	decide := ""
	if len(args) > 4 {
		decide = args[4]
	}
	content := ts.ReadFile(file)
	announce := fmt.Sprintf(`{"space_id":%q,"directory_id":%q,"key":%q,"checksum":"fp:%d","file_size":%d}`, space, dir, filepath.Base(file),
		len(content), len(content))
	if err := s.as(ts, []string{name, "200", "POST", "/upload/initialize", announce}); err != nil {
		return err
	}
	id, err := s.value("upload_id")
	if err != nil {
		return err
	}
	const chunk = 5 << 20
	for n := 0; n*chunk < len(content); n++ {
		part := content[n*chunk : min(len(content), (n+1)*chunk)]
		if err := os.WriteFile(ts.MkAbs("part.tmp"), []byte(part), 0o600); err != nil {
			return err
		}
		if err := s.as(ts, []string{
			name, "204", "PUT", fmt.Sprintf("/upload/parts?upload_id=%s&chunk_number=%d", id, n), "@part.tmp",
		}); err != nil {
			return err
		}
	}
	return s.as(ts, []string{
		name, "201", "POST", "/upload/complete",
		fmt.Sprintf(`{"upload_id":%q,"space_id":%q,"key":%q,"checksum":"fp:%d","on_duplicate":%q}`, id, space, filepath.Base(file),
			len(content), decide),
	})
}

func (s *story) bundle(ts *testscript.TestScript, args []string) error {
	var b bytes.Buffer
	for _, file := range args[4:] {
		content := ts.ReadFile(file)
		writeFrame(&b, map[string]any{
			"key": filepath.Base(file), "relative_path": strings.TrimPrefix(filepath.Dir(file), "."), "size": len(content),
			"checksum": blobstore.Sum([]byte(content)).String(),
		}, []byte(content))
	}
	if err := os.WriteFile(ts.MkAbs("bundle.tmp"), b.Bytes(), 0o600); err != nil {
		return err
	}
	q := url.Values{"space_id": {args[2]}, "directory_id": {args[3]}}
	return s.as(ts, []string{args[0], args[1], "POST", "/upload/bundle?" + q.Encode(), "@bundle.tmp"})
}

func (s *story) hash(ts *testscript.TestScript, args []string) error {
	ts.Setenv(args[0], blobstore.Sum([]byte(ts.ReadFile(args[1]))).String())
	return nil
}

func (s *story) random(ts *testscript.TestScript, args []string) error {
	var n config.Size
	if err := n.UnmarshalText([]byte(args[1])); err != nil {
		return err
	}
	b := make([]byte, n)
	seed := blobstore.Sum([]byte(args[0]))
	for i := range b {
		if i%32 == 0 {
			seed = blobstore.Sum(seed[:])
		}
		b[i] = seed[i%32]
	}
	return os.WriteFile(ts.MkAbs(args[0]), b, 0o600)
}

func (s *story) part(ts *testscript.TestScript, args []string) error {
	from, err := strconv.Atoi(args[1])
	length, lerr := strconv.Atoi(args[2])
	if err := firstOf(err, lerr); err != nil {
		return err
	}
	content := ts.ReadFile(args[0])
	return os.WriteFile(ts.MkAbs(args[3]), []byte(content[from:min(len(content), from+length)]), 0o600)
}

func (s *story) restored(ts *testscript.TestScript, _ []string) error { return s.start(ts, nil) }

func (s *story) rot(ts *testscript.TestScript, args []string) error {
	var victim string
	err := filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && victim == "" {
			victim = path
		}
		return err
	})
	if err != nil {
		return err
	}
	b, err := os.ReadFile(victim)
	if err != nil {
		return err
	}
	b[len(b)/2] ^= 1
	return os.WriteFile(victim, b, 0o600)
}

func (s *story) equal(_ *testscript.TestScript, args []string) error {
	if args[0] != args[1] {
		return fmt.Errorf("%q is not %q", args[0], args[1])
	}
	return nil
}

func (s *story) picture(ts *testscript.TestScript, args []string) error {
	w, err := strconv.Atoi(args[1])
	h, herr := strconv.Atoi(args[2])
	if err := firstOf(err, herr); err != nil {
		return err
	}
	var b bytes.Buffer
	switch filepath.Ext(args[0]) {
	case ".heic":
		b.Write(hostile.Grid((w+511)/512, (h+511)/512, w, h))
	case ".avif":
		b.Write(hostile.AVIF(false))
	case ".tiff":
		b.Write(hostile.Pages(w, h))
	case ".svg":
		b.Write(hostile.SVG(w, h))
	case ".webp":
		b.Write(hostile.Animation(w, h))
	default:
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
			return err
		}
	}
	return os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600)
}

func (s *story) moment(ts *testscript.TestScript, args []string) error {
	const apart = 3 * time.Millisecond // times are cut to milliseconds
	var ago time.Duration
	if len(args) > 1 {
		var err error
		if ago, err = time.ParseDuration(args[1]); err != nil {
			return err
		}
	}
	time.Sleep(apart)
	ts.Setenv(args[0], time.Now().UTC().Add(-ago).Format("2006-01-02T15:04:05.000Z"))
	time.Sleep(apart)
	return nil
}

func (s *story) work(*testscript.TestScript, []string) error {
	ctx := context.Background()
	s.app.Summaries.Wait()
	return errors.Join(s.app.Links.UpdateStatuses(ctx), s.app.Thumbnails.MakeAll(ctx), s.app.Boxes.SendDigests(ctx),
		s.app.Boxes.TrashExpiredFiles(ctx),
		s.app.Boxes.UpdateStatuses(ctx), s.app.Uploads.Expire(ctx), s.app.Trash.RemoveRows(ctx), s.app.Search.IndexContents(ctx),
		s.app.Accounts.SendQueuedResets(ctx),
		s.app.Audit.Flush(ctx), s.app.WatchTexts(ctx), s.app.Billing.RemindOwners(ctx), s.app.Billing.ExpireOrders(ctx),
		s.app.Trash.Expire(ctx),
		s.app.Accounts.ContinueErasures(ctx), s.app.Workspaces.Purge(ctx), s.app.Editors.NotifyExpiredLeases(ctx),
		s.app.Devices.ExpireUploads(ctx))
}
