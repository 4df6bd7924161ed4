package support

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app/host/doctor"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/app/operation/logs"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
	"anbar/db/dbtest"
)

// unpack reads all files of an archive.
func unpack(t *testing.T, b []byte) map[string]string {
	t.Helper()
	packed, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for r := tar.NewReader(packed); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || h.Mode != 0o600 {
			t.Fatalf("%s: mode %o, %v", h.Name, h.Mode, err)
		}
		all[strings.TrimPrefix(h.Name, "anbar-support/")] = string(text)
	}
}

// planted are texts that no archive may have, each of which is written to every place that an archive is made of.
var planted = []string{
	"sara.karimi@example.org", "سارا", "کریمی", "Karimi", "+989121234567", "09121234567", "192.0.2.17", "2001:db8::7:1:2",
	"hunter2-of-the-mail-server", "Bearer abc.def-ghi", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1", "K7XQ2M4VYB3NP5RT6WZA",
	"AKIAIOSFODNN7EXAMPLE12", "mail.partner-firm.example", "wJalrXUtnFEMI-K7MDENG", "Salaries2026.xlsx",
	"/srv/secret-place/anbar", "files.intern.example.org",
	"بودجهٔ محرمانه", "Projekt Falke", "0ap684mfkmxaf", "Lohnliste.xlsx", "s3://copies-of-us/anbar",
	"https://files.example.org/u/AbCdEf123456", "481516",
}

func newSource(t *testing.T) *Source {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	blobs, err := blobstore.Open(filepath.Join(t.TempDir(), "blobs"), blobstore.Options{Log: quiet, Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	cfg := &config.Serve{Listen: "192.0.2.17:8080", TLS: "off",
		PublicURL: "https://files.intern.example.org", Domain: []string{"files.intern.example.org"}}
	cfg.Data, cfg.BackupTo = "/srv/secret-place/anbar", "s3://copies-of-us/anbar"
	cfg.SMTPHost, cfg.SMTPUser, cfg.SMTPPassword, cfg.MailFrom = "files.intern.example.org", "sara.karimi@example.org",
		"hunter2-of-the-mail-server", "sara.karimi@example.org"
	cfg.S3Key, cfg.S3Secret, cfg.S3Endpoint = "AKIAIOSFODNN7EXAMPLE12", "wJalrXUtnFEMI-K7MDENG", "http://127.0.0.1:1/Projekt Falke"
	cfg.SMSKey, cfg.SMSBody = "K7XQ2M4VYB3NP5RT6WZA", "to={to}&by=Karimi"
	s := &Source{Log: logs.New(), Patient: &doctor.Patient{Config: cfg, Version: "v2"}}
	d := dbtest.New(t)
	err = d.Update(t.Context(), func(tx *db.Tx) error {
		return tx.InsertUser(&db.User{
			ID: db.UserID(db.NewID()), Email: "sara.karimi@example.org", Mobile: "09121234567",
			FirstName: "سارا", LastName: "Karimi Falke", Language: "fa",
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	ill := errors.New(strings.Join(planted, " and "))
	fails := func(context.Context) error { return ill }
	runner := jobs.New(quiet)
	runner.Add(jobs.Job{Name: "outbox_send", Run: fails})
	_ = runner.RunNow(t.Context(), "outbox_send")
	s.Patient.Running = &doctor.Appliance{
		DB: d, Blobs: blobs, Jobs: runner, URL: cfg.PublicURL, HasMail: true, CheckMail: fails, CheckOffice: fails,
		SendMail: func(context.Context, string) error { return ill }, CheckArrival: func(context.Context, string) error { return ill },
		Health: console.Health{
			Version: "v2", Disk: func() (int64, int64) { return 1 << 40, 1 << 39 }, Certificate: func() time.Time { return time.Time{} },
			Drill: func(*db.View) (console.DrillTrouble, error) { return console.DrillTrouble{}, nil },
			Backup: func() console.BackupState {
				return console.BackupState{On: true, Failing: true, Problem: "gone", Words: ill.Error(), Target: cfg.BackupTo}
			},
		},
	}
	return s
}

// TestNothingPrivateLeavesTheAppliance plants names, addresses and secrets of every kind in all that an archive is made of.
func TestNothingPrivateLeavesTheAppliance(t *testing.T) {
	s := newSource(t)
	log := s.Log.Wrap(slog.New(slog.DiscardHandler))
	for _, p := range planted {
		log.Info("said " + p + " to them")
		log.Warn("call failed", "error", fmt.Errorf("open %s: permission denied", p), "path", p, "name", p, "file", p, "work", p)
		log.Error("failed", "err", fmt.Errorf("because: %q is wrong, and %s, too", p, p), slog.Group("in", "a", p, "kind", p))
		log.With("of", p, "part", p).Info("done", "took", 3*time.Second, "count", 7)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	log.Info("listens", "error", "at "+host)
	var out bytes.Buffer
	if err := Write(t.Context(), &out, s); err != nil {
		t.Fatal(err)
	}
	files := unpack(t, out.Bytes())
	for _, name := range []string{"version.json", "settings.json", "doctor.json", "jobs.json", "counts.json", "log.txt", "goroutines.txt"} {
		if files[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	for name, text := range files {
		for _, p := range append(planted, host, "Salaries2026", "secret-place", "copies-of-us", "karimi", "Falke", "hunter2", "محرمانه") {
			if strings.Contains(text, p) {
				at := strings.Index(text, p)
				t.Errorf("%s has %q: %q", name, p, text[max(0, at-80):min(len(text), at+80)])
			}
		}
	}
	// What helps is still there.
	for name, want := range map[string][]string{
		"log.txt":       {"call failed error=", "permission denied", "took=3s", "count=7", "ERROR failed"},
		"jobs.json":     {`"outbox_send"`, `"failed": 1`},
		"settings.json": {`"smtp-host": "set"`, `"s3-secret": "set"`, `"tls": "off"`, `"providers": "not set"`},
		"doctor.json":   {`"check": "data_directory"`, `"level": "wrong"`},
	} {
		for _, w := range want {
			if !strings.Contains(files[name], w) {
				t.Errorf("%s lacks %q:\n%.3000s", name, w, files[name])
			}
		}
	}
}

// TestSettingsAreDescribedWithoutTexts: each one is there, and no text of it.
func TestSettingsAreDescribedWithoutTexts(t *testing.T) {
	s := newSource(t)
	shown, hidden := s.Patient.Config.Describe()
	b, err := json.Marshal(shown)
	if err != nil {
		t.Fatal(err)
	}
	if len(shown) < 50 || len(hidden) < 12 {
		t.Errorf("%d settings, %d texts", len(shown), len(hidden))
	}
	for _, text := range hidden {
		if strings.Contains(string(b), text) {
			t.Errorf("%q stands in %s", text, b)
		}
	}
}

// TestNothingOfASettingStays: one that begins like another, or stands there in another case, or as a part of a URL.
func TestNothingOfASettingStays(t *testing.T) {
	r := newRedactor([]string{
		"mailer", "mailerHunterTwo", "falkenhof", "https://omid:Geheimwort@hook.example/x", "Zugang\xff\xfegeheim",
	}, nil)
	for _, s := range []string{
		"the password mailerHunterTwo is wrong",
		"the password Zugang\xff\xfegeheim is wrong",
		"lookup FALKENHOF: no such host",
		"Geheimwort is wrong for omid",
		"dial tcp [fe80::1%eth0]:25: refused", "fd00::7 does not answer",
		"open /srv/Budget of Falke/A and B: no such file",
	} {
		got := r.redact(s)
		for _, secret := range []string{
			"Hunter", "FALKENHOF", "Geheimwort", "Zugang", "geheim", "omid", "fe80", "eth0", "fd00", "Budget", "Falke", " B",
		} {
			if strings.Contains(got, secret) {
				t.Errorf("%q has %q", got, secret)
			}
		}
	}
	if got := r.redact("open /srv/a b: permission denied"); got != "open [path]: permission denied" {
		t.Errorf("%q", got)
	}
}
