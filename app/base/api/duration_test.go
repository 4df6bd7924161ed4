package api

import (
	"encoding/json"
	"testing"
	"time"
)

func TestDurations(t *testing.T) {
	from := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	for unit, want := range map[string]string{
		"second": "2026-01-31T12:00:02Z", "minute": "2026-01-31T12:02:00Z", "hour": "2026-01-31T14:00:00Z", "day": "2026-02-02T12:00:00Z",
		"week": "2026-02-14T12:00:00Z", "month": "2026-03-31T12:00:00Z", "year": "2028-01-31T12:00:00Z",
	} {
		end, ok := Duration{2, unit}.After(from)
		if got := end.Format(time.RFC3339); !ok || got != want {
			t.Errorf("2 %s: %s, want %s", unit, got, want)
		}
	}
	for _, d := range []Duration{{0, "day"}, {-1, "day"}, {maxValue + 1, "second"}, {1, ""}, {1, "D"}} {
		if _, ok := d.After(from); ok {
			t.Errorf("%+v is valid", d)
		}
	}
}

func TestAChangeKnowsAbsentFromNull(t *testing.T) {
	var in struct {
		A, B, C Optional[string]
	}
	if err := json.Unmarshal([]byte(`{"A":"x","B":null}`), &in); err != nil {
		t.Fatal(err)
	}
	if in.A != (Optional[string]{Set: true, Value: "x"}) || in.B != (Optional[string]{Set: true, Null: true}) ||
		in.C != (Optional[string]{}) {
		t.Errorf("%+v", in)
	}
}
