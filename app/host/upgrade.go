package host

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"anbar/app/base/server"
	"anbar/app/base/systemd"
	"anbar/db"
)

// Upgrade tells everybody who waits that the database is being brought to the schema of this program.
type Upgrade struct {
	listen string // where the server will listen for plain HTTP; nothing for a command of the shell
	log    *slog.Logger

	once sync.Once
	page *http.Server
}

// NewUpgrade is for a program that will listen at that address for plain HTTP.
func NewUpgrade(listen string, log *slog.Logger) *Upgrade { return &Upgrade{listen: listen, log: log} }

// extension is how much longer systemd waits for the start, from each report on. They come every five seconds.
const extension = 60 * time.Second

// Report notes how far a migration has come. It is called when it begins and while it runs.
func (u *Upgrade) Report(m db.Migration) {
	u.log.Info("the database is being upgraded", "step", m.Step, "of", m.Steps, "name", m.Name, "took", m.Took.Round(time.Second))
	words := fmt.Sprintf("%s\nEXTEND_TIMEOUT_USEC=%d\nSTATUS=Upgrading the database, step %d of %d", alive, extension.Microseconds(),
		m.Step, m.Steps)
	if err := systemd.Notify(words, nil); err != nil {
		u.log.Warn("tell systemd that the start takes longer", "error", err)
	}
	if m.Took > 0 { // short ones need no page
		u.once.Do(u.servePage)
	}
}

// servePage answers on the port of the server that it will be back.
func (u *Upgrade) servePage() {
	if u.listen == "" {
		return
	}
	l := server.ListenInherited(u.listen)
	if l == nil {
		var err error
		if l, err = net.Listen("tcp", u.listen); err != nil {
			u.log.Warn("show that the database is being upgraded", "error", err)
			return
		}
	}
	u.page = &http.Server{Handler: http.HandlerFunc(serveUpgradePage), ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second}
	go func() {
		if err := u.page.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			u.log.Warn("show that the database is being upgraded", "error", err)
		}
	}()
}

// End takes the page away.
func (u *Upgrade) End() {
	if u.page == nil {
		return
	}
	if err := u.page.Close(); err != nil {
		u.log.Warn("end the page of the upgrade", "error", err)
	}
}

const upgradingPage = `<!doctype html>
<html lang="fa" dir="rtl">
<head>
<meta charset="utf-8"><meta http-equiv="refresh" content="5"><meta name="viewport" content="width=device-width">
<title>انبار · Anbar</title>
<style>
body { font: 1.1rem/1.9 Vazirmatn, Tahoma, system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh;
	text-align: center; padding: 1rem; color-scheme: light dark }
</style>
</head>
<body>
<p>انبار در حال به‌روزرسانی است و تا چند دقیقهٔ دیگر باز می‌شود.</p>
<p lang="en" dir="ltr">Anbar is being upgraded and will be back in a few minutes.</p>
</body>
</html>
`

// serveUpgradePage tells browsers and programs to come back.
func serveUpgradePage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "5")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Connection", "close")
	if len(r.URL.Path) >= 5 && r.URL.Path[:5] == "/api/" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"error_code":"upgrading","message":"the server is being upgraded"}`))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(upgradingPage))
}
