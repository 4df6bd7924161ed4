package downloads

import (
	"context"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/db"
)

// TestAnArchiveIsLaidOutInTurn asks for a second one while the first one of the same owner is laid out.
func TestAnArchiveIsLaidOutInTurn(t *testing.T) {
	s := &Service{layouts: newLayoutCache()}
	owner := limits.Owner{Person: 1}
	release, err := s.layouts.owner.Acquire(t.Context(), owner, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.Pack(ctx, owner, "a.zip", func(*db.View) ([]*access.Item, error) {
		t.Error("it is laid out out of turn")
		return nil, nil
	})
	if err == nil {
		t.Error("it did not wait")
	}
}
