package activity

import (
	"anbar/app/base/api"
	"anbar/db"
)

// TeamActivity is what one user did in one go, as the API shows it.
type TeamActivity struct {
	Activity    Activity `json:"activity" doc:"the newest of them in their place; the making of the directory that came with what is in it"`
	At          api.Time `json:"at" doc:"of the newest"`
	Files       int      `json:"files_count"`
	Directories int      `json:"directories_count" doc:"in their place itself, not in one another"`
	IsMore      bool     `json:"is_more" doc:"there were more than have been counted"`
}

// TeamActivityList is what the others in a workspace did.
type TeamActivityList struct {
	Groups []TeamActivity `json:"groups"`
}

type teamIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleListTeam(c *api.Call, in *teamIn) (*TeamActivityList, error) {
	team, err := s.ListTeam(c, c.Who, in.Space)
	if err != nil {
		return nil, err
	}
	out := &TeamActivityList{Groups: []TeamActivity{}}
	for i := range team.Groups {
		g := &team.Groups[i]
		a, err := team.toActivity(&team.Entries[i])
		if err != nil {
			return nil, err
		}
		out.Groups = append(out.Groups, TeamActivity{a, api.Time(g.At), g.Files, g.Directories, g.IsMore})
	}
	return out, nil
}
