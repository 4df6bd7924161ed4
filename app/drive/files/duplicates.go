package files

import (
	"errors"
	"slices"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/db"
)

// Choice is the user's decision for one item whose name is taken.
type Choice struct {
	Action  OnDuplicate
	NewName string // for Rename; a number is added when it is empty
}

// Choices holds the user's decisions: for single items, and for all others.
type Choices struct {
	Each  map[db.NodeID]Choice
	All   OnDuplicate
	Names map[db.NodeID]string // under which items arrive, taken or not; their own otherwise
}

// Duplicate is an item that waits for a decision because its name is taken.
type Duplicate struct {
	Source  *db.Node
	Into    db.NodeID
	Actions []OnDuplicate
}

// stepKind is the action of a plan on one source.
type stepKind int

const (
	stepPut     stepKind = iota // under the name, where nothing of that name is
	stepReplace                 // as put, after the existing item went to the trash
	stepVersion                 // its blob becomes the head version of the existing file
	stepMerge                   // its contents went, or go, into the existing directory
)

// step puts one source somewhere.
type step struct {
	kind   stepKind
	source *db.Node
	into   db.NodeID
	name   names.Name
	there  *db.Node // the existing item: replaced, versioned or merged into
	below  []step   // of a merge
	left   bool     // of a merge: something was skipped, so the source stays
}

// treeReader gives planSteps access to the tree.
type treeReader interface {
	childByName(dir db.NodeID, n names.Name) (*db.Node, error) // db.ErrNotFound when nothing is
	listChildren(dir db.NodeID) ([]db.Node, error)
}

// plan is the result of planSteps. It is not executed while a decision is missing.
type plan struct {
	steps     []step
	undecided []Duplicate
	skipped   int
	total     int
}

// resolver plans the steps for items whose names may be taken. It only reads. Copying,
// moving and restoring share its rules.
type resolver struct {
	treeReader
	choices  Choices
	numbered bool // a taken name gets a number without a question
	shallow  bool // what lies below a merge is not planned
	claimed  map[claim]bool
	plan     plan
	below    int // items that are planned below merges
}

type claim struct {
	dir db.NodeID
	key string
}

// planSteps plans to put sources into a directory.
func planSteps(s treeReader, sources []*db.Node, into db.NodeID, c Choices, numbered bool) (*plan, error) {
	r := &resolver{treeReader: s, choices: c, numbered: numbered, claimed: map[claim]bool{}}
	for _, n := range sources {
		if _, err := r.planSource(&r.plan.steps, n, into, false); err != nil {
			return nil, err
		}
	}
	return &r.plan, nil
}

// planSource plans for one source and reports whether it leaves its place.
func (r *resolver) planSource(to *[]step, n *db.Node, into db.NodeID, merging bool) (leaves bool, err error) {
	r.plan.total++
	if merging {
		r.below++
	}
	if r.below > limits.StepsAtOnce {
		return false, fault.SelectionTooLarge
	}
	name, err := r.nameOf(n)
	if err != nil {
		return false, err
	}
	there, err := r.findChild(into, name)
	if err != nil {
		return false, err
	}
	if there == nil && !r.claimed[claim{into, name.Key}] {
		r.claimed[claim{into, name.Key}] = true
		*to = append(*to, step{kind: stepPut, source: n, into: into, name: name})
		return true, nil
	}
	return r.planConflict(to, n, into, name, there, merging)
}

func (r *resolver) nameOf(n *db.Node) (names.Name, error) {
	if other, ok := r.choices.Names[n.ID]; ok {
		name, err := names.Parse(other)
		return name, fieldError("copy_file_name", err)
	}
	return names.Of(n.Name), nil
}

func (r *resolver) findChild(dir db.NodeID, n names.Name) (*db.Node, error) {
	there, err := r.childByName(dir, n)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	return there, err
}

func (r *resolver) planConflict(to *[]step, n *db.Node, into db.NodeID, name names.Name, there *db.Node, merging bool) (bool, error) {
	actions := possibleActions(n, there)
	if r.claimed[claim{into, name.Key}] {
		actions = []OnDuplicate{Rename, Skip} // the item with the name was added by this operation
	}
	switch r.findDecision(n, actions, merging) {
	case Skip:
		r.plan.skipped++
		return false, nil
	case Rename:
		return r.planRename(to, n, into, name, there)
	case Replace:
		r.claimed[claim{into, name.Key}] = true
		*to = append(*to, step{kind: stepReplace, source: n, into: into, name: name, there: there})
		return true, nil
	case Version:
		r.claimed[claim{into, name.Key}] = true
		*to = append(*to, step{kind: stepVersion, source: n, into: into, name: name, there: there})
		return true, nil
	case Merge:
		return r.planMerge(to, n, into, name, there)
	}
	r.plan.undecided = append(r.plan.undecided, Duplicate{Source: n, Into: into, Actions: actions})
	return false, nil
}

// possibleActions returns the possible decisions for a source and the item that has its name.
func possibleActions(n, there *db.Node) []OnDuplicate {
	switch {
	case there == nil || n.Kind != there.Kind || n.ID == there.ID:
		return []OnDuplicate{Rename, Skip}
	case n.Kind == db.File:
		return []OnDuplicate{Rename, Replace, Version, Skip}
	}
	return []OnDuplicate{Rename, Replace, Merge, Skip}
}

// findDecision returns the user's decision for the item, or the one for all if it fits.
// Directories below a merge merge without a question.
func (r *resolver) findDecision(n *db.Node, actions []OnDuplicate, merging bool) OnDuplicate {
	if c, ok := r.choices.Each[n.ID]; ok && containsAction(actions, c.Action) {
		return c.Action
	}
	if merging && n.Kind == db.Directory && containsAction(actions, Merge) {
		return Merge
	}
	for _, d := range []OnDuplicate{r.choices.All, counterpart[r.choices.All]} {
		if d != Undecided && containsAction(actions, d) {
			return d
		}
	}
	if r.numbered {
		return Rename
	}
	return Undecided
}

var counterpart = map[OnDuplicate]OnDuplicate{Version: Merge, Merge: Version}

func containsAction(actions []OnDuplicate, d OnDuplicate) bool { return slices.Contains(actions, d) }

func (r *resolver) planRename(to *[]step, n *db.Node, into db.NodeID, name names.Name, there *db.Node) (bool, error) {
	if asked := r.choices.Each[n.ID].NewName; asked != "" {
		other, err := names.Parse(asked)
		if err != nil {
			return false, fieldError("new_name", err)
		}
		free, err := r.isFree(into, other)
		if err != nil {
			return false, err
		}
		if !free {
			r.plan.undecided = append(r.plan.undecided, Duplicate{Source: n, Into: into, Actions: possibleActions(n, there)})
			return false, nil
		}
		return r.addPut(to, n, into, other)
	}
	other, err := names.FirstFree(name, func(n names.Name) (bool, error) { return r.isFree(into, n) })
	if err != nil {
		return false, err
	}
	return r.addPut(to, n, into, other)
}

// isFree reports whether nothing has the name, and nothing that the plan puts there will have it.
func (r *resolver) isFree(into db.NodeID, n names.Name) (bool, error) {
	taken, err := r.findChild(into, n)
	return taken == nil && !r.claimed[claim{into, n.Key}], err
}

func (r *resolver) addPut(to *[]step, n *db.Node, into db.NodeID, name names.Name) (bool, error) {
	r.claimed[claim{into, name.Key}] = true
	*to = append(*to, step{kind: stepPut, source: n, into: into, name: name})
	return true, nil
}

func (r *resolver) planMerge(to *[]step, n *db.Node, into db.NodeID, name names.Name, there *db.Node) (bool, error) {
	r.claimed[claim{into, name.Key}] = true
	s := step{kind: stepMerge, source: n, into: into, name: name, there: there}
	if r.shallow {
		*to = append(*to, s)
		return true, nil
	}
	kids, err := r.listChildren(n.ID)
	if err != nil {
		return false, err
	}
	for i := range kids {
		kids[i].Parent, kids[i].Space = n.ID, n.Space
		leaves, err := r.planSource(&s.below, &kids[i], there.ID, true)
		if err != nil {
			return false, err
		}
		s.left = s.left || !leaves
	}
	*to = append(*to, s)
	return !s.left, nil
}
