package access

import "slices"

// verbs is a set of verbs, a bit for each.
type verbs uint8

// Rights are a user's rights at one place: a set of verbs for every subject.
type Rights [len(subjects)]verbs

var allVerbs = [...]Verb{Create, Update, Read, Delete, Move, Merge, Replace, Rename}

var subjects = [...]Subject{
	Workspace, Plan, Member, Role, Directory, FileSubject, Trash, Favorite, RecentUsed, Activity, SpaceField, EntityField, DownloadLink,
	BoxLink, Version, Summary, Editor,
}

func verbBit(v Verb) verbs {
	if i := slices.Index(allVerbs[:], v); i >= 0 {
		return 1 << i
	}
	return 0
}

func subjectIndex(s Subject) int { return slices.Index(subjects[:], s) }

func (r *Rights) add(s Subject, all ...Verb) {
	if i := subjectIndex(s); i >= 0 {
		for _, v := range all {
			r[i] |= verbBit(v)
		}
	}
}

// union returns the union of both.
func (r Rights) union(o Rights) Rights {
	for i := range r {
		r[i] |= o[i]
	}
	return r
}

// intersect returns the intersection of both.
func (r Rights) intersect(o Rights) Rights {
	for i := range r {
		r[i] &= o[i]
	}
	return r
}

// Has reports whether verb may be done to subject.
func (r *Rights) Has(verb Verb, subject Subject) bool {
	i := subjectIndex(subject)
	return i >= 0 && r[i]&verbBit(verb) != 0
}

// Covers reports whether all of o is in r. Users can only give rights that they have.
func (r *Rights) Covers(o Rights) bool { return r.intersect(o) == o }

// Rules returns the rights as a list, of some subjects or, without any, of all.
func (r *Rights) Rules(of ...Subject) []Rule {
	all := []Rule{}
	for i, s := range subjects {
		if len(of) > 0 && !slices.Contains(of, s) {
			continue
		}
		for _, v := range allVerbs {
			if r[i]&verbBit(v) != 0 {
				all = append(all, Rule{Action: v, Subject: s})
			}
		}
	}
	return all
}

// RightsOf reads a list of rules; false when one of them names nothing that
// there is.
func RightsOf(rules []Rule) (Rights, bool) {
	var r Rights
	for _, rule := range rules {
		if subjectIndex(rule.Subject) < 0 || verbBit(rule.Action) == 0 {
			return r, false
		}
		r.add(rule.Subject, rule.Action)
	}
	return r, true
}
