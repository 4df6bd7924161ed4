package doctor

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"time"

	"anbar/app/base/server"
	"anbar/app/host"
)

var wayChecks = []check{
	{"address", needsRunning(examineAddress)},
	{"dns", examineDNS},
	{"local_name", needsRunning(examineLocalName)},
	{"ports", examinePorts},
	{"https", examineHTTPS},
	{"certificate", examineCertificate},
	{"trusted_proxies", examineProxies},
	{"metrics", examineMetrics},
}

// askTime bounds a question to another machine.
const askTime = 10 * time.Second

// measureClock returns how far the clock is from that of a web server.
func measureClock(ctx context.Context, url string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	ended := time.Now()
	if err := res.Body.Close(); err != nil {
		return 0, err
	}
	theirs, err := http.ParseTime(res.Header.Get("Date"))
	if err != nil {
		return 0, err
	}
	return began.Add(ended.Sub(began) / 2).Sub(theirs), nil
}

func examineAddress(ctx context.Context, p *Patient) verdict {
	if p.Config.PublicURL == "" && len(p.Config.Domain) == 0 {
		return skip("address_none", text("url", p.Running.URL))
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err := p.Running.CheckArrival(ctx, p.Running.URL)
	switch {
	case errors.Is(err, host.ErrElsewhere):
		return fail("address_elsewhere", "address", text("url", p.Running.URL))
	case err != nil:
		return warn("address_silent", "address_look", text("url", p.Running.URL), trouble(err))
	}
	return pass("address_here", text("url", p.Running.URL))
}

func examineDNS(ctx context.Context, p *Patient) verdict {
	if len(p.Config.Domain) == 0 {
		return skip("dns_none")
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	for _, name := range p.Config.Domain {
		if _, err := net.DefaultResolver.LookupHost(ctx, name); err != nil {
			return fail("dns_nowhere", "dns", text("name", name), trouble(err))
		}
	}
	return pass("dns", text("names", strings.Join(p.Config.Domain, ", ")))
}

func examineLocalName(_ context.Context, p *Patient) verdict {
	if p.Running.LocalName == nil {
		return skip("local_name_none")
	}
	name, isAnswered := p.Running.LocalName.Name()
	if problem := p.Running.LocalName.Problem(); problem != "" {
		return warn("local_name_refused", "local_name", text("name", name), text("error", problem))
	}
	if !isAnswered {
		return skip("local_name_waits", text("name", name))
	}
	return pass("local_name", text("name", name))
}

// addresses are those that the server listens on.
func addresses(p *Patient) []string {
	all := []string{p.Config.Listen}
	if p.Config.Mode() != string(server.Plain) {
		all = append(all, p.Config.ListenTLS)
	}
	if p.Config.Metrics != "" {
		all = append(all, p.Config.Metrics)
	}
	return all
}

func examinePorts(ctx context.Context, p *Patient) verdict {
	if p.Running != nil {
		return pass("ports_listening", text("addresses", strings.Join(addresses(p), ", ")))
	}
	for _, address := range addresses(p) {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		switch {
		case errors.Is(err, os.ErrPermission):
			return fail("ports_forbidden", "ports_unit", text("address", address))
		case err != nil:
			return fail("ports_taken", "ports_other", text("address", address), trouble(err))
		}
		if err := l.Close(); err != nil {
			return skip("error", trouble(err))
		}
	}
	return pass("ports_free", text("addresses", strings.Join(addresses(p), ", ")))
}

func examineHTTPS(_ context.Context, p *Patient) verdict {
	switch {
	case p.Config.Mode() != string(server.Plain):
		return pass("https_own", text("mode", p.Config.Mode()))
	case strings.HasPrefix(p.Config.PublicURL, "https:"):
		return pass("https_proxy")
	case isLoopback(p.Config.Listen):
		return pass("https_local")
	}
	return warn("https_none", "https")
}

const (
	certificateWarning = 14 * 24 * time.Hour
	certificateWrong   = 3 * 24 * time.Hour
)

func examineCertificate(ctx context.Context, p *Patient) verdict {
	if p.Config.Mode() != string(server.ACME) {
		return skip("certificate_other")
	}
	ends := host.CertificateEnd(p.Config, slog.New(slog.DiscardHandler))
	if p.Running != nil && ends.IsZero() {
		return fail("certificate_none", "certificate_obtain")
	}
	if ends.IsZero() {
		return skip("certificate_none")
	}
	switch left := time.Until(ends); {
	case left < certificateWrong:
		return fail("certificate", "certificate_renew", day("ends", ends))
	case left < certificateWarning:
		return warn("certificate", "certificate_renew", day("ends", ends))
	}
	return pass("certificate", day("ends", ends))
}

func examineProxies(_ context.Context, p *Patient) verdict {
	for _, trusted := range p.Config.Proxies {
		network, err := netip.ParsePrefix(trusted)
		if err != nil {
			continue // an address alone
		}
		if network.Bits() == 0 {
			return fail("proxies_all", "proxies_only", text("network", trusted))
		}
		if network.Addr().Is4() && network.Bits() < 8 || network.Addr().Is6() && network.Bits() < 16 {
			return warn("proxies_many", "proxies_only", text("network", trusted))
		}
	}
	if len(p.Config.Proxies) == 0 && p.Config.Mode() == string(server.Plain) && strings.HasPrefix(p.Config.PublicURL, "https:") {
		return warn("proxies_untrusted", "proxies_trust")
	}
	if len(p.Config.Proxies) == 0 {
		return pass("proxies_none")
	}
	return pass("proxies", text("networks", strings.Join(p.Config.Proxies, ", ")))
}

func examineMetrics(_ context.Context, p *Patient) verdict {
	switch {
	case p.Config.Metrics == "":
		return skip("metrics_off")
	case isLoopback(p.Config.Metrics):
		return pass("metrics_local", text("address", p.Config.Metrics))
	}
	return warn("metrics_open", "metrics", text("address", p.Config.Metrics))
}
