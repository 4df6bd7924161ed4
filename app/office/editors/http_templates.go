package editors

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/db"
)

func (s *Service) mountTemplates(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /editor/templates/space/{space_id}", Gate: api.Member,
		Does: "List the templates of a workspace: the documents in the folder that was chosen for them, by name",
	}, s.handleListTemplates)
	api.Handle(r, api.Op{
		Call: "PUT /editor/templates/space/{space_id}", Gate: api.Member, Status: 204,
		Does:  "Choose the folder of templates of a workspace, one of its shared folders",
		Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleSetTemplates)
	api.Handle(r, api.Op{
		Call: "POST /editor/copy", Gate: api.Member, Status: 201,
		Does: "Copy the current version of a document, to edit the copy: of a template, or of a document that another person edits",
		Fails: []*fault.Fault{
			fault.NotEditable, fault.PermissionDenied, fault.QuotaExceeded, fault.TooManyFiles, fault.InvalidName,
		},
	}, s.handleCopyDocument)
}

type templatesIn struct {
	Space db.SpaceID `path:"space_id"`
}

type templateFolder struct {
	ID   db.NodeID `json:"directory_id"`
	Name string    `json:"name"`
}

// SchemaName implements api.SchemaNamer.
func (templateFolder) SchemaName() string { return "TemplateFolder" }

// Template is a document that new ones begin with.
type Template struct {
	ID          db.NodeID    `json:"file_id"`
	Directory   db.NodeID    `json:"directory_id"`
	Name        string       `json:"file_name"`
	ContentType string       `json:"content_type"`
	Kind        Kind         `json:"kind" enum:"word,cell,slide"`
	Version     db.VersionID `json:"version_id"`
	Thumbnail   bool         `json:"has_thumbnail" doc:"a small picture of it is ready"`
}

// SchemaName implements api.SchemaNamer.
func (Template) SchemaName() string { return "EditorTemplate" }

type templatesOut struct {
	Folder *templateFolder `json:"folder" doc:"null when none is chosen, and for those who may not read it"`
	Files  []Template      `json:"templates" doc:"200 at most"`
}

// SchemaName implements api.SchemaNamer.
func (templatesOut) SchemaName() string { return "EditorTemplates" }

func (s *Service) handleListTemplates(c *api.Call, in *templatesIn) (*templatesOut, error) {
	l, err := s.ListTemplates(c, c.Who, in.Space)
	if err != nil {
		return nil, err
	}
	out := &templatesOut{Files: []Template{}}
	if l.Folder == nil {
		return out, nil
	}
	out.Folder = &templateFolder{l.Folder.ID, l.Folder.Name}
	for i := range l.Files {
		n := &l.Files[i]
		out.Files = append(out.Files, Template{
			ID: n.ID, Directory: l.Folder.ID, Name: n.Name, ContentType: n.ContentType, Kind: formatOf(n.Name, n.ContentType).kind,
			Version: n.Version, Thumbnail: n.Thumbnail == db.ThumbnailMade,
		})
	}
	return out, nil
}

type setTemplatesIn struct {
	Space  db.SpaceID `path:"space_id"`
	Folder db.NodeID  `json:"directory_id,omitempty" doc:"none when absent: the workspace has no templates then"`
}

func (s *Service) handleSetTemplates(c *api.Call, in *setTemplatesIn) (api.None, error) {
	return api.None{}, s.SetTemplates(c, c.Who, in.Space, in.Folder)
}

type copyIn struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	File      db.NodeID  `json:"file_id"`
	To        db.NodeID  `json:"to_directory_id,omitempty" doc:"that of the file when absent, or My Drive for those who may not add to it"`
	Name      string     `json:"name,omitempty" doc:"that of the file when absent; it gets a number when it is taken"`
}

func (s *Service) handleCopyDocument(c *api.Call, in *copyIn) (*files.File, error) {
	l, err := s.CopyDocument(c, c.Who, CopyRequest{
		Target: Target{Space: in.Space, Directory: in.Directory, File: in.File}, To: in.To, Name: in.Name,
	})
	if err != nil {
		return nil, err
	}
	f := l.FileJSON()
	return &f, nil
}
