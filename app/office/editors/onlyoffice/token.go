package onlyoffice

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const leeway = time.Minute // of clocks

// ErrToken means that a token is missing, forged or too old.
var ErrToken = errors.New("onlyoffice: the token is not valid")

// Sign returns a token whose payload is v.
func Sign(secret string, v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("write the payload of a token: %w", err)
	}
	claims := jwt.MapClaims{}
	if err := json.Unmarshal(b, &claims); err != nil {
		return "", fmt.Errorf("write the payload of a token: %w", err)
	}
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secret))
}

var parser = jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithLeeway(leeway))

// Verify reads the payload of a token into v. It fails with ErrToken.
func Verify(secret, token string, v any) error {
	claims := jwt.MapClaims{}
	if secret == "" || token == "" {
		return ErrToken
	}
	if _, err := parser.ParseWithClaims(token, claims, func(*jwt.Token) (any, error) { return []byte(secret), nil }); err != nil {
		return fmt.Errorf("%w: %w", ErrToken, err)
	}
	b, err := json.Marshal(map[string]any(claims))
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrToken, err)
	}
	return nil
}

// VerifyRequest reads the payload of the token in the header of a request that the server sends.
func (s *Server) VerifyRequest(r *http.Request, v any) error {
	token := strings.TrimPrefix(r.Header.Get(s.headerName()), "Bearer ")
	wrapped := struct {
		Payload json.RawMessage `json:"payload"`
	}{}
	if err := Verify(s.Secret, token, &wrapped); err != nil {
		return err
	}
	if len(wrapped.Payload) == 0 {
		return fmt.Errorf("%w: the header has no payload", ErrToken)
	}
	if err := json.Unmarshal(wrapped.Payload, v); err != nil {
		return fmt.Errorf("%w: %w", ErrToken, err)
	}
	return nil
}

func (s *Server) headerName() string {
	if s.Header == "" {
		return Header
	}
	return s.Header
}

// Callback is what the server tells of a document.
type Callback struct {
	Key       string   `json:"key"`
	Status    int      `json:"status"`
	URL       string   `json:"url"`
	FileType  string   `json:"filetype"`
	Users     []string `json:"users"`
	Actions   []Action `json:"actions"`
	ForceSave int      `json:"forcesavetype"`
	UserData  string   `json:"userdata"`
	IssuedAt  int64    `json:"iat"`
}

// Action is what a person did.
type Action struct {
	Type int    `json:"type"`
	User string `json:"userid"`
}

// The statuses of a Callback.
const (
	StatusEditing     = 1 // somebody joined or left
	StatusSave        = 2 // closed with changes
	StatusSaveFailed  = 3
	StatusClosed      = 4 // without changes
	StatusForced      = 6 // saved while it is edited
	StatusForceFailed = 7
)

// ReadCallback returns what the signed token of a request says, and the token, from the body or else from the header. Only
// what is signed is read.
func (s *Server) ReadCallback(r *http.Request, body []byte) (c *Callback, token string, err error) {
	plain := struct {
		Token string `json:"token"`
	}{}
	if err := json.Unmarshal(body, &plain); err != nil {
		return nil, "", fmt.Errorf("%w: the body is not JSON", ErrToken)
	}
	c = &Callback{}
	if plain.Token != "" {
		return c, plain.Token, Verify(s.Secret, plain.Token, c)
	}
	return c, r.Header.Get(s.headerName()), s.VerifyRequest(r, c)
}
