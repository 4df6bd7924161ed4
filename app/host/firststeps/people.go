package firststeps

import "anbar/db"

// PeopleStep is whether anybody but the administrator is here, or was invited.
type PeopleStep struct {
	Step
	People  int64 `json:"people" doc:"accounts, yours included"`
	Invited int64 `json:"invited" doc:"addresses with an invitation that has not ended"`
}

func loadPeople(v *db.View) (PeopleStep, error) {
	totals, err := v.Totals()
	if err != nil {
		return PeopleStep{}, err
	}
	p := PeopleStep{Step: Step{State: Open}, People: totals.Users}
	if p.Invited, err = v.CountInvited(); err != nil {
		return p, err
	}
	if p.People > 1 || p.Invited > 0 {
		p.State = Done
	}
	return p, nil
}
