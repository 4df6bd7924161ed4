package fields

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	refused := []*fault.Fault{fault.PermissionDenied}
	api.Handle(r, api.Op{
		Call: "GET /custom-field/space/{space_id}", Gate: api.Client,
		Does:  "The custom fields of a workspace, last changed first",
		Fails: refused,
	}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /custom-field/space", Gate: api.Client,
		Does: "Define a custom field", Status: 201,
		Fails: []*fault.Fault{fault.DuplicateField, fault.FieldQuota, fault.PermissionDenied},
	}, s.handleDefine)
	api.Handle(r, api.Op{
		Call: "PUT /custom-field/space/{space_custom_field_id}", Gate: api.Client,
		Does:  "Change the title or the description of a custom field",
		Fails: []*fault.Fault{fault.DuplicateField, fault.PermissionDenied},
	}, s.handleModify)
	api.Handle(r, api.Op{
		Call: "DELETE /custom-field/space/{space_custom_field_id}", Gate: api.Client,
		Does:  "Remove a custom field with all values",
		Fails: refused,
	}, s.handleRemove)
	api.Handle(r, api.Op{
		Call: "POST /custom-field/entity", Gate: api.Client,
		Does: "Set the value of a directory or file in a custom field", Status: 201,
		Fails: []*fault.Fault{fault.DuplicateField, fault.PermissionDenied},
	}, s.handleSet)
	api.Handle(r, api.Op{
		Call: "PUT /custom-field/entity", Gate: api.Client,
		Does:  "Change the value of a directory or file in a custom field",
		Fails: refused,
	}, s.handleReplace)
	api.Handle(r, api.Op{
		Call: "DELETE /custom-field/entity", Gate: api.Client,
		Does:  "Remove the value of a directory or file in a custom field",
		Fails: refused,
	}, s.handleUnset)
}

// Field is a custom field as the API shows it.
type Field struct {
	ID             db.FieldID `json:"space_custom_field_id"`
	Space          db.SpaceID `json:"space_id"`
	Title          string     `json:"title"`
	Type           string     `json:"type" enum:"text,link"`
	Description    string     `json:"description"`
	CreatedAt      api.Time   `json:"created_at"`
	CreatedBy      api.Person `json:"created_by"`
	LastModifiedAt api.Time   `json:"last_modified_at"`
	Uses           int64      `json:"uses" doc:"directories and files that have a value"`
}

// SchemaName implements api.SchemaNamer.
func (Field) SchemaName() string { return "CustomField" }

// FieldList is the custom fields of a workspace.
type FieldList struct {
	Fields []Field `json:"custom_fields"`
}

// SchemaName implements api.SchemaNamer.
func (FieldList) SchemaName() string { return "CustomFieldList" }

func (l *Fields) toJSON() []Field {
	all := []Field{}
	for _, f := range l.All {
		p := l.People[f.CreatedBy]
		p.ID = f.CreatedBy
		all = append(all, Field{
			ID: f.ID, Space: f.Space, Title: f.Title, Type: f.Type, Description: f.Description, CreatedAt: api.Time(f.CreatedAt),
			CreatedBy: api.PersonOf(p), LastModifiedAt: api.Time(f.ModifiedAt), Uses: f.Uses,
		})
	}
	return all
}

func firstField(l *Fields, err error) (*Field, error) {
	if err != nil {
		return nil, err
	}
	return &l.toJSON()[0], nil
}

type listIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleList(c *api.Call, in *listIn) (*FieldList, error) {
	l, err := s.List(c, c.Who, in.Space)
	if err != nil {
		return nil, err
	}
	return &FieldList{l.toJSON()}, nil
}

type defineIn struct {
	Space       db.SpaceID `json:"space_id"`
	Title       string     `json:"title"`
	Type        string     `json:"type" enum:"text,link"`
	Description string     `json:"description,omitempty"`
}

func (s *Service) handleDefine(c *api.Call, in *defineIn) (*Field, error) {
	return firstField(s.Define(c, c.Who, db.Field{Space: in.Space, Title: in.Title, Type: in.Type, Description: in.Description}))
}

type modifyIn struct {
	Field       db.FieldID `path:"space_custom_field_id"`
	Space       db.SpaceID `json:"space_id"`
	Title       *string    `json:"title,omitempty"`
	Description *string    `json:"description,omitempty"`
}

func (s *Service) handleModify(c *api.Call, in *modifyIn) (*Field, error) {
	return firstField(s.Modify(c, c.Who, in.Space, in.Field, in.Title, in.Description))
}

type removeIn struct {
	Field db.FieldID `path:"space_custom_field_id"`
	Space db.SpaceID `query:"space_id" doc:"optional"`
}

func (s *Service) handleRemove(c *api.Call, in *removeIn) (api.None, error) {
	return api.None{}, s.Remove(c, c.Who, in.Space, in.Field)
}

type valueIn struct {
	Space   db.SpaceID `json:"space_id"`
	Field   db.FieldID `json:"space_custom_field_id"`
	Type    string     `json:"type" enum:"file,directory"`
	ID      db.NodeID  `json:"id"`
	Content string     `json:"content"`
}

// Value is the value of a directory or file in a custom field.
type Value struct {
	Field   db.FieldID `json:"space_custom_field_id"`
	Content string     `json:"content"`
}

// SchemaName implements api.SchemaNamer.
func (Value) SchemaName() string { return "CustomFieldValue" }

func (s *Service) handleSet(c *api.Call, in *valueIn) (*Value, error) {
	content, err := s.SetValue(c, c.Who, Target{Space: in.Space, Field: in.Field, Kind: in.Type, Node: in.ID}, in.Content)
	return &Value{in.Field, content}, err
}

func (s *Service) handleReplace(c *api.Call, in *valueIn) (*Value, error) {
	content, err := s.ReplaceValue(c, c.Who, Target{Space: in.Space, Field: in.Field, Kind: in.Type, Node: in.ID}, in.Content)
	return &Value{in.Field, content}, err
}

type unsetIn struct {
	Space db.SpaceID `json:"space_id"`
	Field db.FieldID `json:"space_custom_field_id"`
	Type  string     `json:"type" enum:"file,directory"`
	ID    db.NodeID  `json:"id"`
}

func (s *Service) handleUnset(c *api.Call, in *unsetIn) (api.None, error) {
	return api.None{}, s.UnsetValue(c, c.Who, Target{Space: in.Space, Field: in.Field, Kind: in.Type, Node: in.ID})
}
