package stories

import (
	"strings"
	"testing"
	"time"

	"anbar/app/identity/accounts"
	"anbar/db"
)

// TestAnExpiredPlanLosesNothingOnTheDevice lets the plan of a workspace end while a device has changes for it, and be renewed.
func TestAnExpiredPlanLosesNothingOnTheDevice(t *testing.T) {
	t.Parallel()
	w := newSyncWorld(t, "nextcloudcmd")
	s := &shop{dir: w.options.Data, a: w.app}
	_, err := w.app.Accounts.Create(t.Context(), accounts.Person{
		FirstName: "The seller", LastName: "Tester", Email: "seller@example.org", Password: password, Staff: db.Administrator,
	})
	if err != nil {
		t.Fatal(err)
	}
	who := map[string]string{"login": "seller@example.org", "password": password}
	in := client{handler: w.app}.do("POST", "/accounts/v1/users/login", who).must(t, 200)
	s.staff = client{handler: w.app, token: in.get(t, "access").(string)}
	s.staff.do("PUT", "/admin/selling", sellingSettings).must(t, 200)
	plan := s.staff.do("GET", "/plan/all", nil).must(t, 200).get(t, "plans", 2, "plan_id").(string)
	paid := w.sara.do("POST", "/plan/invoice", map[string]any{"plan_id": plan, "users_count": 3, "trial": true}).must(t, 201)
	id := paid.get(t, "payment_id").(string)
	w.sara.do("POST", "/plan/invoice/"+id+"/pay", map[string]string{"provider": "none"}).must(t, 200)
	made := w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Paid", "payment_id": id}).must(t, 201)
	space := made.get(t, "space_id").(string)

	a, b := w.client(), w.client()
	a.sync()
	a.write("Paid/old.txt", "old")
	a.write("Paid/gone.txt", "gone")
	a.sync()
	s.expire(t, space)
	big := strings.Repeat("0123456789", 1_200_000)
	a.write("Paid/old.txt", "changed on the device")
	a.write("Paid/new.txt", "new")
	a.write("Paid/dir/deep.txt", "deep")
	a.write("Paid/big.bin", big) // in chunks
	a.write("mine.txt", "elsewhere")
	for range 2 {
		out, err := a.try()
		if err == nil || !strings.Contains(out, "The plan of this workspace has expired") {
			t.Errorf("the client does not say why: %v\n%s", err, last(out, 3000))
		}
	}
	w.want(200, "sara", "GET", w.tree("sara")+"mine.txt", "").has(t, "elsewhere")
	w.want(200, "sara", "GET", w.tree("sara")+"Paid/old.txt", "").lacks(t, "changed")
	w.want(404, "sara", "GET", w.tree("sara")+"Paid/new.txt", "")
	w.want(404, "sara", "PROPFIND", w.tree("sara")+"Paid/dir", "", "Depth: 0")
	for name, content := range map[string]string{
		"Paid/old.txt": "changed on the device", "Paid/gone.txt": "gone", "Paid/new.txt": "new", "Paid/dir/deep.txt": "deep",
		"Paid/big.bin": big, "mine.txt": "elsewhere",
	} {
		if a.read(name) != content {
			t.Errorf("%s is another one on the device", name)
		}
	}
	execBeside(t, s.dir, "UPDATE subscriptions SET ends_at = ends_at + 34560000000, locked_at = locked_at + 34560000000")
	deadline := time.Now().Add(2 * time.Minute) // files that failed rest for a while
	for _, err = a.try(); err != nil && time.Now().Before(deadline); _, err = a.try() {
		time.Sleep(5 * time.Second)
	}
	if err != nil {
		t.Fatalf("it does not go on: %v", err)
	}
	b.sync()
	same(t, a, b)
	if b.read("Paid/old.txt") != "changed on the device" || b.read("Paid/big.bin") != big {
		t.Error("the changes of the device are not here")
	}
}
