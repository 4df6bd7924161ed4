package stories

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// model is a server with a language model that behaves as a story wants.
type model struct {
	*httptest.Server
	mu     sync.Mutex
	does   string
	asked  []string // bodies
	keys   []string
	leave  chan struct{}
	answer string
}

// ServeHTTP implements http.Handler.
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	m.mu.Lock()
	m.asked, m.keys = append(m.asked, string(b)), append(m.keys, r.Header.Get("Authorization"))
	does, answer, leave := m.does, m.answer, m.leave
	m.mu.Unlock()
	send := func(s string) {
		b, _ := json.Marshal(s)
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\n", b)
		w.(http.Flusher).Flush()
	}
	switch does {
	case "busy":
		http.Error(w, "too many for "+r.Header.Get("Authorization"), http.StatusTooManyRequests)
	case "refuses":
		http.Error(w, "wrong key "+r.Header.Get("Authorization"), http.StatusUnauthorized)
	case "cuts":
		send(answer[:len(answer)/2])
	case "babbles":
		fmt.Fprint(w, "data: {nothing\n\n")
	case "waits":
		send(answer)
		select {
		case <-leave:
			fmt.Fprint(w, "data: [DONE]\n\n")
		case <-r.Context().Done():
		case <-time.After(time.Minute):
		}
	default:
		send(answer)
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

// model sets what the server with a model does, and what it says: "model waits 'so far'". The variable model is its host.
func (s *story) modelDoes(ts *testscript.TestScript, args []string) error {
	if s.model == nil {
		s.model = &model{}
		s.model.Server = httptest.NewServer(s.model)
		ts.Defer(s.model.Close)
		ts.Setenv("model", strings.TrimPrefix(s.model.URL, "http://"))
	}
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	if s.model.leave != nil {
		close(s.model.leave)
	}
	s.model.does, s.model.leave, s.model.asked = args[0], make(chan struct{}), nil
	if len(args) > 1 {
		s.model.answer = args[1]
	}
	return nil
}

// asked waits until the model was asked with those words; "asked key words" looks at the header with the key.
func (s *story) asked(_ *testscript.TestScript, args []string) error {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		s.model.mu.Lock()
		all := strings.Join(s.model.asked, "\n")
		if args[0] == "key" {
			all = strings.Join(s.model.keys, "\n")
		}
		s.model.mu.Unlock()
		if strings.Contains(all, args[len(args)-1]) {
			return nil
		}
	}
	return fmt.Errorf("the model was not asked %q", args[len(args)-1])
}

// unasked fails when the model was asked anything since the last change of it.
func (s *story) unasked(*testscript.TestScript, []string) error {
	s.model.mu.Lock()
	defer s.model.mu.Unlock()
	if len(s.model.asked) > 0 {
		return fmt.Errorf("the model was asked %q", s.model.asked)
	}
	return nil
}
