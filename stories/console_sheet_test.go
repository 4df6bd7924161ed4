package stories

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/seal"
	"anbar/config"
)

// TestARecoverySheetIsMadeInTheConsole makes a sheet, has it count, seals the copies with it, and restores with what was shown. The
// secret is nowhere but in that one answer.
func TestARecoverySheetIsMadeInTheConsole(t *testing.T) {
	t.Parallel()
	cfg := settings(dataDir(t))
	cfg.BackupTo, cfg.BackupKeep = t.TempDir(), 24*time.Hour
	var log bytes.Buffer
	start := func() *app.App {
		a, err := app.New(t.Context(), cfg, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelInfo})))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := start()
	boss := chief(t, a)
	if err := a.Commands.RunBackup(t.Context(), &log, ""); err != nil {
		t.Fatal(err)
	}
	boss.do("POST", "/admin/copies/reseal", map[string]any{}).must(t, 404)
	shown := boss.do("POST", "/admin/copies/sheet", map[string]any{}).must(t, 201)
	if boss.do("GET", "/admin/copies", nil).must(t, 200).get(t, "sheet") != nil {
		t.Error("a sheet that nobody confirmed counts")
	}
	code, _ := shown.get(t, "code").(string)
	sheet, err := seal.ParseSheet(code)
	if err != nil {
		t.Fatal(err)
	}
	typed := func(wrong bool) map[string]any {
		var groups []string
		for i := range 2 {
			groups = append(groups, sheet.Groups()[int(shown.get(t, "ask", i).(float64))])
		}
		if wrong {
			groups[1] = "0000"
		}
		return map[string]any{"ticket": shown.get(t, "ticket"), "groups": groups}
	}
	if got := boss.do("POST", "/admin/copies/sheet/confirm", typed(true)).must(t, 200); got.get(t, "confirmed") != false {
		t.Errorf("a wrong group is right: %s", got.Body)
	}
	if got := boss.do("POST", "/admin/copies/sheet/confirm", typed(false)).must(t, 200); got.get(t, "confirmed") != true {
		t.Errorf("the right groups: %s", got.Body)
	}
	boss.do("POST", "/admin/copies/sheet/confirm", typed(false)).must(t, 404)
	if got := boss.do("GET", "/admin/copies", nil).must(t, 200); got.get(t, "sheet", "name") != seal.FormatID(sheet.ID()) ||
		got.get(t, "sheet", "sealed") != false {
		t.Errorf("clear copies are called sealed: %s", got.Body)
	}
	check := func(key, mistake string, line float64) {
		t.Helper()
		got := boss.do("POST", "/admin/copies/sheet/check", map[string]string{"key": key}).must(t, 200)
		if got.get(t, "known") != (mistake == "") || got.get(t, "mistake") != mistake || got.get(t, "line") != line {
			t.Errorf("%s: %s", key, got.Body)
		}
	}
	check("0000-0000-0000\n0000", "short", 2)
	check(seal.NewSheet().Code(), "other", 0)
	check(strings.ToLower(strings.Join(sheet.Groups(), " ")), "", 0)
	if got := boss.do("POST", "/admin/copies/reseal", map[string]any{}).must(t, 200); got.get(t, "restart") != true {
		t.Errorf("it begins while copies are made: %s", got.Body)
	}
	for _, event := range []string{"?action=sheet_make", "?action=sheet_confirm", "?action=sheet_check", "?action=copies_reseal"} {
		if got := boss.do("GET", "/admin/audit"+event, nil).must(t, 200); !strings.Contains(string(got.Body), `"action":"`+event[8:]) {
			t.Errorf("%s is not on the record: %s", event, got.Body)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = start()
	if err := a.Commands.ResealCopies(t.Context(), &log, ""); err != nil {
		t.Fatal(err)
	}
	boss = client{handler: a, token: boss.token}
	if got := boss.do("GET", "/admin/copies", nil).must(t, 200); got.get(t, "sheet", "sealed") != true ||
		got.get(t, "sheet", "resealing") != false {
		t.Errorf("the copies are sealed: %s", got.Body)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	checkNoSecret(t, &log, sheet, cfg.Data, cfg.BackupTo)
	target, err := backup.OpenTarget(t.Context(), cfg.BackupTo, config.Storage{}, config.Remote{})
	if err != nil {
		t.Fatal(err)
	}
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	done, err := backup.Restore(t.Context(), target, to, backup.RestoreOptions{Log: slog.New(slog.DiscardHandler), Sheet: sheet})
	if err != nil || len(done.Damaged)+done.Pending > 0 {
		t.Errorf("%v: %+v", err, done)
	}
}

// checkNoSecret looks for a line of the sheet, and for its secret, in files and in the log.
func checkNoSecret(t *testing.T, log *bytes.Buffer, sheet *seal.Sheet, dirs ...string) {
	t.Helper()
	var hidden [][]byte
	for _, line := range sheet.Lines() {
		hidden = append(hidden, []byte(line[0]+line[1]), []byte(line[0]+"-"+line[1]), []byte(line[0]+`","`+line[1]))
	}
	check := func(b []byte, in string) {
		for _, secret := range hidden {
			if bytes.Contains(b, secret) {
				t.Errorf("%s has the secret of the sheet", in)
			}
		}
	}
	check(log.Bytes(), "the log")
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			check(b, path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
