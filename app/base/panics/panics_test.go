package panics

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
)

func TestAPanicIsAnErrorWithItsStack(t *testing.T) {
	err := Catch(func() error { panic("oops") })
	if err == nil || !strings.Contains(err.Error(), "oops") || !strings.Contains(err.Error(), "panics_test.go") {
		t.Errorf("%v", err)
	}
	if err := Catch(func() error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("an error became %v", err)
	}
}

func TestWorkThatPanicsBeginsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines bytes.Buffer
		runs := 0
		Restart(t.Context(), slog.New(slog.NewTextHandler(&lines, nil)), "count", func(context.Context) {
			if runs++; runs < 3 {
				panic("oops")
			}
		})
		if runs != 3 || strings.Count(lines.String(), "oops") != 2 {
			t.Errorf("it ran %d times: %s", runs, &lines)
		}
	})
}

func TestWorkThatPanicsEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		runs := 0
		go func() {
			synctest.Wait()
			stop()
		}()
		Restart(ctx, slog.New(slog.DiscardHandler), "count", func(context.Context) {
			runs++
			panic("oops")
		})
		if runs != 1 {
			t.Errorf("it ran %d times", runs)
		}
	})
}
