//go:build full

package packaging

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

const imageUser = 65532

// image is what a builder says of an image.
type image struct {
	Docker struct {
		Config struct {
			User            string
			Env, Entrypoint []string
			Cmd             []string
			Healthcheck     struct{ Test []string }
		} `json:"config"`
	}
}

// buildImage builds the last stage of the Dockerfile, for which no registry is asked, and returns its root and what is said of it.
func buildImage(t *testing.T) (string, *image) {
	t.Helper()
	if _, err := exec.LookPath("buildah"); err != nil {
		t.Skip("there is no buildah here: apt-get install buildah")
	}
	if os.Getuid() != 0 {
		t.Skip("building without an engine needs root")
	}
	dir := t.TempDir()
	_, stage, found := strings.Cut(readHost(t, "../Dockerfile"), "\nFROM scratch\n")
	if !found {
		t.Fatal("the last stage is not empty")
	}
	stage = "FROM scratch\n" + strings.ReplaceAll(stage, "--from=program ", "")
	if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte(stage), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	copyFile(t, "../anbar", filepath.Join(dir, "anbar"))
	store := t.TempDir()
	build := func(arguments ...string) string {
		t.Helper()
		return output(t, "buildah", append([]string{"--storage-driver", "vfs", "--root", store + "/root", "--runroot", store + "/run"},
			arguments...)...)
	}
	build("bud", "--quiet", "--isolation", "chroot", "--format", "docker", "--tag", "anbar", dir)
	build("from", "--name", "run", "anbar")
	root := strings.TrimSpace(build("mount", "run"))
	t.Cleanup(func() { build("umount", "run") })
	var i image
	if err := json.Unmarshal([]byte(build("inspect", "--type", "image", "anbar")), &i); err != nil {
		t.Fatal(err)
	}
	return root, &i
}

// TestTheImageServes with a root that nobody writes to, as its own user, and says that it is well in the way that the image names.
func TestTheImageServes(t *testing.T) {
	root, i := buildImage(t)
	c := i.Docker.Config
	m := &machine{t, filepath.Join(t.TempDir(), "root")}
	if err := os.Mkdir(m.root, 0o755); err != nil {
		t.Fatal(err)
	}
	m.mount(root, m.root, "the image", syscall.MS_BIND, "")
	volumes := composeVolumes(t)
	for _, name := range volumes {
		var is syscall.Stat_t
		if err := syscall.Stat(m.file(name), &is); err != nil || is.Uid != imageUser || is.Gid != imageUser {
			t.Errorf("%s, at which compose.yaml mounts a volume, is of %d:%d: %v", name, is.Uid, is.Gid, err)
		}
		m.mount("tmpfs", m.file(name), "tmpfs", 0, "mode=700,uid=65532,gid=65532")
	}
	if err := os.Mkdir(m.file("/proc"), 0o555); err != nil { // as whatever runs containers does
		t.Fatal(err)
	}
	m.mount("proc", m.file("/proc"), "proc", 0, "")
	if err := syscall.Mount("", m.root, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("this machine makes no mount read-only: %v", err)
	}
	within := func(arguments ...string) *exec.Cmd {
		cmd := exec.Command(arguments[0], arguments[1:]...)
		cmd.Path, cmd.Err, cmd.Dir = arguments[0], nil, "/"
		cmd.Env = append(slices.Clone(c.Env), "ANBAR_BACKUP_TO=/backup")
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: m.root, Credential: &syscall.Credential{Uid: imageUser, Gid: imageUser}}
		return cmd
	}
	address := freeAddress(t)
	began := time.Now()
	said := serve(t, within(append(append(slices.Clone(c.Entrypoint), c.Cmd...), "--listen", address)...))
	v := &visitor{t: t, client: http.DefaultClient, site: "http://" + address}
	v.waitReady(time.Minute)
	v.uploadFirst(tokenIn(t, said))
	t.Logf("the first file is back after %.1f s", time.Since(began).Seconds())

	if c.User != "65532:65532" || len(c.Healthcheck.Test) < 2 || c.Healthcheck.Test[0] != "CMD" {
		t.Fatalf("the image says %+v", c)
	}
	health := within(c.Healthcheck.Test[1:]...)
	if out, err := health.CombinedOutput(); err != nil {
		t.Errorf("its check says %v: %s", err, out)
	}
	if err := os.WriteFile(m.file("/written"), nil, 0o600); err == nil {
		t.Error("its root is written to")
	}
}

// composeVolumes reads compose.yaml, without words that it would not know, and returns where it mounts volumes.
func composeVolumes(t *testing.T) (mounted []string) {
	t.Helper()
	var c struct {
		Services map[string]struct {
			Build, Image, Restart string
			StopGracePeriod       string `yaml:"stop_grace_period"`
			ReadOnly              bool   `yaml:"read_only"`
			Ports, Volumes        []string
			Environment           map[string]string
			Healthcheck           struct {
				Test              []string
				Interval, Timeout string
				StartPeriod       string `yaml:"start_period"`
			}
		}
		Volumes map[string]any
	}
	d := yaml.NewDecoder(bytes.NewReader([]byte(readHost(t, "compose.yaml"))))
	d.KnownFields(true)
	if err := d.Decode(&c); err != nil {
		t.Fatal(err)
	}
	s := c.Services["anbar"]
	for _, v := range s.Volumes {
		name, at, _ := strings.Cut(v, ":")
		if _, isDeclared := c.Volumes[name]; !isDeclared {
			t.Errorf("the volume %s is not declared", name)
		}
		mounted = append(mounted, at)
	}
	if !s.ReadOnly || !slices.Contains(mounted, s.Environment["ANBAR_BACKUP_TO"]) || !slices.Contains(mounted, "/data") {
		t.Errorf("%+v", s)
	}
	check := "--interval=" + s.Healthcheck.Interval + " --timeout=" + s.Healthcheck.Timeout + " --start-period=" +
		s.Healthcheck.StartPeriod + ` CMD ["` + strings.Join(s.Healthcheck.Test[1:], `", "`) + `"]`
	contains(t, "the check of compose.yaml is that of the Dockerfile", readHost(t, "../Dockerfile"), check)
	return mounted
}
