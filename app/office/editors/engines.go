package editors

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/leases"
)

// Engine is a kind of editor as people choose one.
type Engine struct {
	Via        leases.EditorKind `json:"engine" enum:"embedded,onlyoffice,wopi,google"`
	Extensions []string          `json:"extensions" doc:"of the files that it edits"`
	Default    []string          `json:"default_for" doc:"those that it opens when no engine is named"`
}

// SchemaName implements api.SchemaNamer.
func (Engine) SchemaName() string { return "EditorEngine" }

type engineList struct {
	Engines []Engine `json:"engines"`
}

// SchemaName implements api.SchemaNamer.
func (engineList) SchemaName() string { return "EditorEngines" }

// allEngines are the kinds of editors, in the order in which people see them.
var allEngines = []leases.EditorKind{leases.Embedded, leases.OnlyOffice, leases.WOPI, leases.Google}

// ListEngines returns the editors that are there now.
func (s *Service) ListEngines() []Engine {
	all := []Engine{}
	for _, via := range allEngines {
		p := s.connectedProvider(via)
		if p == nil {
			continue
		}
		e := Engine{Via: via, Extensions: []string{}, Default: []string{}}
		for i := range formats {
			f := &formats[i]
			if f.macros || !p.CanEdit(f.ext) {
				continue
			}
			e.Extensions = append(e.Extensions, f.ext)
			if chosen, _ := s.defaultEngine(f); chosen == via {
				e.Default = append(e.Default, f.ext)
			}
		}
		all = append(all, e)
	}
	return all
}

// connectedProvider returns an editor; nil when its server is not connected.
func (s *Service) connectedProvider(via leases.EditorKind) Provider {
	switch {
	case via == leases.OnlyOffice && s.Office.Now() == nil,
		via == leases.WOPI && s.WOPI.Now() == nil,
		via == leases.Google && s.Google.Now() == nil:
		return nil
	}
	return s.providers[via]
}

// chooseEngine returns the editor that the caller names, or the one of the settings.
func (s *Service) chooseEngine(f *format, via leases.EditorKind) (leases.EditorKind, Provider, error) {
	if via == "" {
		via, p := s.defaultEngine(f)
		return via, p, nil
	}
	// Documents at Google have calls of their own.
	if p := s.connectedProvider(via); p != nil && via != leases.Google {
		return via, p, nil
	}
	return "", nil, fault.Field("engine", fault.InvalidValue)
}

func (s *Service) handleListEngines(*api.Call, *struct{}) (*engineList, error) {
	return &engineList{s.ListEngines()}, nil
}
