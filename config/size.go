package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is a number of bytes, written with or without a unit: 500MB, 20 GB, 2TB.
// Units are powers of 1024.
type Size int64

var units = map[string]int64{
	"": 1, "B": 1, "K": 1 << 10, "KB": 1 << 10, "M": 1 << 20, "MB": 1 << 20, "G": 1 << 30, "GB": 1 << 30, "T": 1 << 40, "TB": 1 << 40,
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Size) UnmarshalText(b []byte) error {
	text := strings.ToUpper(strings.TrimSpace(string(b)))
	digits := strings.TrimRight(text, "BKMGT ")
	unit, known := units[strings.TrimSpace(text[len(digits):])]
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || !known || !(n >= 0 && n*float64(unit) < 1<<62) { // NaN is neither
		return fmt.Errorf("%q is not a size such as 500MB or 2TB", b)
	}
	*s = Size(n * float64(unit))
	return nil
}
