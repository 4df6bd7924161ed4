package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// secrets are all settings that must not be in the list of processes.
func secrets(s *Serve) map[string]string {
	return map[string]string{
		"smtp-password": s.SMTPPassword, "support-password": s.SupportPassword, "sms-key": s.SMSKey, "s3-secret": s.S3Secret,
	}
}

func writeSecret(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestASecretIsReadFromTheFileThatIsNamed(t *testing.T) {
	for content, want := range map[string]string{
		"word": "word", "word\n": "word", "word\r\n": "word", "two\nlines\n": "two\nlines",
		" a space \n": " a space ", "word\n\n": "word\n",
	} {
		file := writeSecret(t, content)
		for name := range secrets(&Serve{}) {
			env := "ANBAR_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_FILE"
			byFlag, err1 := parse(t, "", "--"+name+"-file", file)
			byLine, err2 := parse(t, name+"-file = "+file+"\n")
			t.Setenv(env, file)
			byEnv, err3 := parse(t, "")
			if err := os.Unsetenv(env); err != nil {
				t.Fatal(err)
			}
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(name, err1, err2, err3)
			}
			for way, s := range map[string]Serve{"flag": byFlag, "line": byLine, "environment": byEnv} {
				if got := secrets(&s)[name]; got != want {
					t.Errorf("%s of a file with %q, named by %s: %q", name, content, way, got)
				}
			}
		}
	}
}

func TestASecretFromAFileIsOneForTheChecks(t *testing.T) {
	if _, err := parse(t, "sms-gateway = kavenegar\nsms-key-file = "+writeSecret(t, "k\n")); err != nil {
		t.Fatal(err)
	}
}

func TestASecretOfACommandIsReadFromItsFile(t *testing.T) {
	var c struct {
		Copy struct{ S3 } `cmd:""`
	}
	p, err := kong.New(&c, Options()...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Parse([]string{"copy", "--s3-secret-file", writeSecret(t, "word\n")}); err != nil || c.Copy.S3Secret != "word" {
		t.Fatalf("%q, %v", c.Copy.S3Secret, err)
	}
}

func TestASecretFileThatCannotBeUsedIsRefused(t *testing.T) {
	for name := range secrets(&Serve{}) {
		for _, c := range []struct {
			lines string
			args  []string
		}{
			{"", []string{"--" + name + "-file", filepath.Join(t.TempDir(), "none")}},
			{"", []string{"--" + name + "-file", t.TempDir()}},
			{"", []string{"--" + name + "-file", writeSecret(t, "\n")}},
			{"", []string{"--" + name + "-file", writeSecret(t, "a"), "--" + name, "b"}},
			{name + " = b\n", []string{"--" + name + "-file", writeSecret(t, "a")}},
			{name + " = b\n" + name + "-file = " + writeSecret(t, "a"), nil},
		} {
			if _, err := parse(t, c.lines, c.args...); err == nil || !strings.Contains(err.Error(), "--"+name+"-file") {
				t.Errorf("%q, %q: %v", c.lines, c.args, err)
			}
		}
	}
}
