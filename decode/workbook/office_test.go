//go:build full

package workbook

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLibreOfficeReadsWhatEditsAdded lets another program judge what edits added to a workbook. `make test-full` runs it.
func TestLibreOfficeReadsWhatEditsAdded(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("NOT TESTED: soffice is not installed, so no other program judges the changed workbooks")
	}
	dir := t.TempDir()
	in := filepath.Join(dir, "edited.xlsx")
	out := mustApply(t, rich(t), `{"op":"cells","sheet":"4","cells":[{"r":1,"c":0,"v":"مهر"},{"r":1,"c":1,"v":12},{"r":1,"c":2,"v":5},
		{"r":2,"c":0,"v":"آبان"},{"r":2,"c":1,"v":9,"s":{"font":"B Nazanin"}},{"r":8,"c":0,"f":"SUM(جمع_فروش)","v":21}]},
		{"op":"name","name":"جمع_فروش","f":"Two!$B$2:$B$3"},`+onA4+","+chartOp("4", "c", "column")+","+chartOp("4", "d", "pie"))
	if err := os.WriteFile(in, out, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	log, err := exec.CommandContext(ctx, office, "-env:UserInstallation=file://"+t.TempDir(), "--headless", "--convert-to", "fods",
		"--outdir", dir, in).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	read, err := os.ReadFile(filepath.Join(dir, "edited.fods"))
	if err != nil {
		t.Fatal(err)
	}
	body := string(read)
	for _, text := range []string{
		`table:name="جمع_فروش"`, `office:value="21"`, `chart:class="chart:bar"`, `chart:class="chart:circle"`, "فروش &amp; &lt;سود&gt;",
		`style:print-orientation="landscape"`, `B Nazanin`,
	} {
		if !strings.Contains(body, text) {
			t.Errorf("LibreOffice does not read %s", text)
		}
	}
}
