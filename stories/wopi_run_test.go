package stories

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"anbar/app"
)

// wopiRun is the office server with one document.
type wopiRun struct {
	o                     *wopiServer
	source, token         string
	madeSource, madeToken string // of the file that it made last
}

// step does one step of a case: "OPERATION NAME=VALUE… => STATUS WHAT=TEXT…".
func (r *wopiRun) step(text string) error {
	asked, want, _ := strings.Cut(text, " => ")
	args := strings.Fields(asked)
	switch args[0] {
	case "signs":
		r.o.signs = strings.Join(args[1:], "")
		return nil
	case "rotate":
		r.o.rotate()
		return nil
	}
	source, token := r.source, r.token
	if args[0] == "made" {
		source, token, args = r.madeSource, r.madeToken, args[1:]
	}
	header, body := http.Header{}, []byte(nil)
	op := args[0]
	if op == "put-none" {
		op = "put"
		header["X-Wopi-Override"] = nil
	}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "token":
			token = value
		case "body":
			body = []byte("PK\x03\x04 " + value)
		case "raw":
			body = []byte(value)
		default:
			header.Set(wopiHeaders[name], value)
		}
	}
	got, err := r.o.do(op, source, token, header, body)
	if err != nil {
		return err
	}
	var made struct{ Name, URL string }
	if op == "relative" && got.Status == http.StatusOK {
		if err := json.Unmarshal(got.Body, &made); err != nil {
			return err
		}
		u, err := url.Parse(made.URL)
		if err != nil || !u.IsAbs() || u.Query().Get("access_token") == "" {
			return fmt.Errorf("the new file has no address with a token: %s", got.Body)
		}
		r.madeToken = u.Query().Get("access_token")
		r.madeSource, _, _ = strings.Cut(made.URL, "?")
	}
	return expects(got, strings.Fields(want), made.Name)
}

func expects(got *answer, want []string, name string) error {
	if strconv.Itoa(got.Status) != want[0] {
		return fmt.Errorf("status %d %v: %s", got.Status, got.Header, got.Body)
	}
	for _, w := range want[1:] {
		what, text, _ := strings.Cut(w, "=")
		ok := false
		switch what {
		case "lock":
			ok = got.Header.Get("X-WOPI-Lock") == text
		case "body":
			ok = string(got.Body) == "PK\x03\x04 "+text
		case "name":
			ok = strings.HasSuffix(name, text)
		case "free":
			ok = strings.HasPrefix(got.Header.Get("X-WOPI-ValidRelativeTarget"), text)
		}
		if !ok {
			return fmt.Errorf("not %s: %v %s", w, got.Header, got.Body)
		}
	}
	return nil
}

// connectWopi enters the office server, and lets it edit everything.
func connectWopi(t *testing.T, a *app.App, o *wopiServer) {
	t.Helper()
	boss := administrator(t, a, "boss", 77)
	boss.do("PUT", "/admin/settings/wopi", map[string]any{
		"url": o.URL, "internal_url": "", "own_url": "", "skip_verify": false,
	}).must(t, 200)
	boss.do("PUT", "/admin/settings/editors", map[string]string{"word": "wopi", "cell": "wopi", "slide": "wopi"}).must(t, 200)
}

// put uploads a file of one part and returns its id.
func (c client) put(t *testing.T, space, root, name string, content []byte) string {
	t.Helper()
	id := announce(c, space, root, name, int64(len(content))).must(t, 200).get(t, "upload_id").(string)
	if len(content) > 0 {
		c.do("PUT", "/upload/parts?chunk_number=0&upload_id="+id, content).must(t, 204)
	}
	return c.do("POST", "/upload/complete", map[string]any{
		"upload_id": id, "space_id": space, "key": name, "checksum": "fp:" + name,
	}).must(t, 201).get(t, "file", "file_id").(string)
}
