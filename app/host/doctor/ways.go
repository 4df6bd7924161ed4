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
	{"address", "Links in mails lead to this address, so it has to lead to this appliance.", needsRunning(examineAddress)},
	{"dns", "A public certificate is only given for a name that leads here.", examineDNS},
	{"local_name", "Without a domain, people of the network find the server under this name.", needsRunning(examineLocalName)},
	{"ports", "An address that another program holds, or that the account may not take, keeps the server from its start.", examinePorts},
	{"https", "Over plain HTTP everybody on the way reads passwords and files.", examineHTTPS},
	{"certificate", "With a certificate that has ended nobody gets in.", examineCertificate},
	{"trusted_proxies", "Who is trusted as a proxy decides which address people seem to have, and so whom limits hit.", examineProxies},
	{"metrics", "Whoever reaches the address of the metrics can read them.", examineMetrics},
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
		return skip("no public address is set; links lead to %s", p.Running.URL)
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err := p.Running.Arrives(ctx, p.Running.URL)
	switch {
	case errors.Is(err, host.ErrElsewhere):
		return fail("Let the name, or the proxy, lead to this machine; or correct \"public-url\".").
			describe("%s is another server than this one", p.Running.URL)
	case err != nil:
		return warn("If other machines reach it, all is well: some networks do not lead to themselves. Otherwise look at the name, the "+
			"firewall and the proxy.").describe("from here %s does not answer: %v", p.Running.URL, err)
	}
	return pass("%s leads here", p.Running.URL)
}

func examineDNS(ctx context.Context, p *Patient) verdict {
	if len(p.Config.Domain) == 0 {
		return skip("no domain is set")
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	for _, name := range p.Config.Domain {
		if _, err := net.DefaultResolver.LookupHost(ctx, name); err != nil {
			return fail("Add an A or AAAA record for the name at whoever serves its zone.").describe("%s leads nowhere: %v", name, err)
		}
	}
	return pass("%s lead somewhere", strings.Join(p.Config.Domain, ", "))
}

func examineLocalName(_ context.Context, p *Patient) verdict {
	if p.Running.LocalName == nil {
		return skip("none is answered for: there is a public name, none is set, or only this machine reaches the server")
	}
	name, isAnswered := p.Running.LocalName.Name()
	if problem := p.Running.LocalName.Problem(); problem != "" {
		return warn("Set \"local-name\" to another name, or to nothing; avahi shares the port with others unless its settings forbid it.").
			describe("%s is not answered for: %s", name, problem)
	}
	if !isAnswered {
		return skip("%s is not answered for yet", name)
	}
	return pass("%s", name)
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
		return pass("the server listens at %s", strings.Join(addresses(p), ", "))
	}
	for _, address := range addresses(p) {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		switch {
		case errors.Is(err, os.ErrPermission):
			return fail("Use the unit of the packages, which may take ports below 1024, or another port.").
				describe("this account may not take %s", address)
		case err != nil:
			return fail("End the other program, or choose another address.").describe("%s cannot be taken: %v", address, err)
		}
		if err := l.Close(); err != nil {
			return fail("").describe("%v", err)
		}
	}
	return pass("%s can be taken", strings.Join(addresses(p), ", "))
}

func examineHTTPS(_ context.Context, p *Patient) verdict {
	switch {
	case p.Config.Mode() != string(server.Plain):
		return pass("by the server itself (%s)", p.Config.Mode())
	case strings.HasPrefix(p.Config.PublicURL, "https:"):
		return pass("by a proxy before the server")
	case isLoopback(p.Config.Listen):
		return pass("none, and only this machine reaches the server")
	}
	return warn("Set \"domain\" for a public certificate, \"tls = internal\" for one of a local network, or \"public-url\" with the " +
		"address at a proxy that does HTTPS.").describe("none")
}

const (
	certificateWarning = 14 * 24 * time.Hour
	certificateWrong   = 3 * 24 * time.Hour
)

func examineCertificate(ctx context.Context, p *Patient) verdict {
	if p.Config.Mode() != string(server.ACME) {
		return skip("there is no public certificate of the server's own")
	}
	ends := host.CertificateEnd(p.Config, slog.New(slog.DiscardHandler))
	if p.Running != nil && ends.IsZero() {
		return fail("Look into the log for \"obtain\", at the name, and whether ports 80 and 443 reach this machine.").
			describe("there is none yet")
	}
	if ends.IsZero() {
		return skip("there is none yet")
	}
	mend := "It is renewed by itself; look into the log for \"renew\", and whether ports 80 and 443 reach this machine."
	left := time.Until(ends)
	text := "it ends on " + ends.Format(time.DateOnly)
	switch {
	case left < certificateWrong:
		return fail(mend).describe("%s", text)
	case left < certificateWarning:
		return warn(mend).describe("%s", text)
	}
	return pass("%s", text)
}

func examineProxies(_ context.Context, p *Patient) verdict {
	for _, text := range p.Config.Proxies {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			continue // an address alone
		}
		if network.Bits() == 0 {
			return fail("Name the addresses of your proxies only.").describe("everybody is trusted (%s), and can write any address", text)
		}
		if network.Addr().Is4() && network.Bits() < 8 || network.Addr().Is6() && network.Bits() < 16 {
			return warn("Name the addresses of your proxies only.").describe("%s is a large part of the internet", text)
		}
	}
	if len(p.Config.Proxies) == 0 && p.Config.Mode() == string(server.Plain) && strings.HasPrefix(p.Config.PublicURL, "https:") {
		return warn("Set \"trusted-proxies\" to the address of the proxy.").
			describe("a proxy is before the server and not trusted: all people seem to have its address")
	}
	if len(p.Config.Proxies) == 0 {
		return pass("none")
	}
	return pass("%s", strings.Join(p.Config.Proxies, ", "))
}

func examineMetrics(_ context.Context, p *Patient) verdict {
	switch {
	case p.Config.Metrics == "":
		return skip("nobody reads them")
	case isLoopback(p.Config.Metrics):
		return pass("only this machine reaches %s", p.Config.Metrics)
	}
	return warn("Listen at an address of this machine alone or of an inner network, or let a firewall guard it.").
		describe("other machines may reach %s", p.Config.Metrics)
}
