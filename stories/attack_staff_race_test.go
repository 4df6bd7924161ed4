package stories

import (
	"context"
	"fmt"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/identity/accounts"
	"anbar/db"
)

const (
	staffRounds = 50
	staffTries  = 4 // of each of two members of staff, at the same time
)

// colleagues are two administrators who act at the same time.
type colleagues struct {
	t *testing.T
	a *app.App
	c [2]client
}

// both sends a call as both, several times each and all at once, and returns how often each status
// was the answer.
func (k *colleagues) both(method string, call func(i int) (path string, body any)) map[int]int {
	return crowdOf(2*staffTries, func(i int) *answer {
		path, body := call(i % 2)
		return k.c[i%2].do(method, path, body)
	})
}

func newColleagues(t *testing.T) *colleagues {
	a := newAppliance(t, dataDir(t))
	k := &colleagues{t: t, a: a}
	for i := range k.c {
		k.c[i] = administrator(t, a, fmt.Sprintf("boss%d", i), 100+i)
	}
	return k
}

// administrator makes an administrator and signs in as one.
func administrator(t *testing.T, a *app.App, name string, place int) client {
	t.Helper()
	p := accounts.Person{FirstName: name, LastName: "Tester", Email: name + "@example.org", Password: password}
	if _, err := a.Accounts.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := setStaff(t.Context(), a, p.Email, string(db.Administrator)); err != nil {
		t.Fatal(err)
	}
	return signIn(t, a, p.Email, place)
}

// signIn signs in from an address; a login from one of them is limited.
func signIn(t *testing.T, a *app.App, email string, place int) client {
	t.Helper()
	login := from(a, address(place), "", "POST", "/accounts/v1/users/login", map[string]string{"login": email, "password": password})
	return client{handler: a, token: login.must(t, 200).get(t, "access").(string)}
}

func (k *colleagues) idOf(name string) string {
	k.t.Helper()
	id, err := k.a.Accounts.ResolveUser(context.Background(), name+"@example.org")
	if err != nil {
		k.t.Fatal(err)
	}
	return id.String()
}

// only fails unless all answers were of these statuses, and so many of the first one; fewer than 0
// is any number but none.
func only(t *testing.T, what string, got map[int]int, first int, statuses ...int) {
	t.Helper()
	rest := 2 * staffTries
	for _, s := range statuses {
		rest -= got[s]
	}
	if rest != 0 || first >= 0 && got[statuses[0]] != first || got[statuses[0]] == 0 {
		t.Errorf("%s: %v", what, got)
	}
}

// TestOneAdministratorIsLeft has two administrators erase each other, demote each other and shut each
// other out at the same time: after each round the console has exactly one.
func TestOneAdministratorIsLeft(t *testing.T) {
	t.Parallel()
	k := newColleagues(t)
	names := [2]string{"boss0", "boss1"}
	acts := []func(i int) (method, path string, body map[string]string){
		func(i int) (string, string, map[string]string) {
			return "POST", "/erase", map[string]string{"address": names[i] + "@example.org", "reason": "both want it"}
		},
		func(int) (string, string, map[string]string) {
			return "PUT", "/staff", map[string]string{"role": "support", "reason": "both want it"}
		},
		func(int) (string, string, map[string]string) {
			return "POST", "/disable", map[string]string{"reason": "both want it"}
		},
	}
	for round := range staffRounds {
		ids := [2]string{k.idOf(names[0]), k.idOf(names[1])}
		act := acts[round%len(acts)]
		method, _, _ := act(0)
		got := k.both(method, func(i int) (string, any) {
			_, path, body := act(1 - i)
			return "/admin/people/" + ids[1-i] + path, body
		})
		// The other answers: signed out by the colleague, not an administrator any more, the last one, or gone.
		only(t, fmt.Sprintf("round %d", round), got, -1, 204, 400, 401, 403, 404, 409, 410, 422)
		left := -1
		for i := range names {
			if k.c[i].do("GET", "/admin/people?filter=staff", nil).Status != 200 {
				continue
			}
			if left >= 0 {
				t.Fatalf("round %d: both are left: %v", round, got)
			}
			left = i
		}
		if left < 0 {
			t.Fatalf("round %d: nobody is left: %v", round, got)
		}
		people := k.c[left].do("GET", "/admin/people?filter=staff", nil).must(t, 200)
		administrators := 0
		for i := range people.get(t, "people").([]any) {
			if people.get(t, "people", i, "staff") == "administrator" && people.get(t, "people", i, "state") == "active" {
				administrators++
			}
		}
		if administrators != 1 {
			t.Fatalf("round %d: %d administrators: %s", round, administrators, people.Body)
		}
		names[1-left] = fmt.Sprintf("next%d", round)
		k.c[1-left] = administrator(t, k.a, names[1-left], round)
	}
}

// TestTwoStaffDoTheSame has two administrators do the same thing to people and workspaces: where there
// is one thing to take the others are told so, and what can be done twice has one result.
func TestTwoStaffDoTheSame(t *testing.T) {
	t.Parallel()
	k := newColleagues(t)
	sara := person(t, k.a, "sara")
	set := map[string]any{
		"on": true, "currency": "IRT", "tax": 0, "tax_included": false, "trial_days": 30, "grace_days": 7,
		"seller":   map[string]string{"name": "", "national_id": "", "economic_id": "", "address": "", "post_code": "", "phone": ""},
		"transfer": map[string]string{"holder": "", "bank": "", "iban": "", "card": ""},
	}
	k.c[0].do("PUT", "/admin/selling", set).must(t, 200)
	space := sara.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201).get(t, "space_id").(string)
	person, owners := "/admin/people/"+k.idOf("sara"), map[string]int{}
	reason := func(path string) func(int) (string, any) {
		return func(i int) (string, any) { return path, map[string]string{"reason": fmt.Sprintf("by %d", i)} }
	}
	for round := range staffRounds {
		name := func(s string) string { return fmt.Sprintf("round %d: %s", round, s) }
		work := "/admin/workspaces/" + space
		seen := k.c[0].do("GET", work+"/plan", nil).must(t, 200).get(t, "seen")
		got := k.both("POST", func(i int) (string, any) {
			return work + "/plan", map[string]any{
				"plan": []string{"standard", "professional"}[i], "users_count": 3 + i, "ends_at": time.Now().AddDate(0, 1, round+i),
				"seen": seen, "reason": "a gift",
			}
		})
		only(t, name("plan"), got, 1, 204, 409)
		only(t, name("freeze"), k.both("POST", reason(work+"/freeze")), 2*staffTries, 204)
		only(t, name("unfreeze"), k.both("POST", reason(work+"/unfreeze")), 2*staffTries, 204)
		got = k.both("PUT", func(i int) (string, any) {
			return work + "/limits", map[string]any{"storage": (int64(100) + int64(i)) << 30, "nodes": 0, "reason": "asked"}
		})
		only(t, name("limits"), got, 2*staffTries, 204)
		only(t, name("delete"), k.both("POST", func(int) (string, any) {
			return work + "/delete", map[string]string{"title": "Team", "reason": "asked"}
		}), -1, 204, 404)
		only(t, name("restore"), k.both("POST", reason(work+"/restore")), -1, 204, 404)
		if state := k.c[0].do("GET", work, nil).must(t, 200).get(t, "state"); state != "active" {
			t.Fatalf("%s: %v", name("state"), state)
		}

		session := k.c[0].do("GET", person, nil).must(t, 200).get(t, "sessions", 0, "session_id").(string)
		only(t, name("session"), k.both("POST", reason(person+"/sessions/"+session+"/end")), 1, 204, 404)
		only(t, name("disable"), k.both("POST", reason(person+"/disable")), 2*staffTries, 204)
		only(t, name("enable"), k.both("POST", reason(person+"/enable")), 2*staffTries, 204)
		sara = signIn(t, k.a, "sara@example.org", round)
		owners[sara.do("GET", "/storage/workspaces", nil).must(t, 200).get(t, "workspaces", 0, "space_id").(string)]++
	}
	if len(owners) != 1 || owners[space] != staffRounds {
		t.Errorf("the workspace of its owner: %v", owners)
	}
	// Each act that had an effect is on the record once, and none that had none.
	for action, want := range map[string]int{
		"space_plan_choose": staffRounds, "session_close": staffRounds, "account_disable": staffRounds, "account_enable": staffRounds,
	} {
		log := k.c[0].do("GET", "/admin/audit?action="+action+"&limit=1", nil).must(t, 200)
		if n := int(log.get(t, "page_info", "total").(float64)); n != want {
			t.Errorf("%s: %d events, want %d", action, n, want)
		}
	}
}
