//go:build full

package packaging

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// visitor talks to a server as the page of the first person does.
type visitor struct {
	t      *testing.T
	client *http.Client
	site   string // without a slash at the end
	access string
}

func (v *visitor) try(method, path string, body []byte) (answer []byte, status int, err error) {
	q, err := http.NewRequestWithContext(v.t.Context(), method, v.site+"/api"+path, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	if bytes.HasPrefix(body, []byte("{")) {
		q.Header.Set("Content-Type", "application/json")
	}
	if v.access != "" {
		q.Header.Set("Authorization", "Bearer "+v.access)
	}
	r, err := v.client.Do(q)
	if err != nil {
		return nil, 0, err
	}
	defer r.Body.Close()
	answer, err = io.ReadAll(r.Body)
	return answer, r.StatusCode, err
}

// do sends JSON, or bytes as they are, and reads the JSON that comes into out, if out is not nil.
func (v *visitor) do(method, path string, in, out any) {
	v.t.Helper()
	body, isRaw := in.([]byte)
	if !isRaw && in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			v.t.Fatal(err)
		}
	}
	answer, status, err := v.try(method, path, body)
	if err != nil || status/100 != 2 {
		v.t.Fatalf("%s %s: %d %v: %s", method, path, status, err, answer)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal(answer, out); err != nil {
		v.t.Fatalf("%s %s: %v: %s", method, path, err, answer)
	}
}

// waitReady waits until the server says that it is well.
func (v *visitor) waitReady(most time.Duration) {
	v.t.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		_, status, err := v.try("GET", "/health", nil)
		if err == nil && status == http.StatusOK {
			return
		}
		if time.Since(began) > most {
			v.t.Fatalf("no server after %v: %d %v", most, status, err)
		}
	}
}

const firstFile = 1 << 20

// uploadFirst makes the first account with the token of a set-up link, signs in, uploads a file and reads it back.
func (v *visitor) uploadFirst(token string) {
	v.t.Helper()
	v.do("POST", "/setup", map[string]string{"token": token, "first_name": "Sara", "last_name": "Karimi", "email": "sara@example.org",
		"password": "Zagros-1405!", "language": "en", "workspace_title": "Office"}, nil)
	var session struct{ Access string }
	v.do("POST", "/accounts/v1/users/login", map[string]string{"login": "sara@example.org", "password": "Zagros-1405!"}, &session)
	v.access = session.Access

	var all struct {
		Workspaces []struct {
			Space string `json:"space_id"`
			Root  string `json:"root_directory_id"`
		}
	}
	v.do("GET", "/storage/workspaces", nil, &all)
	if len(all.Workspaces) != 1 {
		v.t.Fatalf("%d workspaces", len(all.Workspaces))
	}
	space, root := all.Workspaces[0].Space, all.Workspaces[0].Root
	content := make([]byte, firstFile)
	_, _ = rand.Read(content) // never fails
	var upload struct {
		ID string `json:"upload_id"`
	}
	v.do("POST", "/upload/initialize", map[string]any{"space_id": space, "directory_id": root, "key": "first", "checksum": "fp:first",
		"file_size": len(content)}, &upload)
	v.do("PUT", "/upload/parts?chunk_number=0&upload_id="+upload.ID, content, nil)
	var done struct {
		File struct {
			ID string `json:"file_id"`
		}
	}
	v.do("POST", "/upload/complete", map[string]string{"upload_id": upload.ID, "space_id": space, "key": "first", "checksum": "fp:first"},
		&done)
	back, status, err := v.try("GET", "/download/space/"+space+"/directory/"+root+"/file/"+done.File.ID+"/direct", nil)
	if err != nil || status != http.StatusOK || !bytes.Equal(back, content) {
		v.t.Fatalf("the upload comes back with %d bytes of %d: %d %v", len(back), len(content), status, err)
	}
}

// tokenIn returns that of the set-up link in what the server or the package says.
func tokenIn(t *testing.T, said string) string {
	t.Helper()
	_, token, found := strings.Cut(said, "/setup?token=")
	if !found {
		t.Fatalf("there is no set-up link in\n%s", said)
	}
	return token[:strings.IndexFunc(token+" ", func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })]
}

// dialIn connects from within the network of a process.
func dialIn(process string) (net.Conn, error) {
	type dialed struct {
		net.Conn
		error
	}
	done := make(chan dialed)
	go func() {
		runtime.LockOSThread() // for ever: the thread ends with its network
		space, err := os.Open("/proc/" + process + "/ns/net")
		if err != nil {
			done <- dialed{nil, err}
			return
		}
		defer space.Close()
		if err := unix.Setns(int(space.Fd()), unix.CLONE_NEWNET); err != nil {
			done <- dialed{nil, fmt.Errorf("enter the network of %s: %w", process, err)}
			return
		}
		c, err := net.DialTimeout("tcp", "127.0.0.1:8080", time.Minute)
		done <- dialed{c, err}
	}()
	d := <-done
	return d.Conn, d.error
}
