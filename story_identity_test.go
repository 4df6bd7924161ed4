package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"

	"anbar/app/captcha"

	"github.com/rogpeppe/go-internal/testscript"
)

// solve does the work that the last answer asked for, and keeps the solution in a
// variable.
func (s *story) solve(ts *testscript.TestScript, args []string) error {
	var asked struct {
		captcha.Challenge
		Inner *captcha.Challenge `json:"captcha"`
	}
	if err := json.Unmarshal(s.last.Body, &asked); err != nil {
		return err
	}
	c := &asked.Challenge
	if asked.Inner != nil {
		c = asked.Inner
	}
	for n := range c.MaxNumber {
		sum := sha256.Sum256([]byte(c.Salt + strconv.Itoa(n)))
		if hex.EncodeToString(sum[:]) != c.Challenge {
			continue
		}
		b, err := json.Marshal(map[string]any{"algorithm": c.Algorithm, "challenge": c.Challenge, "number": n, "salt": c.Salt, "signature": c.Signature})
		ts.Setenv(args[0], base64.StdEncoding.EncodeToString(b))
		return err
	}
	return errors.New("nothing solves it")
}
