package doctor

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"database/sql"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/base/api"
	"anbar/app/host"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
	"anbar/db/dbtest"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// newPatient is an appliance that does not run, whose database has the newest schema.
func newPatient(t *testing.T) *Patient {
	t.Helper()
	cfg := &config.Serve{Listen: "127.0.0.1:0", TLS: "off"}
	cfg.Data = filepath.Join(t.TempDir(), "data")
	write(t, cfg.Secrets(), "secret")
	write(t, filepath.Join(cfg.Blobs(), "RESERVE"), "")
	empty, err := emptyDatabase()
	if err != nil {
		t.Fatal(err)
	}
	write(t, cfg.Database(), empty)
	return &Patient{Config: cfg, Version: "v2"}
}

// emptyDatabase migrates a new database, once.
var emptyDatabase = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "anbar-doctor-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "anbar.db")
	d, err := db.Open(context.Background(), name)
	if err != nil {
		return "", err
	}
	if err := d.Close(); err != nil {
		return "", err
	}
	b, err := os.ReadFile(name)
	return string(b), err
})

// run makes the patient one that runs.
func run(t *testing.T, p *Patient) *Appliance {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	blobs, err := blobstore.Open(filepath.Join(t.TempDir(), "blobs"), blobstore.Options{Log: quiet, Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	well := func(context.Context) error { return nil }
	p.Running = &Appliance{
		DB: dbtest.New(t), Blobs: blobs, Jobs: jobs.New(quiet), URL: "https://files.example.org", HasMail: true, CheckMail: well,
		SendMail: func(context.Context, string) error { return nil }, CheckOffice: well,
		CheckArrival: func(context.Context, string) error { return nil },
		Health: console.Health{
			Version: "v2", Disk: func() (int64, int64) { return 1 << 40, 1 << 39 }, Certificate: func() time.Time { return time.Time{} },
			Backup: func() console.BackupState { return console.BackupState{On: true, Proven: api.Time(time.Now())} },
			Drill:  func(*db.View) (console.DrillTrouble, error) { return console.DrillTrouble{}, nil },
		},
	}
	p.Config.PublicURL = p.Running.URL
	return p.Running
}

func backedUp(r *Appliance, b console.BackupState) {
	b.On = true
	r.Health.Backup = func() console.BackupState { return b }
}

// TestWhatIsWrongIsFound plants one fault after the other in an appliance that is well.
func TestWhatIsWrongIsFound(t *testing.T) {
	ill := errors.New("connection refused")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, c := range []struct {
		check string
		want  Level
		spoil func(*testing.T, *Patient)
	}{
		{"version", Warning, func(t *testing.T, p *Patient) { run(t, p).Health.Version = "v1" }},
		{"data_directory", Wrong, func(t *testing.T, p *Patient) { change(t, p.Config.Data, 0o755) }},
		{"data_directory", Wrong, func(_ *testing.T, p *Patient) { p.Config.Data += "-none" }},
		{"secrets", Wrong, func(t *testing.T, p *Patient) { remove(t, p.Config.Secrets()) }},
		{"secrets", Wrong, func(t *testing.T, p *Patient) { change(t, p.Config.Secrets(), 0o644) }},
		{"reserve", Warning, func(t *testing.T, p *Patient) { remove(t, filepath.Join(p.Config.Blobs(), "RESERVE")) }},
		{"database", Wrong, damageDatabase},
		{"database", Wrong, func(t *testing.T, p *Patient) {
			write(t, p.Config.Database(), "no database, and long enough to be read as one")
		}},
		{"schema", Wrong, makeNewer},
		{"upgrade", Warning, func(t *testing.T, p *Patient) { write(t, filepath.Join(p.Config.Data, "snapshots", "unfinished"), "x") }},
		{"store", Warning, func(t *testing.T, p *Patient) { write(t, filepath.Join(p.Config.Blobs(), "quarantine", "x"), "x") }},
		{"backup", Warning, func(*testing.T, *Patient) {}},
		{"backup_disk", Warning, func(_ *testing.T, p *Patient) { p.Config.BackupTo = p.Config.Data + "-copies/of/it" }},
		{"backup_age", Wrong, func(t *testing.T, p *Patient) {
			backedUp(run(t, p), console.BackupState{Proven: api.Time(time.Now().Add(-time.Hour))})
		}},
		{"backup_age", Wrong, func(t *testing.T, p *Patient) {
			backedUp(run(t, p), console.BackupState{Failing: true, Problem: "gone"})
		}},
		{"backup_age", Wrong, func(t *testing.T, p *Patient) { backedUp(run(t, p), console.BackupState{Lost: 1}) }},
		{"backup_read_back", Warning, func(t *testing.T, p *Patient) {
			backedUp(run(t, p), console.BackupState{ReadBack: api.Time(time.Now().Add(-2 * readBackAge))})
		}},
		{"rehearsal", Wrong, func(t *testing.T, p *Patient) {
			run(t, p).Health.Drill = func(*db.View) (console.DrillTrouble, error) {
				return console.DrillTrouble{Kind: "drill_failed", Since: time.Now()}, nil
			}
		}},
		{"address", Wrong, func(t *testing.T, p *Patient) {
			run(t, p).CheckArrival = func(context.Context, string) error { return host.ErrElsewhere }
		}},
		{"address", Warning, func(t *testing.T, p *Patient) {
			run(t, p).CheckArrival = func(context.Context, string) error { return ill }
		}},
		{"dns", Wrong, func(_ *testing.T, p *Patient) { p.Config.Domain = []string{"nowhere.invalid"} }},
		{"ports", Wrong, func(_ *testing.T, p *Patient) { p.Config.Listen = taken.Addr().String() }},
		{"https", Warning, func(_ *testing.T, p *Patient) { p.Config.Listen = ":8080" }},
		{"certificate", Wrong, func(t *testing.T, p *Patient) { certify(t, p, 24*time.Hour) }},
		{"certificate", Warning, func(t *testing.T, p *Patient) { certify(t, p, 7*24*time.Hour) }},
		{"certificate", Wrong, func(t *testing.T, p *Patient) {
			run(t, p)
			p.Config.TLS, p.Config.Domain = "acme", []string{"files.example.org"}
		}},
		{"trusted_proxies", Wrong, func(_ *testing.T, p *Patient) { p.Config.Proxies = []string{"10.0.0.1", "0.0.0.0/0"} }},
		{"trusted_proxies", Warning, func(_ *testing.T, p *Patient) { p.Config.PublicURL = "https://files.example.org" }},
		{"metrics", Warning, func(_ *testing.T, p *Patient) { p.Config.Metrics = ":9123" }},
		{"mail", Wrong, func(t *testing.T, p *Patient) { run(t, p).CheckMail = func(context.Context) error { return ill } }},
		{"mail", Warning, func(t *testing.T, p *Patient) { run(t, p).HasMail = false }},
		{"test_mail", Wrong, func(t *testing.T, p *Patient) {
			p.MailTo = "sara@example.org"
			run(t, p).SendMail = func(context.Context, string) error { return ill }
		}},
		{"test_mail", Wrong, func(_ *testing.T, p *Patient) { p.MailTo = "sara@example.org" }},
		{"office", Wrong, func(t *testing.T, p *Patient) { run(t, p).CheckOffice = func(context.Context) error { return ill } }},
		{"jobs", Wrong, func(t *testing.T, p *Patient) {
			j := run(t, p).Jobs
			j.Add(jobs.Job{Name: "fails", Run: func(context.Context) error { return ill }})
			_ = j.RunNow(t.Context(), "fails")
		}},
		{"jobs", OK, func(t *testing.T, p *Patient) {
			r := run(t, p)
			r.OwnJob = "appliance_examine"
			r.Jobs.Add(jobs.Job{Name: r.OwnJob, Run: func(context.Context) error { return ill }})
			_ = r.Jobs.RunNow(t.Context(), r.OwnJob)
		}},
		{"outbox", Warning, func(t *testing.T, p *Patient) { giveUp(t, run(t, p).DB) }},
		{"log_messages", Warning, func(_ *testing.T, p *Patient) { p.Config.LogMessages = true }},
	} {
		p := newPatient(t)
		c.spoil(t, p)
		f := find(t, Results(Examine(t.Context(), p), English), c.check)
		if f.Level != c.want || (f.Mend == "") != (c.want == OK) || f.Found == "" {
			t.Errorf("%s: %+v, want %s and what is to be done", c.check, f, c.want)
		}
	}
}

// TestTheSecondTargetIsExamined, and named, when the first one is well.
func TestTheSecondTargetIsExamined(t *testing.T) {
	now, long := api.Time(time.Now()), api.Time(time.Now().Add(-2*readBackAge))
	for _, c := range []struct {
		check  string
		want   Level
		second console.BackupState
	}{
		{"backup_age", Wrong, console.BackupState{Proven: now, Lost: 1}},
		{"backup_age", Wrong, console.BackupState{Proven: now, Failing: true, Problem: "gone"}},
		{"backup_age", Wrong, console.BackupState{Proven: long}},
		{"backup_age", Warning, console.BackupState{}},
		{"backup_read_back", Warning, console.BackupState{Proven: now, ReadBack: long}},
	} {
		p := newPatient(t)
		c.second.On, c.second.Target = true, "sftp://backup@second.example/copies"
		backedUp(run(t, p), console.BackupState{Target: "/first", Proven: now, Second: &c.second})
		f := find(t, Results(Examine(t.Context(), p), English), c.check)
		if f.Level != c.want || !strings.Contains(f.Found, c.second.Target) {
			t.Errorf("%s of %+v: %+v", c.check, c.second, f)
		}
	}
	p := newPatient(t)
	p.Config.BackupTo, p.Config.BackupSecond = p.Config.Data+"-copies", "sftp://backup@localhost/copies"
	if f := find(t, Results(Examine(t.Context(), p), English), "backup_disk"); f.Level != Warning {
		t.Errorf("both are on this machine: %+v", f)
	}
}

// TestEachTargetIsOpenedWithItsOwnSettings: the second one in a bucket is not reached as the first one is.
func TestEachTargetIsOpenedWithItsOwnSettings(t *testing.T) {
	for _, c := range []struct{ named, first, second string }{
		{"", "", ""}, {"s3://second/copies", "", "/nowhere.pem"}, {"s3://first/copies", "/nowhere.pem", ""},
	} {
		p := newPatient(t)
		p.Config.BackupTo, p.Config.BackupSecond = "s3://first/copies", "s3://second/copies"
		p.Config.S3 = config.S3{S3Endpoint: "https://127.0.0.1:1", S3Region: "here", S3Key: "k", S3Secret: "s", S3CA: c.first}
		p.Config.SecondS3 = config.SecondS3{SecondS3Endpoint: "https://127.0.0.1:2", SecondS3Region: "there", SecondS3Key: "l",
			SecondS3Secret: "t", SecondS3CA: c.second}
		f := find(t, Results(Examine(t.Context(), p), English), "backup")
		isWrong := f.Level == Wrong && strings.Contains(f.Found, "nowhere")
		if isWrong != (c.named != "") || !strings.Contains(f.Found, c.named) {
			t.Errorf("%+v: %+v", c, f)
		}
	}
}

// TestRehearsalsNameTheirTarget, because where there are two of them only one may be in trouble.
func TestRehearsalsNameTheirTarget(t *testing.T) {
	p := newPatient(t)
	r := run(t, p)
	backedUp(r, console.BackupState{Target: "/first", Second: &console.BackupState{Target: "s3://second/copies"}})
	r.Health.Drill = func(*db.View) (console.DrillTrouble, error) {
		return console.DrillTrouble{Kind: "drill_late", Target: "s3://second/copies", Since: time.Now()}, nil
	}
	for _, l := range []Language{English, Persian} {
		f := find(t, Results(Examine(t.Context(), p), l), "rehearsal")
		if f.Level != Wrong || !strings.Contains(f.Found, "s3://second/copies") {
			t.Errorf("%+v", f)
		}
	}
}

// TestAnApplianceThatIsWellHasNothingWrong: a doctor who cries wolf is not asked again.
func TestAnApplianceThatIsWellHasNothingWrong(t *testing.T) {
	for _, runs := range []bool{false, true} {
		p := newPatient(t)
		if runs {
			run(t, p)
		}
		names := map[string]bool{}
		for _, f := range Results(Examine(t.Context(), p), Persian) {
			if f.Level == Wrong && f.Check != "disk" && f.Check != "inodes" { // those of the machine of the test
				t.Errorf("running %v: %+v", runs, f)
			}
			if names[f.Check] || f.Why == "" || f.Found == "" || (f.Mend != "") != (f.Level == Warning || f.Level == Wrong) {
				t.Errorf("running %v: %+v", runs, f)
			}
			names[f.Check] = true
		}
		if len(names) < 30 {
			t.Errorf("%d checks", len(names))
		}
	}
}

func find(t *testing.T, all []Result, name string) Result {
	t.Helper()
	for _, f := range all {
		if f.Check == name {
			return f
		}
	}
	t.Fatalf("there is no check %s", name)
	return Result{}
}

func change(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

// damageDatabase overwrites pages in the middle.
func damageDatabase(t *testing.T, p *Patient) {
	t.Helper()
	f, err := os.OpenFile(p.Config.Database(), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for page := int64(20); page < 60; page++ {
		if _, err := f.WriteAt([]byte("a disk that breaks"), page*4096); err != nil {
			t.Fatal(err)
		}
	}
}

func makeNewer(t *testing.T, p *Patient) {
	t.Helper()
	pool, err := sql.Open("sqlite", p.Config.Database())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9000, 1)"); err != nil {
		t.Fatal(err)
	}
}

func giveUp(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Update(t.Context(), func(tx *db.Tx) error {
		m := &db.Message{ID: db.MessageID(db.NewID()), Channel: db.ByMail, Recipient: "sara@example.org", Kind: "test", Language: "en"}
		if err := tx.InsertMessage(m); err != nil {
			return err
		}
		m.State = db.MessageGivenUp
		return tx.UpdateMessage(m)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// certify gives the appliance a public certificate that ends after a while.
func certify(t *testing.T, p *Patient, left time.Duration) {
	t.Helper()
	p.Config.TLS, p.Config.Domain = "acme", []string{"localhost"}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(left)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(p.Config.Certificates(), "certificates", "acme-v02", "x", "x.crt"),
		string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
}
