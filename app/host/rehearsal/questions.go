package rehearsal

import (
	"errors"
	"fmt"
	"net/url"

	"anbar/db"
)

const sampledSpaces = 3

// chooser collects questions.
type chooser struct{ all []Question }

func (c *chooser) add(about string, who db.UserID, path string, args ...any) {
	if who != 0 && len(c.all) < MaxQuestions {
		c.all = append(c.all, Question{About: about, User: who, Path: fmt.Sprintf(path, args...)})
	}
}

// ChooseQuestions finds what a database is asked: lists of the largest directories and workspaces, by the people who own them. None of
// them needs a content, and none changes anything.
func ChooseQuestions(v *db.View) ([]Question, error) {
	spaces, e1 := v.SampleSpaces(sampledSpaces)
	guest, e2 := v.SampleGuest()
	staff, e3 := v.SampleAdministrator()
	if err := errors.Join(e1, e2, e3); err != nil {
		return nil, err
	}
	var c chooser
	c.addStaff(staff)
	if guest.User != 0 {
		c.add("the workspaces of a guest", guest.User, "/storage/guest-workspaces")
		if guest.Kind == db.Directory {
			c.add("a directory of a guest", guest.User, "/storage/space/%s/directory/%s", guest.Space, guest.Node)
		}
	}
	for i := range spaces {
		c.addOwner(&spaces[i])
		c.addMember(&spaces[i])
		if i == 0 {
			c.addAllOf(&spaces[i])
		}
	}
	return c.all, nil
}

func (c *chooser) addStaff(id db.UserID) {
	c.add("the overview of the console", id, "/admin/overview")
	c.add("the people in the console", id, "/admin/people")
	c.add("the workspaces in the console", id, "/admin/workspaces")
	c.add("the plans in the console", id, "/admin/plans")
	c.add("the discounts in the console", id, "/admin/discounts")
	c.add("the payments in the console", id, "/admin/payments")
	c.add("the tickets in the console", id, "/admin/tickets")
	c.add("the settings in the console", id, "/admin/settings")
	c.add("the outbox in the console", id, "/admin/outbox")
	c.add("the rights of staff", id, "/admin/rights")
}

// addOwner adds what the owner of a workspace sees first.
func (c *chooser) addOwner(s *db.SampleSpace) {
	c.add("the account of an owner", s.Owner, "/accounts/v1/users/me")
	c.add("the workspaces of an owner", s.Owner, "/storage/workspaces")
	c.add("the shared files of a workspace", s.Owner, "/storage/space/%s/directory/%s", s.ID, s.Root)
	c.add("the own files of an owner", s.Owner, "/storage/space/%s/directory/%s", s.ID, s.MyRoot)
	c.add("the members of a workspace", s.Owner, "/role/v1/space/%s/workspace-members", s.ID)
	for _, d := range s.Directories {
		c.add("a large directory", s.Owner, "/storage/space/%s/directory/%s", s.ID, d.ID)
	}
}

func (c *chooser) addMember(s *db.SampleSpace) {
	c.add("the workspaces of a member", s.Member, "/storage/workspaces")
	c.add("the shared files of a workspace, for a member", s.Member, "/storage/space/%s/directory/%s", s.ID, s.Root)
}

// addAllOf adds all that a workspace has.
func (c *chooser) addAllOf(s *db.SampleSpace) {
	id := s.ID
	c.add("the trash of a workspace", s.Owner, "/trash/%s/directory/%s", id, s.Trash)
	c.add("the trash of an owner", s.Owner, "/trash/%s/directory/%s", id, s.MyTrash)
	c.add("the roles of a workspace", s.Owner, "/role/v1/space/%s", id)
	c.add("the custom roles of a workspace", s.Owner, "/role/v1/space/%s/custom-role", id)
	c.add("the guests of a workspace", s.Owner, "/role/v1/space/%s/guest-users", id)
	c.add("the links of a workspace", s.Owner, "/download/space/%s/links", id)
	c.add("the upload boxes of a workspace", s.Owner, "/upload/space/%s/box-links", id)
	c.add("the fields of a workspace", s.Owner, "/custom-field/space/%s", id)
	c.add("the activities of a workspace", s.Owner, "/storage/space/%s/team-activities", id)
	c.add("the activities of an owner", s.Owner, "/storage/space/%s/user-activities", id)
	c.add("the recent files of an owner", s.Owner, "/storage/space/%s/recent-used", id)
	c.add("the favorites of an owner", s.Owner, "/storage/space/%s/directory/%s/favorites", id, s.Root)
	c.add("who reaches what in a workspace", s.Owner, "/role/v1/space/%s/exposure", id)
	c.add("the plan of a workspace", s.Owner, "/storage/workspace/%s/current-plan", id)
	c.add("the invoices of a workspace", s.Owner, "/plan/invoices?space_id=%s", id)
	for i, d := range s.Directories {
		if i < 2 {
			c.add("the properties of a large directory", s.Owner, "/storage/space/%s/directory/%s/properties", id, d.ID)
			c.add("the activities of a large directory", s.Owner, "/storage/space/%s/directory/%s/activities", id, d.ID)
		}
	}
	for i, f := range s.Files {
		c.add("a file with its versions", s.Owner, "/storage/space/%s/directory/%s/file/%s", id, f.Parent, f.ID)
		if i == 0 {
			c.add("the properties of a file", s.Owner, "/storage/space/%s/directory/%s/file/%s/properties", id, f.Parent, f.ID)
			c.add("who reaches a file", s.Owner, "/role/v1/space/%s/targets/%s/access", id, f.ID)
			c.add("a search by name", s.Owner, "/storage/space/%s/directory/%s/search?query=%s", id, s.Root,
				url.QueryEscape(clipName(f.Name)))
		}
	}
}

const searchLetters = 4

// clipName is the beginning of a name, so that more than one is found.
func clipName(name string) string {
	letters := []rune(name)
	return string(letters[:min(len(letters), searchLetters)])
}
