package api

import (
	"net/http/httptest"
	"reflect"
	"testing"
)

type asking struct {
	Language string `query:"language" enum:",fa,en"`
	Scope    string `query:"scope" enum:"shared,my"`
	Free     string `query:"free"`
}

func TestAQueryHasOneOfItsValues(t *testing.T) {
	d := newDecoder(reflect.TypeFor[asking](), "GET")
	for query, ok := range map[string]bool{
		"": true, "language=fa&scope=my&free=x": true, "language=": true, "scope=": true, "language=x": false, "scope=other": false,
		"language=fa,en": false, "free=fa,en": true,
	} {
		var in asking
		if err := d.read(httptest.NewRequest("GET", "/?"+query, nil), reflect.ValueOf(&in).Elem()); (err == nil) != ok {
			t.Errorf("%q: %v", query, err)
		}
	}
}
