//go:build soak

package decode_test

import (
	"testing"

	"anbar/testdata/hostile"
)

func TestAllHostileDocumentsEndNobodyElse(t *testing.T) { feed(t, hostile.All()) }
