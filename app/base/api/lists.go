package api

import (
	"encoding/json"
	"reflect"
	"strings"
)

// withEmptyLists returns v with an empty list in place of each nil list that the document declares,
// because encoding/json writes a nil list as null. It copies the values that v points to
// instead of changing them, as other requests may read them at the same time.
func withEmptyLists(v any) any {
	given := reflect.ValueOf(v)
	if !lacksList(given, false) {
		return v
	}
	own := reflect.New(given.Type()).Elem()
	own.Set(given)
	setMissingLists(own, false)
	return own.Interface()
}

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	appender  = reflect.TypeFor[Appender]()
)

// isOpaque reports whether values of a type are not written field by field.
func isOpaque(t reflect.Type) bool { return t.Implements(marshaler) || t.Implements(appender) }

// isOptionalField reports whether the document lets a field be null or absent.
func isOptionalField(f reflect.StructField) bool {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name == "-" || f.Tag.Get("nullable") != "" || strings.Contains(options, "omit")
}

// lacksList reports whether a list in v is nil. With mayBeNil, v may be nil itself; its elements are checked.
func lacksList(v reflect.Value, mayBeNil bool) bool {
	if !v.IsValid() || isOpaque(v.Type()) {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && lacksList(v.Elem(), false)
	case reflect.Slice:
		if v.IsNil() {
			return !mayBeNil
		}
		for i := range v.Len() {
			if lacksList(v.Index(i), false) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if (f.IsExported() || f.Anonymous) && lacksList(v.Field(i), isOptionalField(f)) {
				return true
			}
		}
	}
	return false
}

// setMissingLists sets the missing lists in v, and copies the values behind pointers before it changes
// them.
func setMissingLists(v reflect.Value, mayBeNil bool) {
	if !lacksList(v, mayBeNil) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		own := reflect.New(v.Type().Elem())
		own.Elem().Set(v.Elem())
		v.Set(own)
		setMissingLists(v.Elem(), false)
	case reflect.Slice:
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		for i := range v.Len() {
			setMissingLists(v.Index(i), false)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				setMissingLists(v.Field(i), isOptionalField(f))
			}
		}
	}
}
