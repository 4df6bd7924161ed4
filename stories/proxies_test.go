package stories

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// proxied starts a program that passes everything on to a server, by the lines that the docs show for it, and returns its address.
func proxied(t *testing.T, program, to string) string {
	t.Helper()
	first, _, _ := strings.Cut(program, " ")
	name, err := exec.LookPath(first)
	if err != nil {
		t.Skipf("%s is not here: run scripts/devices.sh, which installs it", program)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close()
	dir := t.TempDir()
	var config string
	var args []string
	conf := filepath.Join(dir, "proxy.conf")
	switch program {
	case "nginx":
		top, location, _ := strings.Cut(docsLines(t, "nginx"), "\n")
		config = fmt.Sprintf(nginxConfig(), dir, top, at, location)
		args = []string{"-p", dir, "-c", conf}
	case "nginx as it is":
		config = fmt.Sprintf(nginxConfig(), dir, "client_max_body_size 0;\n", at, "location / {\nproxy_pass http://127.0.0.1:8080;\n}")
		args = []string{"-p", dir, "-c", conf}
	case "haproxy":
		config = docsLines(t, "HAProxy") + "\nfrontend all\n    bind " + at + "\n    default_backend anbar\n"
		args = []string{"-db", "-f", conf}
	}
	config = strings.ReplaceAll(config, "127.0.0.1:8080", to)
	if err := os.WriteFile(conf, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for began := time.Now(); time.Since(began) < longestTask; time.Sleep(50 * time.Millisecond) {
		c, err := net.Dial("tcp", at)
		if err == nil {
			c.Close()
			return at
		}
	}
	t.Fatalf("%s does not start: %s\n%s", program, said.String(), config)
	return ""
}

// nginxConfig is what nginx needs around the lines of the docs.
func nginxConfig() string {
	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n"
	}
	return user + `daemon off;
pid %[1]s/pid;
error_log %[1]s/errors;
events {}
http {
access_log off;
client_body_temp_path %[1]s/body;
proxy_temp_path %[1]s/proxy;
fastcgi_temp_path %[1]s/fastcgi;
uwsgi_temp_path %[1]s/uwsgi;
scgi_temp_path %[1]s/scgi;
%[2]s
server {
listen %[3]s;
%[4]s
}
}
`
}

// docsLines returns the lines that docs/devices.md shows for a proxy.
func docsLines(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../docs/devices.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^    # ` + name + `\n((?:    .+\n)+)`).FindSubmatch(b)
	if found == nil {
		t.Fatalf("docs/devices.md has no lines for %s", name)
	}
	return strings.ReplaceAll(string(found[1]), "\n    ", "\n")[4:]
}

// TestARefusalComesThroughAProxy sends large bodies that are refused before they are read, by a client that does not wait to be asked
// for them. A proxy that is still sending when the connection ends would answer 502 in place of the refusal.
func TestARefusalComesThroughAProxy(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	defer v.kill()
	large := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(large, make([]byte, 48<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"", "nginx", "nginx as it is", "haproxy"} {
		t.Run("behind "+program, func(t *testing.T) {
			at := v.addr
			if program != "" {
				at = proxied(t, program, v.addr)
			}
			for _, call := range []string{
				"401 PUT /dav/x/large.bin", "401 PUT /remote.php/dav/files/x/large.bin", "401 POST /remote.php/dav/bulk",
				"401 PUT /api/upload/parts?upload_id=x&chunk_number=0", "401 POST /api/upload/bundle?space_id=x&directory_id=y",
			} {
				want, request, _ := strings.Cut(call, " ")
				method, path, _ := strings.Cut(request, " ")
				for range 5 {
					out, err := exec.Command("curl", "-s", "-o", os.DevNull, "-w", "%{http_code}", "-X", method, "-H", "Expect:",
						"-T", large, "http://"+at+path).Output()
					if string(out) != want {
						t.Errorf("%s: %s (%v), want %s", request, out, err, want)
					}
				}
			}
		})
	}
}
