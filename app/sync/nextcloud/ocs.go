package nextcloud

import (
	"bytes"
	"net/http"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
)

// Codes of the envelope that have no status of HTTP.
const (
	ocsDone         = 100 // in version 1; 200 in version 2
	ocsUnauthorized = 997
	ocsUnknown      = 998 // no such call
)

// reply is an answer in the envelope.
type reply struct {
	code    int // as version 2 has it
	message string
	data    any
}

func okReply(data any) *reply { return &reply{code: http.StatusOK, message: "OK", data: data} }

func errorReply(code int, message string) *reply {
	return &reply{code: code, message: message, data: []any{}}
}

// splitOCSPath splits a path into the version of the protocol and the call: "cloud/user".
func splitOCSPath(r *http.Request) (second bool, call string) {
	rest, _ := strings.CutPrefix(r.URL.Path, "/ocs/")
	version, call, _ := strings.Cut(rest, "/")
	return version == "v2.php", strings.TrimSuffix(call, "/")
}

// isOpenOCS lets everybody read what the server can do, which apps do before anybody signs in.
func isOpenOCS(r *http.Request) bool {
	_, call := splitOCSPath(r)
	return call == "cloud/capabilities" && r.Method == http.MethodGet
}

func (s *Service) handleOCS(c *api.Call) error {
	_, call := splitOCSPath(c.R)
	r, err := s.routeCall(c, c.R.Method+" "+call)
	if err != nil {
		return err
	}
	return writeOCS(c, r)
}

func (s *Service) routeCall(c *api.Call, call string) (*reply, error) {
	switch call {
	case "GET cloud/capabilities":
		return s.renderCapabilities(c), nil
	case "GET cloud/user":
		return s.renderUser(c)
	case "GET config":
		return okReply(object{{"version", "1.7"}, {"website", product}, {"host", c.R.Host}, {"contact", ""}, {"ssl", c.R.TLS != nil}}), nil
	case "GET core/getapppassword", "GET core/getapppassword-onetime":
		// Only a password of an account could be traded for a token, and it is not accepted here.
		return errorReply(http.StatusForbidden, "You cannot request a new apppassword with an apppassword"), nil
	case "DELETE core/apppassword":
		return okReply([]any{}), s.Tokens.RevokeCurrent(c, c.Who, c.Origin())
	case "GET core/navigation/apps":
		return okReply([]any{}), nil
	}
	if id, ok := strings.CutPrefix(call, "GET cloud/users/"); ok {
		if id != c.Who.User.String() {
			return errorReply(http.StatusNotFound, "User does not exist"), nil
		}
		return s.renderUser(c)
	}
	for _, more := range []func(*api.Call, string) (*reply, error){s.routeFiles, s.routeShares, s.routeActivity} {
		if r, err := more(c, call); r != nil || err != nil {
			return r, err
		}
	}
	return errorReply(ocsUnknown, "Invalid query, please check the syntax."), nil
}

// writeOCSFault writes a refusal in the envelope.
func writeOCSFault(c *api.Call, f *fault.Fault) {
	r := errorReply(f.Status, f.Message)
	if f.Status == http.StatusUnauthorized {
		r = errorReply(ocsUnauthorized, "Current user is not logged in")
	}
	_ = writeOCS(c, r) // the answer is text, whose encoding does not fail
}

// statusCodes returns the code in the envelope and the status of HTTP. Version 1 tells failures
// in the envelope alone, but for three. A refusal is 403 and not 401, which an app would take
// for the end of its token.
func (r *reply) statusCodes(second bool) (code, status int) {
	code, status = r.code, r.code
	switch {
	case r.code == ocsUnauthorized:
		status = http.StatusUnauthorized
	case r.code == http.StatusTooManyRequests, r.code == http.StatusForbidden:
	case !second:
		status = http.StatusOK
		if r.code == http.StatusOK {
			code = ocsDone
		}
	case r.code == ocsUnknown:
		status = http.StatusNotFound
	}
	return code, status
}

func writeOCS(c *api.Call, r *reply) error {
	second, _ := splitOCSPath(c.R)
	code, status := r.statusCodes(second)
	word := "ok"
	if r.code != http.StatusOK {
		word = "failure"
	}
	meta := object{{"status", word}, {"statuscode", code}, {"message", r.message}}
	if !second {
		meta = append(meta, member{"totalitems", ""}, member{"itemsperpage", ""})
	}
	whole := object{{"ocs", object{{"meta", meta}, {"data", r.data}}}}
	if acceptsJSON(c.R) {
		return writeJSON(c, status, whole)
	}
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\"?>\n")
	if err := writeXML(&b, whole); err != nil {
		return err
	}
	c.W.Header().Set("Content-Type", "application/xml; charset=utf-8")
	c.W.WriteHeader(status)
	_, _ = c.W.Write(b.Bytes()) // a failing write means that the client went away
	return nil
}

// acceptsJSON reports whether the answer is JSON; it is XML otherwise.
func acceptsJSON(r *http.Request) bool {
	if format := r.URL.Query().Get("format"); format != "" {
		return format == "json"
	}
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}
