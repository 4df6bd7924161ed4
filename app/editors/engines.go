package editors

import (
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/leases"
)

// Engine is a kind of editor as people choose one.
type Engine struct {
	Via        leases.EditorKind `json:"engine" enum:"embedded,onlyoffice,wopi,google"`
	Extensions []string          `json:"extensions" doc:"of the files that it edits"`
	Default    []string          `json:"default_for" doc:"those that it opens when no engine is named"`
}

// SchemaName implements api.Named.
func (Engine) SchemaName() string { return "EditorEngine" }

type engines struct {
	Engines []Engine `json:"engines"`
}

// SchemaName implements api.Named.
func (engines) SchemaName() string { return "EditorEngines" }

// offered are the kinds of editors, in the order in which people see them.
var offered = []leases.EditorKind{leases.Embedded, leases.OnlyOffice, leases.WOPI, leases.Google}

// Engines returns the editors that are there now.
func (s *Service) Engines() []Engine {
	all := []Engine{}
	for _, via := range offered {
		p := s.present(via)
		if p == nil {
			continue
		}
		e := Engine{Via: via, Extensions: []string{}, Default: []string{}}
		for i := range formats {
			f := &formats[i]
			if f.macros || !p.Takes(f.ext) {
				continue
			}
			e.Extensions = append(e.Extensions, f.ext)
			if chosen, _ := s.engine(f); chosen == via {
				e.Default = append(e.Default, f.ext)
			}
		}
		all = append(all, e)
	}
	return all
}

// present returns an editor; nil when its server is not connected.
func (s *Service) present(via leases.EditorKind) Provider {
	switch {
	case via == leases.OnlyOffice && s.Office.Now() == nil,
		via == leases.WOPI && s.WOPI.Now() == nil,
		via == leases.Google && s.Google.Now() == nil:
		return nil
	}
	return s.providers[via]
}

// chosen returns the editor that the caller names, or the one of the settings.
func (s *Service) chosen(f *format, via leases.EditorKind) (leases.EditorKind, Provider, error) {
	if via == "" {
		via, p := s.engine(f)
		return via, p, nil
	}
	// Documents at Google have calls of their own.
	if p := s.present(via); p != nil && via != leases.Google {
		return via, p, nil
	}
	return "", nil, fault.Field("engine", fault.InvalidValue)
}

func (s *Service) handleListEngines(*api.Call, *struct{}) (*engines, error) {
	return &engines{s.Engines()}, nil
}
