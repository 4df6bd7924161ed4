package api

import (
	"testing"
)

type listed struct {
	Words []string `json:"words"`
	More  []string `json:"more,omitempty"`
}

type listing struct {
	listed
	All    []listed   `json:"all"`
	Codes  []string   `json:"codes" nullable:"true"`
	Grid   [][]string `json:"grid"`
	Behind *listed    `json:"behind"`
	At     Time       `json:"at"`
}

func TestAListIsNeverNull(t *testing.T) {
	given := listing{All: []listed{{}, {Words: []string{"a"}}}, Grid: [][]string{nil}, Behind: &listed{}}
	for v, want := range map[any]string{
		&given:          `{"words":[],"all":[{"words":[]},{"words":["a"]}],"codes":null,"grid":[[]],"behind":{"words":[]},"at":null}`,
		(*listing)(nil): `null`,
		None{}:          `{}`,
	} {
		b, err := encodeJSON(v)
		if err != nil || string(b) != want {
			t.Errorf("%T is written as %s (%v), want %s", v, b, err, want)
		}
	}
	if given.Words != nil || given.All[0].Words != nil || given.Behind.Words != nil {
		t.Error("what the call answered was changed, not a copy of it")
	}
}
