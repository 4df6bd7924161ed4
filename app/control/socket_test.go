package control

import (
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"anbar/app/base/spool"
	"anbar/config"
)

// TestALongAnswerIsRefused: who asks may be root, and the server has fewer rights.
func TestALongAnswerIsRefused(t *testing.T) {
	data := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(data, socket))
	if err != nil {
		t.Fatal(err)
	}
	long := 0
	s := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"version":"` + strings.Repeat("1", long) + `"}`)) // who refuses it goes
	})}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	var answer struct{ Version string }
	if err := ReadAnswer(t.Context(), config.Storage{Data: data}, "pulse", &answer); err != nil || answer.Version != "" {
		t.Errorf("%v, %v", answer, err)
	}
	long = maxAnswer
	if err := ReadAnswer(t.Context(), config.Storage{Data: data}, "pulse", &answer); !errors.Is(err, spool.ErrTooLarge) {
		t.Errorf("%d bytes, %v", len(answer.Version), err)
	}
}
