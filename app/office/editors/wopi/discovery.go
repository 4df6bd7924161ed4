package wopi

import (
	"bytes"
	"crypto/rsa"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/url"
	"regexp"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
)

// Discovery is what a server can do.
type Discovery struct {
	frames map[string]map[string]string // by extension and action
	now    *rsa.PublicKey               // that it signs with; nil when it signs nothing
	old    *rsa.PublicKey               // that it signed with before
}

// HasProofKeys reports whether the server signs its requests.
func (d *Discovery) HasProofKeys() bool { return d.now != nil }

// CountFormats returns how many extensions the server edits.
func (d *Discovery) CountFormats() int {
	n := 0
	for ext := range d.frames {
		if d.CanEdit(ext) {
			n++
		}
	}
	return n
}

// CanEdit reports whether the server edits files of an extension.
func (d *Discovery) CanEdit(ext string) bool { return d.frames[ext]["edit"] != "" }

// FrameURL returns the address at which the server shows files of an extension, to which a query can be added; empty when it does
// not. A server without an action to view shows what may not be edited in its editor.
func (d *Discovery) FrameURL(ext string, edit bool) string {
	by := d.frames[ext]
	if view := by["view"]; view != "" && !edit {
		return view
	}
	return by["edit"]
}

// placeholder is a part of an address that the one who opens may fill in.
var placeholder = regexp.MustCompile(`<[^>]*>`)

// parseDiscovery reads the document of a discovery. One with declarations of a document type is refused.
func (s *Server) parseDiscovery(b []byte) (*Discovery, error) {
	d := &Discovery{frames: map[string]map[string]string{}}
	dec := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))))
	root := false
	for n := 0; ; n++ {
		t, err := dec.Token()
		switch {
		case errors.Is(err, io.EOF) && root:
			return d, nil
		case err != nil:
			return nil, fmt.Errorf("read the discovery: %w", err)
		case n > 3*limits.WopiActions:
			return nil, errors.New("the discovery has too many elements")
		}
		switch t := t.(type) {
		case xml.Directive:
			return nil, errors.New("the discovery declares a document type")
		case xml.StartElement:
			if !root && t.Name.Local != "wopi-discovery" {
				return nil, errors.New("the answer is no discovery")
			}
			root = true
			if err := s.parseElement(d, &t); err != nil {
				return nil, err
			}
		}
	}
}

func (s *Server) parseElement(d *Discovery, t *xml.StartElement) error {
	at := map[string]string{}
	for _, a := range t.Attr {
		at[a.Name.Local] = a.Value
	}
	switch t.Name.Local {
	case "proof-key":
		var err error
		if d.now, err = parseKey(at["modulus"], at["exponent"]); err == nil {
			d.old, err = parseKey(at["oldmodulus"], at["oldexponent"])
		}
		return err
	case "action":
		return s.addAction(d, at)
	}
	return nil
}

// addAction keeps the address of a page that views or edits documents of a type.
func (s *Server) addAction(d *Discovery, at map[string]string) error {
	ext := strings.ToLower(at["ext"])
	if ext == "" || at["name"] != "edit" && at["name"] != "view" {
		return nil
	}
	frame, err := s.resolveFrameURL(at["urlsrc"])
	if err != nil {
		return err
	}
	if d.frames[ext] == nil {
		d.frames[ext] = map[string]string{}
	}
	d.frames[ext][at["name"]] = frame
	return nil
}

// resolveFrameURL returns where browsers find an action. Only the server itself may stand there; under the name that we know it by, too.
func (s *Server) resolveFrameURL(src string) (string, error) {
	u, err := url.Parse(placeholder.ReplaceAllString(src, ""))
	if err != nil || u.Opaque != "" || u.User != nil || u.Host == "" {
		return "", fault.OfficeAddress.Because(errors.New("an action without an address"))
	}
	own, _ := outward.ParseAddress(s.URL)
	for _, base := range []string{s.URL, s.Internal} {
		if b, ok := outward.ParseAddress(base); ok && own != nil && outward.Origin(b) == outward.Origin(u) {
			query := strings.Trim(u.RawQuery, "&")
			if query != "" {
				query += "&"
			}
			return own.Scheme + "://" + own.Host + u.EscapedPath() + "?" + query, nil
		}
	}
	return "", fault.OfficeAddress.Because(fmt.Errorf("actions lie at %s", u.Host))
}

const (
	minKey = 2048 // bits
	maxKey = 8192
)

// parseKey reads a public key; nil for none.
func parseKey(modulus, exponent string) (*rsa.PublicKey, error) {
	if modulus == "" {
		return nil, nil
	}
	n, err := base64.StdEncoding.DecodeString(modulus)
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	e, err := base64.StdEncoding.DecodeString(exponent)
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	k := &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e[:min(len(e), 4)]).Int64())}
	if bits := k.N.BitLen(); bits < minKey || bits > maxKey || len(e) > 4 || k.E < 3 || k.E%2 == 0 {
		return nil, fmt.Errorf("a key of %d bits", bits)
	}
	return k, nil
}
