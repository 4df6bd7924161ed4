package server

import (
	"net"
	"path"
	"strconv"
)

type object = map[string]any

const (
	headerTimeout = "15s"
	idleTimeout   = "5m"
	stalledRead   = "60s" // an upload that sends nothing for so long has died
	maxHeader     = 32 << 10
)

// caddyConfig is the configuration that Caddy is loaded with.
func (o *Options) caddyConfig() object {
	servers := object{}
	apps := object{"http": o.httpConfig(servers)}
	switch o.Mode {
	case Internal:
		servers["tls"] = o.tlsConfig(nil)
		apps["tls"] = object{"automation": object{
			"on_demand": object{"permission": object{"module": "drive"}},
			"policies":  []object{{"on_demand": true, "issuers": []object{{"module": "internal", "lifetime": "720h"}}}},
		}}
		apps["pki"] = object{"certificate_authorities": object{"local": object{
			"name": "Anbar", "root_common_name": "Anbar local root", "install_trust": false, "intermediate_lifetime": "8760h"}}}
	case ACME:
		servers["tls"] = o.tlsConfig(o.Domains)
		issuer := object{"module": "acme"}
		if o.ACMEEmail != "" {
			issuer["email"] = o.ACMEEmail
		}
		if o.ACMECA != "" {
			issuer["ca"] = o.ACMECA
		}
		if len(o.ACMERoots) > 0 {
			issuer["trusted_roots_pem_files"] = o.ACMERoots
		}
		apps["tls"] = object{"automation": object{"policies": []object{{"subjects": o.Domains, "issuers": []object{issuer}}}}}
	}
	return object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"writer": object{"output": "discard"}, "core": object{"module": "anbar"}}}},
		"storage": object{"module": "file_system", "root": o.Dir},
		"apps":    apps,
	}
}

func (o *Options) httpConfig(servers object) object {
	app := object{"servers": servers, "grace_period": "1s"}
	plain := o.serverConfig(o.Listen, nil)
	plain["automatic_https"] = object{"disable": true}
	plain["protocols"] = []string{"h1", "h2"} // h1 alone would keep the kernel from sending files itself
	servers["plain"] = plain
	if o.Mode != Plain { // the plain server also answers the challenges of ACME, and leads pages to HTTPS
		app["https_port"] = portOf(o.ListenTLS)
		app["http_port"] = portOf(o.Listen)
	}
	return app
}

func (o *Options) tlsConfig(domains []string) object {
	s := o.serverConfig(o.ListenTLS, domains)
	s["tls_connection_policies"] = []object{{}}
	s["protocols"] = []string{"h1", "h2"}
	if o.HTTP3 {
		s["protocols"] = []string{"h1", "h2", "h3"}
	}
	s["automatic_https"] = object{"disable_redirects": true}
	return s
}

// serverConfig is one listener. Answers of the API are compressed where the other
// side asks for it; files go out as they are, so that ranges and sendfile work.
func (o *Options) serverConfig(listen string, domains []string) object {
	encode := object{
		"handler": "encode", "encodings": object{"zstd": object{}, "gzip": object{}}, "prefer": []string{"zstd", "gzip"},
		"minimum_length": 1400, "match": object{"headers": object{"Content-Type": []string{"application/json*"}}},
	}
	drive := object{"handler": "drive"}
	calls := object{
		"match": []object{
			{"path": []string{"/api/*"}, "not": []object{{"path": []string{"/api/download/content/*", "/api/download/zip/*"}}}},
		},
		"handle": []object{encode, drive}, "terminal": true,
	}
	rest := object{"handle": []object{drive}, "terminal": true}
	routes := []object{calls, rest}
	if len(domains) > 0 {
		routes = []object{
			{"match": []object{{"host": domains}}, "handle": []object{{"handler": "subroute", "routes": routes}}, "terminal": true},
		}
	}
	served := object{
		"listen": o.listenWords(listen), "routes": routes,
		"read_header_timeout": headerTimeout, "idle_timeout": idleTimeout, "read_idle_timeout": stalledRead,
		"write_idle_timeout": -1, // downloads bound slow readers themselves and keep sendfile
		"max_header_bytes":   maxHeader,
		"listener_wrappers":  []object{{"wrapper": "crowd"}, {"wrapper": "tls"}},
	}
	if len(o.Proxies) > 0 {
		served["trusted_proxies"] = object{"source": "static", "ranges": o.Proxies}
		served["trusted_proxies_strict"] = 1 // the last address that is no proxy of ours: clients can write the ones before it
	}
	return served
}

func portOf(addr string) int {
	_, p, err := net.SplitHostPort(addr)
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(p) // a name of a port is looked up by the listener; Caddy's guess of it does not matter
	return n
}

// RootCertificate is where the internal authority keeps its certificate, below
// Options.Dir.
var RootCertificate = path.Join("pki", "authorities", "local", "root.crt")
