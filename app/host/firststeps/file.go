package firststeps

import (
	"maps"
	"os"
	"slices"

	"anbar/config"
)

// SettingsFile is the file that holds what only a restart changes.
type SettingsFile struct {
	Path    string   `json:"path" doc:"empty when the server was started without one"`
	Problem string   `json:"problem" doc:"why it cannot be read, in English; empty when it can"`
	Waiting []string `json:"waiting" doc:"settings that it holds otherwise than at the start: they count after a restart"`
	Service bool     `json:"service" doc:"systemd started the server"`
}

// watchedFile remembers what the file held at the start.
type watchedFile struct {
	path  string
	start map[string]string
}

func openWatchedFile(path string) *watchedFile {
	f := &watchedFile{path: path}
	if path != "" {
		f.start, _ = config.ReadFile(path) // the server has just read it, and says so when it cannot be read later
	}
	return f
}

// describe looks at the file anew.
func (f *watchedFile) describe() SettingsFile {
	s := SettingsFile{Path: f.path, Waiting: []string{}, Service: os.Getenv("INVOCATION_ID") != ""}
	if f.path == "" {
		return s
	}
	now, err := config.ReadFile(f.path)
	if err != nil {
		s.Problem = err.Error()
		return s
	}
	names := map[string]bool{}
	for name, value := range now {
		if before, ok := f.start[name]; !ok || before != value {
			names[name] = true
		}
	}
	for name := range f.start {
		if _, ok := now[name]; !ok {
			names[name] = true
		}
	}
	s.Waiting = append(s.Waiting, slices.Sorted(maps.Keys(names))...)
	return s
}
