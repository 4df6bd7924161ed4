package cli

import (
	"errors"
	"testing"

	"anbar/config"
)

// TestTheCommandsOfAServiceBelongTogether: with one of them going back would end in the middle.
func TestTheCommandsOfAServiceBelongTogether(t *testing.T) {
	for commands, want := range map[[2]string]bool{{"", ""}: false, {"a", "b"}: false, {"a", ""}: true, {"", "b"}: true} {
		e := exchange{Storage: config.Storage{Data: t.TempDir()}, Program: "anbar", Restart: commands[0], Stop: commands[1], Yes: true}
		_, err := e.options()
		var wrong usageError
		if errors.As(err, &wrong) != want {
			t.Errorf("%q: %v", commands, err)
		}
	}
}
