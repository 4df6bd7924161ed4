package members

import (
	"strings"

	"anbar/app/base/names"
	"anbar/db"
)

// Find looks through the members of a space, of which there are never so many
// that an index of them would pay, and returns at most 20 whose name or address has the key in it.
func Find(v *db.View, space db.SpaceID, key string) ([]db.Member, error) {
	var found []db.Member
	for skip := 0; len(found) < maxFound; skip += searchBatch {
		some, _, err := v.MembersOf(space, "", db.Slice{Skip: skip, Limit: searchBatch})
		if err != nil {
			return nil, err
		}
		for _, m := range some {
			if len(found) < maxFound && (strings.Contains(m.Email, key) ||
				strings.Contains(names.SearchKey(m.FirstName+" "+m.LastName), key)) {
				found = append(found, m)
			}
		}
		if len(some) < searchBatch {
			break
		}
	}
	return found, nil
}

const searchBatch = 500
