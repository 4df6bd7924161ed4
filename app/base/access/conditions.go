package access

import "anbar/db"

// The kinds of targets that a rule can be about.
const (
	FolderTarget = "folder"
	FileTarget   = "file"
)

// Conditions limit a rule to a whole workspace, or to one item of it and everything below.
// A rule without them applies to the object that lists it.
type Conditions struct {
	Space      db.SpaceID `json:"space_id,omitzero"`
	Target     db.NodeID  `json:"target_id,omitzero"`
	TargetType string     `json:"target_type,omitempty" enum:"folder,file"`
}

// SchemaName implements api.SchemaNamer.
func (Conditions) SchemaName() string { return "PermissionConditions" }

// TargetType is the word for a kind of node.
func TargetType(k db.Kind) string {
	if k == db.Directory {
		return FolderTarget
	}
	return FileTarget
}

// WithConditions returns the rules with the conditions added.
func WithConditions(rules []Rule, c Conditions) []Rule {
	all := make([]Rule, len(rules))
	for i, r := range rules {
		all[i] = Rule{Action: r.Action, Subject: r.Subject, Conditions: &c}
	}
	return all
}

// ConditionalRules is ItemRules for an answer about this item alone.
func (it *Item) ConditionalRules() []Rule {
	return WithConditions(it.ItemRules(), Conditions{Space: it.Space.ID, Target: it.ID, TargetType: TargetType(it.Kind)})
}
