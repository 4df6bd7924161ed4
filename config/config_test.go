package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func parse(t *testing.T, lines string, args ...string) (Serve, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "anbar.conf")
	if err := os.WriteFile(name, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var s Serve
	p, err := kong.New(&s, Options()...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Parse(append([]string{"--config", name}, args...))
	return s, err
}

func TestAFlagGoesBeforeTheEnvironmentAndThatBeforeTheFile(t *testing.T) {
	lines := "# where\nlisten = :1\nsignup = \"open\"\nlog = debug\nworkspace-limit = 20 GB\n"
	t.Setenv("ANBAR_SIGNUP", "closed")
	t.Setenv("ANBAR_LOG", "warn")
	s, err := parse(t, lines, "--log", "error")
	if err != nil {
		t.Fatal(err)
	}
	if s.Listen != ":1" || s.Signup != "closed" || s.Log != "error" || s.SpaceLimit != 20<<30 || s.Data != "./data" {
		t.Fatalf("%+v", s)
	}
}

// TestWhatIsGivenIsKnown: staff cannot change what the one who runs the server has fixed.
func TestWhatIsGivenIsKnown(t *testing.T) {
	t.Setenv("ANBAR_WORKSPACE_MEMBERS", "0")
	name := filepath.Join(t.TempDir(), "anbar.conf")
	if err := os.WriteFile(name, []byte("workspace-limit = 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var s Serve
	p, err := kong.New(&s, Options()...)
	if err != nil {
		t.Fatal(err)
	}
	k, err := p.Parse([]string{"--config", name, "--signup", "invited"})
	if err != nil {
		t.Fatal(err)
	}
	given := ListSetFlags(k)
	for flag, want := range map[string]bool{
		"signup": true, "workspace-members": true, "workspace-limit": true, "workspace-nodes": false, "listen": false,
	} {
		if given[flag] != want {
			t.Errorf("%s is given: %v", flag, given[flag])
		}
	}
}

// TestTheAuthoritiesOfS3ComeFromWhereverTheyAreNamed: programs that talk to S3 heed
// AWS_CA_BUNDLE.
func TestTheAuthoritiesOfS3ComeFromWhereverTheyAreNamed(t *testing.T) {
	t.Setenv("AWS_CA_BUNDLE", "aws.pem")
	for _, c := range []struct {
		lines, own, flag, want string
	}{
		{"", "", "", "aws.pem"}, {"s3-ca = file.pem\n", "", "", "aws.pem"}, {"s3-ca = file.pem\n", "own.pem", "", "own.pem"},
		{"", "own.pem", "flag.pem", "flag.pem"},
	} {
		if c.own != "" {
			t.Setenv("ANBAR_S3_CA", c.own)
		}
		var args []string
		if c.flag != "" {
			args = []string{"--s3-ca", c.flag}
		}
		if s, err := parse(t, c.lines, args...); err != nil || s.S3CA != c.want {
			t.Errorf("%+v: %q, %v", c, s.S3CA, err)
		}
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	for lines, want := range map[string]string{
		"lisen = :1":              `"lisen"`,
		"listen":                  "line 1",
		"listen = nowhere":        `"nowhere"`,
		"listen = 8080":           `--listen: "8080"`,
		"listen = http://:8080":   "is no address",
		"listen = :80800":         `":80800"`,
		"listen-tls = :https-ish": "--listen-tls",
		"drill-url = ping/1234":   "--drill-url",
		"alarm-url = #alarms":     "--alarm-url",
		"local-name = anbar":      "--local-name",
		"local-name = a.b.local":  "--local-name",
		"signup = everybody":      "signup",
		"tls = acme":              "--domain",
		"smtp-host = m":           "--mail-from",
		"workspace-limit = lots":  "size",
		"sms-gateway = kavenegar": "--sms-key",
		"sms-gateway = http":      "--sms-url",
		"sms-gateway = pigeon":    "sms-gateway",

		"public-url = https://example.org/drive":   "https://drive.example.org",
		"public-url = drive.example.org":           "no URL",
		"public-url = ftp://drive.example.org":     "no URL",
		"public-url = https://":                    "no URL",
		"public-url = https://drive.example.org?a": "no URL",
		"public-url = https://me@example.org":      "no URL",
	} {
		if _, err := parse(t, lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %s", lines, err, want)
		}
	}
}
