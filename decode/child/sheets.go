package child

import (
	"encoding/json"

	"anbar/decode"
	"anbar/decode/sheet"
	"anbar/decode/source"
)

// runSheetJob reads a page of a workbook, or finds words in it.
func runSheetJob(src *source.Source, j decode.Job) ([]byte, error) {
	if j.Work == decode.Find {
		var words []string
		if err := json.Unmarshal(j.Args, &words); err != nil {
			return nil, err
		}
		spot, err := sheet.Find(src, words)
		if err != nil {
			return nil, err
		}
		return json.Marshal(spot)
	}
	var want sheet.PageRequest
	if err := json.Unmarshal(j.Args, &want); err != nil {
		return nil, err
	}
	page, err := sheet.ReadPage(src, want)
	if err != nil {
		return nil, err
	}
	return json.Marshal(page)
}
