package stories

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// google is what Google does in a story; a DOC is the end of the link of the last answer of init.
//
//	google start ID SECRET           begin; its address is $google
//	google consent URL EMAIL CODE STATE   a person lets the client in; what they come back with is in CODE and STATE
//	google doc VAR                   the document that the last answer links to
//	google type DOC TEXT             somebody types; google trash DOC, gone DOC
//	google has DOC TEXT              the document there has a text
//	google reads TEXT, misses TEXT   the document of the last answer has a text, or not
//	google docs N, calls KIND N      documents that are there; calls of a kind since the last time
//	google writes DOC EMAIL          another account may write there
//	google breaks HOW…, lies HOW     how the next calls fail: 403 429 503 full away html slow; what it says wrong
//	google expire, forget EMAIL      short tokens work no more; all tokens of an account
//	google deny SCOPE                a scope that people do not give
//	google typing N                  somebody types while each of the next contents is fetched
//	google between WHO METHOD PATH   another person calls while the next call is answered; met STATUS is what they got
//	google sweep                     the job of the appliance
func (s *story) googleDoes(ts *testscript.TestScript, args []string) error {
	if args[0] == "start" {
		s.google = newFakeGoogle(args[1], args[2])
		ts.Defer(s.google.Close)
		ts.Setenv("google", s.google.URL)
		return nil
	}
	switch args[0] {
	case "sweep":
		return s.app.Editors.SweepGoogle(context.Background())
	case "reads", "misses":
		if strings.Contains(textOf(s.last.Body), args[1]) != (args[0] == "reads") {
			return errors.New("the text is " + textOf(s.last.Body))
		}
		return nil
	}
	g := s.google
	if args[0] == "consent" {
		code, state, err := g.consents(args[1], args[2], "http://localhost:0/callback/google")
		ts.Setenv(args[3], code)
		ts.Setenv(args[4], state)
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if args[0] == "between" {
		c := s.people[args[1]]
		c.handler = s.app
		g.met, g.between = 0, func() { g.met = c.do(args[2], args[3], nil).Status }
		return nil
	}
	if args[0] == "doc" {
		link, err := s.value("link")
		id := strings.TrimSuffix(strings.TrimPrefix(link, g.URL+"/document/d/"), "/edit")
		if err == nil && g.docs[id] == nil {
			err = errors.New("no document at " + link)
		}
		ts.Setenv(args[1], id)
		return err
	}
	return g.does(args)
}

func (g *fakeGoogle) does(args []string) error {
	var d *remoteDoc
	switch args[0] {
	case "type", "trash", "gone", "has", "writes", "convert":
		if d = g.docs[args[1]]; d == nil {
			return errors.New("no document " + args[1])
		}
	}
	var err error
	switch args[0] {
	case "type":
		d.content, err = edit(d.content, args[2])
	case "trash":
		d.trashed = true
	case "gone":
		delete(g.docs, args[1])
	case "has":
		if !strings.Contains(textOf(d.content), args[2]) {
			err = errors.New("it does not")
		}
	case "writes":
		if !slices.Contains(d.writers, args[2]) {
			err = fmt.Errorf("%q do", d.writers)
		}
	case "docs":
		if fmt.Sprint(len(g.docs)) != args[1] {
			err = fmt.Errorf("%d are there", len(g.docs))
		}
	case "calls":
		n := 0
		for _, kind := range g.asked {
			if kind == args[1] {
				n++
			}
		}
		if g.asked = nil; fmt.Sprint(n) != args[2] {
			err = fmt.Errorf("there were %d", n)
		}
	case "breaks":
		g.breaks = args[1:]
	case "lies":
		g.lie = strings.Join(args[1:], "")
	case "deny":
		g.deny = strings.Join(args[1:], "")
	case "typing":
		g.typing, err = strconv.Atoi(args[1])
	case "met":
		if fmt.Sprint(g.met) != args[1] {
			err = fmt.Errorf("it was %d", g.met)
		}
	case "expire":
		g.access = map[string]*consent{}
	case "forget":
		for _, all := range []map[string]*consent{g.refresh, g.access} {
			for token, c := range all {
				if c.email == args[1] {
					delete(all, token)
				}
			}
		}
	default:
		err = fmt.Errorf("google does not %s", args[0])
	}
	return err
}

// textOf is the text part of a document.
func textOf(content []byte) string {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return ""
	}
	r, err := z.Open("word/document.xml")
	if err != nil {
		return ""
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		return ""
	}
	return string(b)
}
