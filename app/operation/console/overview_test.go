package console

import (
	"testing"

	"anbar/db"
)

func TestTheForecastFollowsTheLastDays(t *testing.T) {
	const gib = 1 << 30
	grows := []db.DiskDay{{Day: 100, Used: 10 * gib}, {Day: 101, Used: 12 * gib}, {Day: 103, Used: 16 * gib}}
	if in := forecastFullDisk(grows, 20*gib); in == nil || *in != 10 {
		t.Errorf("2 GiB a day and 20 GiB free: %v", in)
	}
	for name, c := range map[string]struct {
		days []db.DiskDay
		free int64
	}{
		"too few days": {grows[:2], gib}, "it shrinks": {[]db.DiskDay{{Day: 1, Used: 9}, {Day: 2, Used: 8}, {Day: 3, Used: 7}}, gib},
		"it stays": {[]db.DiskDay{{Day: 1, Used: 9}, {Day: 2, Used: 9}, {Day: 3, Used: 9}}, gib}, "nothing is known": {nil, gib},
		"not in ten years": {[]db.DiskDay{{Day: 1, Used: 1}, {Day: 2, Used: 3}, {Day: 3, Used: 5}}, gib},
	} {
		if in := forecastFullDisk(c.days, c.free); in != nil {
			t.Errorf("%s: full in %d days", name, *in)
		}
	}
}
