package host

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/server"
	"anbar/config"
)

// Front answers requests that do not reach the product: those under names that are not the drive's, and plain ones while there is
// HTTPS.
type Front struct {
	cfg    *config.Serve
	router *api.Router
	hosts  hosts
}

// NewFront answers as the configuration says, with the errors of a router.
func NewFront(cfg *config.Serve, router *api.Router) *Front {
	return &Front{cfg: cfg, router: router, hosts: hostsOf(cfg)}
}

// Serve answers a request that does not reach the product; next answers all others.
func (f *Front) Serve(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) {
	if !f.hosts.isServed(r.Host) {
		f.refuseHost(w, r)
		return
	}
	if r.TLS != nil {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
	} else if f.redirectToHTTPS(w, r) {
		return
	}
	next(w, r)
}

// Mount declares the call that gives the certificate of the internal authority.
func (f *Front) Mount(r *api.Router) {
	api.Stream(r, api.Op{
		Call:  "GET /tls/ca.crt",
		Does:  "The certificate of the internal authority, for the machines of the network to trust",
		Gives: "application/x-x509-ca-cert",
	}, f.handleGetRootCertificate)
}

// handleGetRootCertificate gives out the certificate that browsers have to trust before
// they trust ours.
func (f *Front) handleGetRootCertificate(c *api.Call, _ *api.None) error {
	if f.cfg.Mode() != string(server.Internal) {
		return fault.InvalidID
	}
	pem, err := os.ReadFile(filepath.Join(f.cfg.Certificates(), server.RootCertificate))
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
func (f *Front) redirectToHTTPS(w http.ResponseWriter, r *http.Request) bool {
	mode := f.cfg.Mode()
	if mode != string(server.Internal) && mode != string(server.ACME) {
		return false
	}
	switch p := r.URL.Path; {
	case mode == string(server.Internal) && (p == "/trust" || p == "/api/tls/ca.crt" || p == "/api/setup"),
		p == "/api/health", p == "/api/ready":
		return false
	case f.router.IsCall(p), r.Method != http.MethodGet && r.Method != http.MethodHead:
		f.router.WriteError(w, r, fault.HTTPSRequired)
	case mode == string(server.ACME):
		http.Redirect(w, r, f.secureURL(r), http.StatusPermanentRedirect)
	case strings.Contains(filepath.Base(p), "."):
		return false // the files of that page
	default:
		http.Redirect(w, r, "/trust?to="+strings.ReplaceAll(p, "&", "%26"), http.StatusFound)
	}
	return true
}

// TrustOrigin is the HTTPS origin that the page about the internal authority tries, for whoever reads that page without HTTPS; empty
// for everybody else.
func (f *Front) TrustOrigin(r *http.Request) string {
	if f.cfg.Mode() != string(server.Internal) || r.TLS != nil || r.URL.Path != "/trust" {
		return ""
	}
	u, err := url.Parse(f.secureURL(r))
	if err != nil || !plainHost.MatchString(u.Host) {
		return ""
	}
	return "https://" + u.Host
}

// plainHost is a host that stands in a header as it is.
var plainHost = regexp.MustCompile(`^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)?$`)

func (f *Front) secureURL(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	_, port, err := net.SplitHostPort(f.cfg.ListenTLS)
	if err == nil && port != "443" {
		host = net.JoinHostPort(host, port)
	}
	return "https://" + host + r.URL.RequestURI()
}
