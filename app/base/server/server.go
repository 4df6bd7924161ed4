// Package server runs Caddy inside this process, with the drive
// as one of its handlers, so that no request takes a hop over the loopback.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	// The parts of Caddy that the configuration names.
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/encode"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/encode/gzip"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/encode/zstd"
	_ "github.com/caddyserver/caddy/v2/modules/caddypki"
	_ "github.com/caddyserver/caddy/v2/modules/caddytls"
	_ "github.com/caddyserver/caddy/v2/modules/caddytls/standardstek"
	_ "github.com/caddyserver/caddy/v2/modules/filestorage"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
)

// Mode is how HTTPS is done.
type Mode string

// The modes.
const (
	Plain    Mode = "off"
	Internal Mode = "internal" // an authority of our own, for the local network
	ACME     Mode = "acme"     // a public certificate
)

// Options say where and how to listen.
type Options struct {
	Mode      Mode
	Listen    string // plain HTTP
	ListenTLS string
	Domains   []string
	Names     []string // more names that the internal authority signs
	ACMEEmail string
	ACMECA    string
	ACMERoots []string
	HTTP3     bool
	Proxies   []string      // addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Host are trusted
	Public    string        // the host of the public URL, when one was set
	Dir       string        // certificates, keys and all that Caddy writes
	Grace     time.Duration // how long a stop waits for requests under way
	Log       *slog.Logger

	kept map[string]*os.File // listeners that live on when this process ends
}

// Caddy's state is global to the process, and so is everything that its modules reach.
var (
	register sync.Once
	current  atomic.Pointer[instance]
)

type instance struct {
	handler  http.Handler
	names    *certificateNames
	log      *slog.Logger
	proxied  bool // behind a proxy
	proxies  []netip.Prefix
	public   string
	inFlight atomic.Int64
	kept     map[string]*os.File

	connections atomic.Int64  // open ones
	paused      chan struct{} // closed when no more connections are taken
}

// Run serves handler until ctx ends, then lets requests under way finish, for
// as long as Grace. One server runs in a process at a time. ready is called
// once connections are taken.
func Run(ctx context.Context, o Options, handler http.Handler, ready func()) error {
	register.Do(func() {
		caddy.RegisterModule(new(drive))
		caddy.RegisterModule(new(permission))
		caddy.RegisterModule(new(connectionLimiter))
		caddy.RegisterModule(new(logCore))
		registerHandover()
	})
	if err := confineCaddy(o.Dir); err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	known, err := newCertificateNames(o.Dir, host, o.Names)
	if err != nil {
		return fmt.Errorf("read for which names there are certificates: %w", err)
	}
	r := &instance{paused: make(chan struct{}), handler: handler, names: known, log: o.Log, proxied: len(o.Proxies) > 0, public: o.Public}
	for _, p := range o.Proxies {
		if r.proxies, err = appendProxy(r.proxies, p); err != nil {
			return err
		}
	}
	if !current.CompareAndSwap(nil, r) {
		return errors.New("a server runs in this process already")
	}
	defer current.Store(nil)
	listening, err := checkFree(slices.DeleteFunc(o.addresses(), isInherited))
	if err != nil {
		return err
	}
	defer listening()
	if o.kept, err = openKept(o.addresses()); err != nil {
		return err
	}
	if err := dropUnused(o.addresses()); err != nil {
		o.Log.Warn("give up a socket that is not listened on any more", "error", err)
	}
	r.kept = o.kept
	config, err := json.Marshal(o.caddyConfig())
	if err != nil {
		return err
	}
	// Lines that Caddy writes before it knows our log wait for it.
	_, before, _ := caddy.BufferedLog()
	if err := caddy.Load(config, true); err != nil {
		caddy.UnbufferDefaultLogger(before)
		return fmt.Errorf("start to serve: %w", err)
	}
	listening()
	if ready != nil {
		ready()
	}
	<-ctx.Done()
	return r.stop(o.Grace)
}

// appendProxy reads an address or a network.
func appendProxy(all []netip.Prefix, s string) ([]netip.Prefix, error) {
	if ip, err := netip.ParseAddr(s); err == nil {
		return append(all, netip.PrefixFrom(ip, ip.BitLen())), nil
	}
	p, err := netip.ParsePrefix(s)
	return append(all, p), err
}

// confineCaddy keeps Caddy from writing anything outside of dir.
func confineCaddy(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := os.Setenv("XDG_DATA_HOME", dir); err != nil {
		return err
	}
	if err := os.Setenv("XDG_CONFIG_HOME", dir); err != nil {
		return err
	}
	caddy.ConfigAutosavePath = filepath.Join(dir, "autosave.json")
	caddy.DefaultStorage.Path = dir
	return nil
}

// settleTime is how long connections without a request under way are waited for: a request of theirs may be on its way in, or the
// last answer on its way out. Idle ones are closed at once.
const settleTime = 1200 * time.Millisecond

// stop takes no more connections and waits for the requests under way. Caddy
// itself would cut them.
func (r *instance) stop(grace time.Duration) error {
	r.pause()
	if err := caddy.Stop(); err != nil {
		return fmt.Errorf("stop serving: %w", err)
	}
	settled, end := time.Now().Add(min(grace, settleTime)), time.Now().Add(grace)
	for r.inFlight.Load() > 0 || r.connections.Load() > 0 && time.Now().Before(settled) {
		if time.Now().After(end) {
			r.log.Warn("stopped before all transfers were done", "left", r.inFlight.Load())
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// drive is the Caddy module that hands requests to the product.
type drive struct{}

// CaddyModule implements caddy.Module.
func (*drive) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.drive", New: func() caddy.Module { return new(drive) }}
}

// ServeHTTP implements caddyhttp.MiddlewareHandler.
func (*drive) ServeHTTP(w http.ResponseWriter, r *http.Request, _ caddyhttp.Handler) error {
	s := current.Load()
	if s == nil {
		return caddyhttp.Error(http.StatusServiceUnavailable, errors.New("stopping"))
	}
	s.inFlight.Add(1)
	defer s.inFlight.Add(-1)
	w.Header().Del("Server")
	if r.ProtoMajor == 2 && r.TLS == nil {
		// Caddy lets it in where HTTP/1 may send files from the kernel; its bounds on
		// slow clients are for HTTP/1 and for TLS.
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusHTTPVersionNotSupported)
		return nil
	}
	if s.isProxy(r.RemoteAddr) {
		r.Host = s.forwardedHost(r)
	}
	if s.proxied {
		// The client that a trusted proxy names, otherwise the peer of the connection.
		if ip, ok := caddyhttp.GetVar(r.Context(), caddyhttp.ClientIPVarKey).(string); ok && ip != "" {
			r.RemoteAddr = net.JoinHostPort(ip, "0")
		}
	}
	if r.ProtoMajor == 1 && len(r.TransferEncoding) > 0 {
		// A proxy may have read another length next to it, which is lost here: the
		// connection must not answer what the proxy takes for the next request of another
		// client.
		w.Header().Set("Connection", "close")
	}
	serveThenDrain(s.handler, w, r)
	return nil
}
