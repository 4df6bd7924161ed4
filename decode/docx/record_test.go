//go:build record

package docx

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"testing"
)

// TestRecord serves the corpus to ui/scripts/record-documents.mjs, which edits it with the real editor, and keeps what
// the editor wrote: go test -tags record -run Record -timeout 20m ./decode/docx
func TestRecord(t *testing.T) {
	all, now, records := samples(), map[string][]byte{}, map[string]recording{}
	for name, s := range all {
		now[name], records[name] = s.build(t), recording{}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /names", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(sorted(all)) })
	mux.HandleFunc("GET /document/{name}", func(w http.ResponseWriter, r *http.Request) {
		b := now[r.PathValue("name")]
		parts, err := Prepare(unzip(t, b))
		if err != nil {
			t.Errorf("%s: %v", r.PathValue("name"), err)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"bytes": b, "parts": parts.Parts})
	})
	mux.HandleFunc("POST /document/{name}/{round}", func(w http.ResponseWriter, r *http.Request) {
		name, round := r.PathValue("name"), r.PathValue("round")
		var got struct{ Untouched, Edited []byte }
		b, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(b, &got); err != nil {
			t.Error(err)
			return
		}
		difference(t, records[name], round+"/untouched", now[name], got.Untouched)
		difference(t, records[name], round+"/edited", now[name], got.Edited)
		// The next round goes on with what the server would have stored.
		_ = os.WriteFile("testdata/rounds/"+name+".zip", packed(t, records[name]), 0o644)
		now[name] = mergeRound(t, now[name], got.Untouched, got.Edited)
		t.Log(name, round, said(t, now[name]) == said(t, all[name].build(t)), said(t, now[name]), lost(elements(t,
			all[name].build(t)), elements(t, now[name])))
		_ = json.NewEncoder(w).Encode(strconv.Itoa(len(now[name])))
	})
	done := make(chan struct{})
	mux.HandleFunc("POST /done", func(http.ResponseWriter, *http.Request) { close(done) })
	server := &http.Server{Addr: "127.0.0.1:18999", Handler: mux}
	go func() { _ = server.ListenAndServe() }()
	<-done
	_ = server.Close()
}

func difference(t testing.TB, into recording, prefix string, base, written []byte) {
	t.Helper()
	have, now := entries(t, base), entries(t, written)
	for name, src := range now {
		if old, ok := have[name]; !ok || !bytes.Equal(old, src) {
			into[prefix+"/"+name] = src
		}
	}
	for name := range have {
		if _, ok := now[name]; !ok {
			into[prefix+"-without/"+name] = nil
		}
	}
}
