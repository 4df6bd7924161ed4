package stories

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/db"
)

// rule is one row: a call, and what its answer has to say.
type rule struct {
	rule         string
	who          client
	method, path string
	body         any
	status       int
	has          string
}

func (r *rule) check(t *testing.T) *answer {
	t.Helper()
	a := r.who.do(r.method, r.path, r.body)
	if a.Status != r.status || !strings.Contains(string(a.Body), r.has) {
		t.Errorf("%s: %d %s, want %d with %s", r.rule, a.Status, a.Body, r.status, r.has)
	}
	return a
}

// expire ends the paid time of a workspace, and its days of grace.
func (s *shop) expire(t *testing.T, space string) {
	t.Helper()
	var id db.SpaceID
	if err := id.UnmarshalText([]byte(space)); err != nil {
		t.Fatal(err)
	}
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec("UPDATE subscriptions SET ends_at = ends_at - ?1, locked_at = locked_at - ?1 WHERE space_id = ?2",
		(400 * 24 * time.Hour).Milliseconds(), int64(id)); err != nil {
		t.Fatal(err)
	}
}

// TestTheRulesOfPlans has a row for each rule of the specification about plans, invoices and
// payments.
func TestTheRulesOfPlans(t *testing.T) {
	s := newShop(t)
	sara, omid, nina := person(t, s.a, "sara"), person(t, s.a, "omid"), person(t, s.a, "nina")
	free, standard, professional := s.plans[0], s.plans[1], s.plans[2]
	for code, discount := range map[string]map[string]any{
		"TENTH": {"percent": 10}, "OLD": {"percent": 10, "starts_at": "2020-01-01T00:00:00Z", "ends_at": "2020-02-01T00:00:00Z"},
	} {
		s.staff.do("PUT", "/admin/discounts/"+code, discount).must(t, 200)
	}
	order := func(change map[string]any) map[string]any {
		o := map[string]any{"plan_id": professional, "users_count": 4}
		for k, v := range change {
			o[k] = v
		}
		return o
	}
	for _, r := range []rule{
		{"free comes first", sara, "GET", "/plan/all", nil, 200, `"plans":[{"plan_id":"` + free + `","name":"free"`},
		{"yearly is a fifth cheaper", sara, "GET", "/plan/all", nil, 200, `"yearly_discount":20`},
		{"a plan takes a selection or not", sara, "GET", "/plan/validate-selection?plan_id=" + standard, nil, 204, ""},
		{"an unknown plan", sara, "GET", "/plan/validate-selection?plan_id=0000000000001", nil, 422, "plan_not_chosen"},
		{"the limited plan has 5 members at most", sara, "POST", "/plan/invoice", order(map[string]any{
			"plan_id": standard, "users_count": 6,
		}), 422, "member_quota_reached"},
		{"a plan has a least number of users", sara, "POST", "/plan/invoice", order(map[string]any{"users_count": 2}), 422, "member_quota"},
		{"the free plan is not bought", sara, "POST", "/plan/invoice", order(map[string]any{"plan_id": free, "users_count": 1}), 422,
			"plan_not_chosen"},
		{"a day is a period", sara, "POST", "/plan/invoice", order(map[string]any{"period": "daily"}), 201, `"period":"daily"`},
		{"a week is", sara, "POST", "/plan/invoice", order(map[string]any{"period": "weekly"}), 201, `"period":"weekly"`},
		{"a month is", sara, "POST", "/plan/invoice", order(map[string]any{"period": "monthly"}), 201, `"total":655600`},
		{"a year is", sara, "POST", "/plan/invoice", order(map[string]any{"period": "yearly"}), 201, `"total":6293760`},
		{"a century is not", sara, "POST", "/plan/invoice", order(map[string]any{"period": "century"}), 400, "invalid_value"},
		{"extra storage has its price", sara, "POST", "/plan/invoice", order(map[string]any{"extra_storage": 10}), 201, `"total":672100`},
		{"a discount code", sara, "POST", "/plan/invoice", order(map[string]any{"discount_code": "tenth"}), 201, `"total":590040`},
		{"an invalid code", sara, "POST", "/plan/invoice", order(map[string]any{"discount_code": "none"}), 422, "discount_invalid"},
		{"an expired code", sara, "POST", "/plan/invoice", order(map[string]any{"discount_code": "old"}), 410, "discount_expired"},
		{"a workspace needs a payment that is known", sara, "POST", "/storage/workspace", map[string]any{
			"title": "Team", "payment_id": "NOTHING",
		}, 422, "plan_not_chosen"},
		{"one free workspace", sara, "POST", "/storage/workspace", map[string]any{"title": "Free"}, 201, `"space_id"`},
		{"and no second", sara, "POST", "/storage/workspace", map[string]any{"title": "More"}, 422, "one_free_workspace"},
		{"a title is there once", sara, "POST", "/storage/workspace/verify-title", map[string]any{"title": "Free"}, 409, ""},
	} {
		r.check(t)
	}

	id := s.order(t, sara, order(map[string]any{"discount_code": "TENTH", "period": "yearly"}))
	(&rule{"an order that is not paid makes nothing", sara, "POST", "/storage/workspace", map[string]any{
		"title": "Team", "payment_id": id,
	}, 402, "payment_failed"}).check(t)
	s.staff.do("POST", "/admin/payments/"+id+"/confirm", map[string]string{}).must(t, 204)
	made := map[string]any{"title": "Team", "payment_id": id}
	first := (&rule{"a paid one does", sara, "POST", "/storage/workspace", made, 201, `"space_id"`}).check(t)
	space := first.get(t, "space_id").(string)
	root := first.get(t, "root_directory_id").(string)
	at := "/storage/workspace/" + space
	sara.do("PATCH", "/role/v1/space/"+space+"/change-members", map[string]any{
		"role_id": "editor", "emails": []string{"omid@example.org"},
	}).must(t, 200)
	for _, r := range []rule{
		{"a payment counts once", sara, "POST", "/storage/workspace", made, 201, `"space_id":"` + space + `"`},
		{"the plan is active", sara, "GET", at + "/current-plan", nil, 200, `"status":"active"`},
		{"an invoice is read by its id", sara, "GET", "/plan/invoice/" + id, nil, 200, `"status":"applied"`},
		{"by its buyer alone", omid, "GET", "/plan/invoice/" + id, nil, 404, "invalid_id"},
		{"a code is used once", sara, "POST", "/plan/invoice", order(map[string]any{"discount_code": "TENTH"}), 409, "discount_used"},
		{"the owner alone buys", omid, "POST", "/plan/invoice", order(map[string]any{"space_id": space}), 403, "permission_denied"},
		{"strangers see nothing", nina, "GET", at + "/current-plan", nil, 404, "invalid_id"},
		{"an upgrade needs more", sara, "POST", "/plan/invoice", order(map[string]any{"space_id": space, "intent": "upgrade"}), 422,
			"upgrade_plan_limited"},
		{"more users are an upgrade", sara, "POST", "/plan/invoice", order(map[string]any{"space_id": space, "users_count": 5}), 201,
			`"intent":"upgrade"`},
		{"more storage is", sara, "POST", "/plan/invoice", order(map[string]any{"space_id": space, "extra_storage": 5}), 201,
			`"kind":"upgrade"`},
		{"the same is a renewal", sara, "POST", "/plan/invoice", order(map[string]any{"space_id": space}), 201, `"intent":"renew"`},
		{"of the same plan only", sara, "POST", "/plan/invoice", order(map[string]any{
			"space_id": space, "plan_id": standard, "intent": "renew",
		}), 422, "renew_plan_limited"},
		{"renewed with its payment", sara, "POST", at + "/renew-plan", map[string]any{"payment_id": "NOTHING"}, 422, "plan_not_chosen"},
		{"upgraded with its payment", sara, "POST", at + "/upgrade-plan", map[string]any{"payment_id": "NOTHING"}, 422, "plan_not_chosen"},
	} {
		r.check(t)
	}

	trial := sara.do("POST", "/plan/invoice", order(map[string]any{"trial": true, "intent": "create_auto"})).must(t, 201)
	tried := trial.get(t, "payment_id").(string)
	sara.do("POST", "/plan/invoice/"+tried+"/pay", map[string]string{"provider": "none"}).must(t, 200)
	auto := (&rule{"a workspace makes itself", sara, "POST", "/storage/workspace-auto", map[string]any{"payment_id": tried}, 201,
		`"space_id"`}).check(t)
	current := sara.do("GET", "/storage/workspace/"+auto.get(t, "space_id").(string)+"/current-plan", nil).must(t, 200)
	ends, err := time.Parse(time.RFC3339, current.get(t, "ends_at").(string))
	if days := time.Until(ends).Hours() / 24; err != nil || current.get(t, "status") != "trial" || days < 29.9 || days > 30.1 {
		t.Errorf("a trial of %v days: %s", days, current.Body)
	}

	s.expire(t, space)
	for _, r := range []rule{
		{"a trial comes once", sara, "POST", "/plan/invoice", order(map[string]any{"trial": true}), 409, "trial_used"},
		{"a plan expires", sara, "GET", at + "/current-plan", nil, 200, `"status":"expired"`},
		{"reading goes on", sara, "GET", "/storage/space/" + space + "/directory/" + root, nil, 200, ""},
		{"writing does not", sara, "POST", "/storage/space/" + space + "/directory", map[string]any{
			"parent_id": root, "directory_name": "New",
		}, 402, "plan_expired"},
		{"it can be renewed", sara, "POST", "/plan/invoice", order(map[string]any{"space_id": space, "intent": "renew"}), 201,
			`"intent":"renew"`},
		{"and upgraded", sara, "POST", "/plan/invoice", order(map[string]any{
			"space_id": space, "users_count": 9, "intent": "upgrade",
		}), 201, `"intent":"upgrade"`},
	} {
		r.check(t)
	}
	s.balance(t, 2)
}
