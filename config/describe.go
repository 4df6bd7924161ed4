package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Describe returns the settings without what tells of people, machines and secrets: numbers and words of a list as they are, texts as
// whether they are set. hidden has these texts.
func (s *Serve) Describe() (shown map[string]string, hidden []string) {
	shown = map[string]string{}
	describe(reflect.ValueOf(s).Elem(), shown, &hidden)
	return shown, hidden
}

func describe(v reflect.Value, shown map[string]string, hidden *[]string) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if field.Tag.Get("kong") == "-" {
			continue
		}
		if field.Anonymous {
			describe(value, shown, hidden)
			continue
		}
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(field.Name)
		}
		var texts []string
		switch all, isList := value.Interface().([]string); {
		case isList:
			texts = all
		case value.Kind() == reflect.String && field.Tag.Get("enum") == "":
			texts = []string{value.String()}
		default:
			shown[name] = fmt.Sprint(value.Interface())
			continue
		}
		shown[name] = "not set"
		for _, text := range texts {
			if text != "" {
				*hidden = append(*hidden, text)
				shown[name] = "set"
			}
		}
	}
}
