package app

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/server"
)

// handleGetRootCertificate gives out the certificate that browsers have to trust before
// they trust ours.
func (a *App) handleGetRootCertificate(c *api.Call) error {
	if a.cfg.Mode() != string(server.Internal) {
		return fault.InvalidID
	}
	pem, err := os.ReadFile(filepath.Join(a.cfg.Certificates(), server.RootCertificate))
	if errors.Is(err, fs.ErrNotExist) {
		return fault.InvalidID.Because(err)
	}
	if err != nil {
		return err
	}
	c.W.Header().Set("Content-Type", "application/x-x509-ca-cert")
	c.W.Header().Set("Content-Disposition", `attachment; filename="anbar-ca.crt"`)
	_, err = c.W.Write(pem)
	return err
}

// redirectToHTTPS answers plain requests while there is HTTPS. Pages are led there. Calls are refused: a
// program that is entered with http:// would go on sending its password in the clear before each
// redirect, and nobody would notice. The page that explains how to trust the internal authority stays
// reachable.
func (a *App) redirectToHTTPS(w http.ResponseWriter, r *http.Request) bool {
	mode := a.cfg.Mode()
	if mode != string(server.Internal) && mode != string(server.ACME) {
		return false
	}
	switch p := r.URL.Path; {
	case mode == string(server.Internal) && (p == "/trust" || p == "/api/tls/ca.crt" || p == "/api/setup"), p == "/api/health":
		return false
	case a.Router.IsCall(p), r.Method != http.MethodGet && r.Method != http.MethodHead:
		a.Router.WriteError(w, r, fault.HTTPSRequired)
	case mode == string(server.ACME):
		http.Redirect(w, r, a.secureURL(r), http.StatusPermanentRedirect)
	case strings.Contains(filepath.Base(p), "."):
		return false // the files of that page
	default:
		http.Redirect(w, r, "/trust?to="+strings.ReplaceAll(p, "&", "%26"), http.StatusFound)
	}
	return true
}

func (a *App) secureURL(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	_, port, err := net.SplitHostPort(a.cfg.ListenTLS)
	if err == nil && port != "443" {
		host = net.JoinHostPort(host, port)
	}
	return "https://" + host + r.URL.RequestURI()
}
