package api

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAPanicBecomesAnError(t *testing.T) {
	err := RunOnOwnStack(func() error { panic("oops") })
	if err == nil || !strings.Contains(err.Error(), "oops") || !strings.Contains(err.Error(), "own_stack_test.go") {
		t.Errorf("%v does not say what happened and where", err)
	}
	if err := RunOnOwnStack(func() error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("the error is %v", err)
	}
}
