package host

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/server"
	"anbar/config"
)

// hosts is the names that the drive answers to. It answers to every name as long as
// none was set; then to those that were, to every address, and to the names of this
// machine and of local networks. A page elsewhere whose name is made to lead here is
// refused by it.
type hosts []string

func hostsOf(c *config.Serve) hosts {
	if len(c.Domain) == 0 {
		return nil
	}
	all := slices.Concat(c.Domain, c.Names)
	if u, err := url.Parse(c.PublicURL); err == nil {
		all = append(all, u.Hostname())
	}
	for i := range all {
		all[i] = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(all[i]), "."))
	}
	return all
}

// isServed reports whether a request under that host is answered.
func (h hosts) isServed(host string) bool {
	if h == nil {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	return net.ParseIP(host) != nil || slices.Contains(h, host) || server.IsLocalName(host)
}

func (f *Front) refuseHost(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		f.router.WriteError(w, r, fault.DisallowedHost)
		return
	}
	http.Error(w, fault.DisallowedHost.Message, fault.DisallowedHost.Status)
}
