package bucket

import (
	"errors"
	"fmt"
	"net"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/outward"
)

// TestNoAnswerTellsWhichNamesExist: a name that does not exist is answered as one that leads to this network.
func TestNoAnswerTellsWhichNamesExist(t *testing.T) {
	for _, err := range []error{&net.DNSError{IsNotFound: true}, outward.ErrOwnNetwork} {
		if got := toBucketFault(fmt.Errorf("list: %w", err)); !errors.Is(got, fault.ImportAddress) {
			t.Errorf("%v is answered as %v", err, got)
		}
	}
}
