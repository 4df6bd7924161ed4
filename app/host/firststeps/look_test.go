package firststeps

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/mail"
	"anbar/app/host"
	"anbar/app/operation/console"
	"anbar/config"
	"anbar/db"
	"anbar/db/dbtest"
)

// TestAGoodCertificateOfAnotherServerIsNoProof: the name may lead elsewhere, and what answers there has a certificate for it, too.
func TestAGoodCertificateOfAnotherServerIsNoProof(t *testing.T) {
	later := time.Now().Add(60 * 24 * time.Hour)
	root := sign(t, nil, "Test authority", later)
	leaf := sign(t, root, "localhost", later)
	file := filepath.Join(t.TempDir(), "root.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.certificate.Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	other := httptest.NewUnstartedServer(nil)
	other.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{leaf.certificate.Raw}, PrivateKey: leaf.key}}}
	other.StartTLS()
	defer other.Close()
	cfg := &config.Serve{TLS: "internal", ListenTLS: ":8443", ACMERoots: []string{file}}
	cfg.Data = t.TempDir()
	s := &Service{Options: Options{
		Config: cfg, URL: func() string { return "https://localhost:" + other.Listener.Addr().String()[len("127.0.0.1:"):] },
		CheckArrival: func(context.Context, string) error { return host.ErrElsewhere },
	}}
	if l := s.probeAddress(t.Context()); l.arrival != arrivesElsewhere || l.certificate == nil || l.certificate.Kind != "public" {
		t.Errorf("arrival %q, %+v", l.arrival, l.certificate)
	}
}

type noMail struct{}

func (noMail) CanSend(string) bool                         { return false }
func (noMail) Route() string                               { return "" }
func (noMail) CheckServer(context.Context) error           { return nil }
func (noMail) SendNow(context.Context, mail.Message) error { return nil }

// openSteps makes a service with copies at a target.
func openSteps(t *testing.T, url, target string, copies *console.BackupState) *Service {
	cfg := &config.Serve{TLS: "off", PublicURL: url, Listen: ":8080", ListenTLS: ":8443"}
	cfg.Data, cfg.BackupTo = filepath.Join(t.TempDir(), "data"), target
	return New(Options{
		Config: cfg, DB: dbtest.New(t), Mail: noMail{}, URL: func() string { return host.URL(cfg) }, LocalName: func() string { return "" },
		Health: console.Health{
			Backup: func() console.BackupState { return *copies },
			Drill:  func(*db.View) (console.DrillTrouble, error) { return console.DrillTrouble{}, nil },
		},
	})
}

// TestAnArrivalCountsForADay: the address may have been given away since.
func TestAnArrivalCountsForADay(t *testing.T) {
	s := openSteps(t, "https://files.example.org", "", &console.BackupState{})
	s.setLast(look{address: addressLook{arrival: arrivesSilent}})
	load := func(asked string) State {
		t.Helper()
		f, err := db.Get(t.Context(), s.DB, func(v *db.View) (*FirstSteps, error) { return s.load(v, asked) })
		if err != nil {
			t.Fatal(err)
		}
		return f.Address.State
	}
	if got := load("files.example.org"); got != Done {
		t.Errorf("with a request there: %s", got)
	}
	if got := load(""); got != Done {
		t.Errorf("who only counts: %s", got)
	}
	s.came.at = s.came.at.Add(-arrivalCounts)
	if got := load(""); got != Open {
		t.Errorf("a day later: %s", got)
	}
}

// TestATestMailIsNewerThanALookThatBeganBefore: the look waits for a server that was mended meanwhile.
func TestATestMailIsNewerThanALookThatBeganBefore(t *testing.T) {
	s := &Service{}
	trouble := &Trouble{Key: "connection_login"}
	began := time.Now()
	s.noteMailWorks()
	s.setLast(look{began: began, mail: trouble})
	if s.last.mail != nil {
		t.Errorf("%+v", s.last.mail)
	}
	s.setLast(look{began: time.Now(), mail: trouble})
	if s.last.mail != trouble {
		t.Error("a look that began later says nothing")
	}
}

// TestCopiesOnTheDiskOfTheDataAreNotDone: both are lost with the disk.
func TestCopiesOnTheDiskOfTheDataAreNotDone(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		target string
		want   State
	}{
		{filepath.Join(t.TempDir(), "copies"), Open},
		{"s3://bucket/anbar", Done},
		{"/proc/anbar", Done},
	} {
		s := openSteps(t, "", c.target, &console.BackupState{On: true, Proven: api.Time(now), FirstRead: api.Time(now.Add(-time.Hour))})
		err := s.DB.Update(t.Context(), func(tx *db.Tx) error {
			id, err := tx.InsertDrill("asked", "")
			if err != nil {
				return err
			}
			return tx.UpdateDrill(&db.Drill{ID: id, Ended: now, Outcome: db.DrillGood, Objects: 1, Bytes: 1})
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := db.Get(t.Context(), s.DB, s.loadCopies)
		if err != nil || got.State != c.want {
			t.Errorf("%s: %s, %v, want %s", c.target, got.State, err, c.want)
		}
	}
}
