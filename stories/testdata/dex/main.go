// Command dex is the OpenID Connect provider dex, in memory, for tests: it serves
// on a free port of the loopback, prints its issuer, and ends with its standard input.
// Its people are those of the last PUT /people; one more has a password of dex's own.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/dexidp/dex/connector"
	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"github.com/dexidp/dex/web"
	"golang.org/x/crypto/bcrypt"
)

// person is an account at the provider. Its password is its login.
type person struct {
	ID       string   `json:"id"`
	Login    string   `json:"login"`
	Name     string   `json:"name"`
	Email    string   `json:"email"`
	Verified bool     `json:"verified"`
	Groups   []string `json:"groups"`
}

// people is a connector of dex; a test changes its accounts while it runs.
type people struct {
	mu  sync.Mutex
	all []person
}

// Open implements server.ConnectorConfig.
func (p *people) Open(string, *slog.Logger) (connector.Connector, error) { return p, nil }

// Prompt implements connector.PasswordConnector.
func (p *people) Prompt() string { return "" }

// Login implements connector.PasswordConnector.
func (p *people) Login(_ context.Context, _ connector.Scopes, login, password string) (connector.Identity, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, who := range p.all {
		if who.Login == login && login == password {
			return connector.Identity{
				UserID: who.ID, Username: who.Name, PreferredUsername: who.Login, Email: who.Email, EmailVerified: who.Verified,
				Groups: who.Groups,
			}, true, nil
		}
	}
	return connector.Identity{}, false, nil
}

func (p *people) replace(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = nil
	if err := json.NewDecoder(r.Body).Decode(&p.all); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func main() {
	redirect := flag.String("redirect", "", "where codes may go, with commas between")
	flag.Parse()
	if err := run(strings.Split(*redirect, ",")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(redirect []string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	issuer := "http://" + l.Addr().String() + "/dex"
	crowd := &people{}
	server.ConnectorsConfig["people"] = func() server.ConnectorConfig { return crowd }
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	hash, err := bcrypt.GenerateFromPassword([]byte("password"), 10)
	if err != nil {
		return err
	}
	store := storage.WithStaticClients(memory.New(log), []storage.Client{
		{ID: "anbar", Secret: "dex-secret", Name: "Anbar", RedirectURIs: redirect},
	})
	store = storage.WithStaticPasswords(store, []storage.Password{
		{Email: "static@example.org", Hash: hash, Username: "Static Person", UserID: "static-1"},
	}, log)
	store = storage.WithStaticConnectors(store, []storage.Connector{
		{ID: "people", Type: "people", Name: "People", Config: []byte("{}")}, {
			ID: server.LocalConnector, Type: server.LocalConnector, Name: "Passwords",
		},
	})
	dex, err := server.NewServer(context.Background(), server.Config{
		Issuer: issuer, Storage: store, Logger: log, Web: server.WebConfig{WebFS: web.FS()},
	})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/dex/", dex)
	mux.HandleFunc("PUT /people", crowd.replace)
	fmt.Println(issuer)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return http.Serve(l, mux)
}
