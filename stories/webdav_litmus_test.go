package stories

import (
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// davSite is an appliance over HTTP, with the address of the shared files of a workspace and a token for it.
func davSite(t *testing.T) (site, space, token string) {
	t.Helper()
	a := newAppliance(t, t.TempDir())
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	sara := person(t, a, "sara")
	space = sara.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201).get(t, "space_id").(string)
	made := sara.do("POST", "/accounts/api-tokens", map[string]any{"name": "laptop", "may_write": true}).must(t, 201)
	token = made.get(t, "token").(string)
	return server.URL, space, token
}

var litmusTotal = regexp.MustCompile(`<- summary for .(\w+).: of (\d+) tests run: (\d+) passed, (\d+) failed`)

// TestLitmusPassesWhole runs the conformance tests of WebDAV, litmus 0.13 of Debian.
func TestLitmusPassesWhole(t *testing.T) {
	if _, err := exec.LookPath("litmus"); err != nil {
		t.Skip("litmus is not here: run scripts/devices.sh, which installs it")
	}
	site, space, token := davSite(t)
	cmd := exec.Command("litmus", "-k", site+"/dav/"+space+"/", "sara@example.org", token)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "WARNING") || strings.Contains(string(out), "SKIPPED") {
		t.Errorf("litmus: %v\n%s", err, out)
	}
	passed := 0
	for _, m := range litmusTotal.FindAllStringSubmatch(string(out), -1) {
		n, err := strconv.Atoi(m[3])
		if err != nil {
			t.Fatal(err)
		}
		passed += n
	}
	if passed != 104 {
		t.Errorf("litmus passed %d of 104", passed)
	}
}
