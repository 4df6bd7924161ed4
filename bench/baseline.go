package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// runBaseline is a plain net/http server in a process of its own: files of a
// directory, and a path that answers nothing.
func runBaseline(args []string) error {
	addr, dir, secure := args[0], args[1], len(args) > 2
	mux := http.NewServeMux()
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	mux.HandleFunc("/file/{name}", func(w http.ResponseWriter, r *http.Request) {
		f, err := os.Open(filepath.Join(dir, filepath.Base(r.PathValue("name"))))
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		defer f.Close()
		http.ServeContent(w, r, "", time.Time{}, f)
	})
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s := &http.Server{Handler: mux}
	fmt.Println("ready")
	if !secure {
		return s.Serve(l)
	}
	cert, err := newCertificate()
	if err != nil {
		return err
	}
	s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"http/1.1"}}
	return s.ServeTLS(l, "", "")
}

func newCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// startBaseline runs a net/http server on the files of dir.
func startBaseline(dir string, secure bool) (*process, error) {
	addr := freeAddr()
	args := []string{"baseline", addr, dir}
	url := "http://" + addr
	if secure {
		args = append(args, "tls")
		url = "https://" + addr
	}
	p, err := startProcess(ownProgram(), args...)
	if err != nil {
		return nil, err
	}
	p.url = url
	_, err = p.out.ReadString('\n')
	return p, err
}

func (p *process) kill() error {
	err := p.cmd.Process.Kill()
	_, _ = p.cmd.Process.Wait() // it was killed, so it did not end well
	return err
}

// startNginx serves dir with sendfile; nil where there is no nginx.
func startNginx(scratch, dir string) (*process, error) {
	addr := freeAddr()
	conf := fmt.Sprintf(`daemon off; worker_processes 2; pid %[1]s/nginx.pid; error_log stderr error; user root;
events { worker_connections 256; }
http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p;
  fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
server { listen %[2]s; location /file/ { alias %[3]s/; } } }`, scratch, addr, dir)
	name := filepath.Join(scratch, "nginx.conf")
	if err := os.WriteFile(name, []byte(conf), 0o644); err != nil {
		return nil, err
	}
	p, err := startProcess("nginx", "-c", name)
	if err != nil {
		return nil, nil
	}
	p.url = "http://" + addr
	for range 100 {
		if c, err := net.Dial("tcp", addr); err == nil {
			return p, c.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil, errors.New("nginx does not answer")
}

// writeAndSync writes bytes to a file in sequence, with one flush, and returns
// the time it took.
func writeAndSync(name string, content []byte) (time.Duration, error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer os.Remove(name)
	defer f.Close()
	begin := time.Now()
	for from := 0; from < len(content); from += 1 << 20 {
		if _, err := f.Write(content[from:min(len(content), from+1<<20)]); err != nil {
			return 0, err
		}
	}
	err = unix.Fdatasync(int(f.Fd()))
	return time.Since(begin), err
}

// measureFlushes returns how many 4 KiB appends with a flush each one thread makes in a
// second.
func measureFlushes(name string) (float64, error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer os.Remove(name)
	defer f.Close()
	page := make([]byte, 4096)
	begin, n := time.Now(), 0
	for time.Since(begin) < time.Second {
		if _, err := f.Write(page); err != nil {
			return 0, err
		}
		if err := unix.Fdatasync(int(f.Fd())); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / time.Since(begin).Seconds(), nil
}

func readAll(names []string) (time.Duration, error) {
	begin := time.Now()
	for _, n := range names {
		f, err := os.Open(n)
		if err != nil {
			return 0, err
		}
		_, err = io.Copy(discard{}, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return 0, err
		}
	}
	return time.Since(begin), nil
}
