package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestSettingsAreWrittenDown keeps the table for people and the commented file
// for packages as the code has them.
func TestSettingsAreWrittenDown(t *testing.T) {
	var s Serve
	p, err := kong.New(&s, Options()...)
	if err != nil {
		t.Fatal(err)
	}
	var table, conf strings.Builder
	table.WriteString("# Configuration\n\nEvery setting has a default that works. A flag goes before an environment variable, that " +
		"before a line of the configuration file (`--config FILE`), and that before the default. In the file a setting is a line `name " +
		"= value`, with the name of the flag without its dashes; `#` begins a comment. Passwords and keys can stand in a file of " +
		"their own: `--x-file FILE` in place of `--x`, but not both. A newline at its end does not count.\n\n" +
		"A mail server, an SMS gateway and " +
		"providers can also be entered in the console, and then go before all of these " +
		"([administration.md](administration.md#connections-in-the-console)).\n\nThis table is made from the code (`make golden`).\n\n" +
		"| flag | environment | default | what |\n|---|---|---|---|\n")
	conf.WriteString("# The settings of Anbar. Each line shows a setting with its default; take the # away to change it.\n")
	for _, f := range p.Model.Flags {
		if f.Name == "help" {
			continue
		}
		env, std := "", ""
		if len(f.Envs) > 0 {
			env = "`" + f.Envs[0] + "`"
		}
		if f.Default != "" {
			std = "`" + f.Default + "`"
		}
		fmt.Fprintf(&table, "| `--%s` | %s | %s | %s |\n", f.Name, env, std, f.Help)
		if f.Name != "config" {
			fmt.Fprintf(&conf, "\n# %s\n%s\n", f.Help, strings.TrimSpace("#"+f.Name+" = "+f.Default))
		}
	}
	for file, want := range map[string]string{"../docs/configuration.md": table.String(), "../packaging/anbar.conf": conf.String()} {
		if os.Getenv("ANBAR_GOLDEN") != "" {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the code says; run \"make golden\": %v", file, err)
		}
	}
}
