// Release packs a small data directory and a backup target as a program makes them, so that later programs are tested with them:
//
//	go run ./bench/release --program ./anbar --out stories/testdata/releases
package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"anbar/blobstore"
	"anbar/db"
)

const password = "Zagros-1405!"

func main() {
	program := flag.String("program", "./anbar", "the program of the release")
	out := flag.String("out", "stories/testdata/releases", "directory for the archive")
	flag.Parse()
	if err := pack(*program, *out); err != nil {
		log.Fatal(err)
	}
}

func pack(program, out string) (err error) {
	dir, err := os.MkdirTemp("", "anbar-release")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r := &release{dir: dir, program: program, files: map[string]string{}}
	if err := r.fill(); err != nil {
		return err
	}
	schema, err := db.SchemaOfFile(context.Background(), filepath.Join(dir, "data", "anbar.db"))
	if err != nil {
		return err
	}
	listing, err := json.MarshalIndent(r.files, "", "\t")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "files.json"), append(listing, '\n'), 0o600)
	}
	if err != nil {
		return err
	}
	name := filepath.Join(out, fmt.Sprintf("schema%04d.tar.zst", schema))
	if err := writeArchive(name, dir); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err == nil {
		fmt.Printf("%s: %d bytes, %d files\n", name, info.Size(), len(r.files))
	}
	return err
}

// release is an appliance that is filled.
type release struct {
	dir, program string
	base, token  string
	files        map[string]string // paths of what is in no trash, with the SHA-256 of the contents
}

func (r *release) fill() error {
	data, target := filepath.Join(r.dir, "data"), filepath.Join(r.dir, "target")
	if err := os.Mkdir(target, 0o700); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return err
	}
	c := exec.Command(r.program, "serve", "--data", data, "--backup-to", target, "--listen", address, "--log", "error")
	c.Stderr = os.Stderr
	lines, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	token := ""
	for s := bufio.NewScanner(lines); token == "" && s.Scan(); {
		_, token, _ = strings.Cut(s.Text(), "token=")
	}
	r.base = "http://" + address + "/api"
	err = r.seed(token)
	if err == nil {
		err = r.run("backup", "--data", data)
	}
	return errors.Join(err, c.Process.Signal(syscall.SIGTERM), c.Wait())
}

func (r *release) run(args ...string) error {
	b, err := exec.Command(r.program, args...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, b)
	}
	return err
}

// seed fills an appliance with calls that all releases have.
func (r *release) seed(token string) error {
	var owner struct {
		Access string
		Space  string `json:"space_id"`
	}
	if err := r.call("POST", "/setup", map[string]any{
		"token": token, "first_name": "سارا", "last_name": "محمدی", "email": "sara@example.org", "password": password, "language": "fa",
		"workspace_title": "پارس‌نگار",
	}, &owner); err != nil {
		return err
	}
	r.token = owner.Access
	var spaces struct {
		Workspaces []struct {
			Root string `json:"root_directory_id"`
			My   string `json:"my_root_directory_id"`
		}
	}
	if err := r.call("GET", "/storage/workspaces", nil, &spaces); err != nil {
		return err
	}
	s := spaces.Workspaces[0]
	var dirs []string
	for i := range 12 {
		dirs = append(dirs, []string{"قراردادها", "قراردادها/بایگانی", "Projects/Alborz", ""}[i%4])
	}
	for i, d := range dirs {
		text := strings.Repeat(fmt.Sprintf("نوشتهٔ %d\n", i), 1+i*i)
		if err := r.upload(owner.Space, s.Root, "shared", d, fmt.Sprintf("گزارش %d.txt", i+1), text); err != nil {
			return err
		}
	}
	for i := range 3 { // versions of one file
		if err := r.upload(owner.Space, s.My, "my", "", "notes.md", fmt.Sprintf("# notes %d\n", i)); err != nil {
			return err
		}
	}
	return r.share(owner.Space, s.Root)
}

// share trashes a file and makes a link of another.
func (r *release) share(space, root string) error {
	var list struct {
		Files []struct {
			ID   string `json:"file_id"`
			Name string `json:"file_name"`
		} `json:"files"`
	}
	if err := r.call("GET", "/storage/space/"+space+"/directory/"+root, nil, &list); err != nil {
		return err
	}
	if len(list.Files) < 2 {
		return fmt.Errorf("the root holds %d files", len(list.Files))
	}
	gone, shared := list.Files[0], list.Files[1]
	err := r.call("POST", "/storage/batch-delete", map[string]any{"space_id": space, "file_ids": []string{gone.ID}}, nil)
	if err != nil {
		return err
	}
	delete(r.files, "shared/"+gone.Name)
	return r.call("POST", "/download/space/"+space+"/directory/"+root+"/file/"+shared.ID+"/temporary-link",
		map[string]any{"title": "a link"}, nil)
}

func (r *release) upload(space, dir, top, in, name, text string) error {
	h, err := json.Marshal(map[string]any{
		"key": name, "relative_path": in, "size": len(text), "checksum": blobstore.Sum([]byte(text)).String(),
	})
	if err != nil {
		return err
	}
	body := append(binary.LittleEndian.AppendUint32(nil, uint32(len(h))), h...)
	var out struct {
		Results []struct {
			Key   string
			Error any `json:"error_code"`
		}
	}
	path := "/upload/bundle?space_id=" + space + "&directory_id=" + dir + "&on_duplicate=version"
	if err := r.call("POST", path, append(body, text...), &out); err != nil {
		return err
	}
	if len(out.Results) != 1 || out.Results[0].Error != nil && out.Results[0].Error != "" {
		return fmt.Errorf("%s: %v", name, out.Results)
	}
	sum := sha256.Sum256([]byte(text))
	r.files[strings.Join(strings.FieldsFunc(top+"/"+in+"/"+name, func(c rune) bool { return c == '/' }), "/")] = hex.EncodeToString(sum[:])
	return nil
}

func (r *release) call(method, path string, body, into any) error {
	kind, raw := "application/json", []byte(nil)
	switch b := body.(type) {
	case nil:
	case []byte:
		kind, raw = "application/x-anbar-bundle", b
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			return err
		}
	}
	req, err := http.NewRequest(method, r.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", kind)
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s %s", method, path, res.Status, answer)
	}
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

// leftOut is what can be made again.
var leftOut = map[string]bool{"data/cache": true, "data/litestream": true, "data/snapshots": true, "data/tls": true}

// writeArchive packs with zstd itself, whose highest level makes a fifth less than the library.
func writeArchive(name, dir string) error {
	c := exec.Command("zstd", "--ultra", "-22", "--long=27", "-q", "-f", "-o", name)
	c.Stderr = os.Stderr
	z, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return err
	}
	w := tar.NewWriter(z)
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		if err != nil || rel == "." {
			return err
		}
		if leftOut[rel] {
			return fs.SkipDir
		}
		return addFile(w, path, rel, e)
	})
	return errors.Join(err, w.Close(), z.Close(), c.Wait())
}

func addFile(w *tar.Writer, path, rel string, e fs.DirEntry) error {
	info, err := e.Info()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil // the control socket
	}
	h := &tar.Header{Name: rel, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime().Round(time.Second), Typeflag: tar.TypeReg}
	if info.IsDir() {
		h.Typeflag, h.Mode, h.Size = tar.TypeDir, 0o700, 0
	}
	if err := w.WriteHeader(h); err != nil || info.IsDir() {
		return err
	}
	b, err := os.ReadFile(path)
	if err == nil {
		_, err = w.Write(b)
	}
	return err
}
