package nextcloud

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

func isInvalidID(err error) bool { return errors.Is(err, fault.InvalidID) }

func readSmallBody(c *api.Call) ([]byte, error) {
	b, err := io.ReadAll(http.MaxBytesReader(c.W, c.R.Body, limits.DeviceForm))
	return bytes.TrimSpace(b), err
}

// parseForm reads a form, or a flat object in JSON, whatever the request says that it is.
func parseForm(b []byte) (url.Values, error) {
	if !bytes.HasPrefix(b, []byte("{")) {
		return url.ParseQuery(string(b))
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var all map[string]any
	if err := d.Decode(&all); err != nil {
		return nil, err
	}
	form := url.Values{}
	for name, v := range all {
		switch v := v.(type) {
		case nil:
		case string, json.Number, bool:
			form.Set(name, fmt.Sprint(v))
		default:
			return nil, errors.New("a value that is no text")
		}
	}
	return form, nil
}
