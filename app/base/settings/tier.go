package settings

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
)

const (
	defaultCache = 1 << 30
	minCache     = 64 << 20
	maxCache     = 1 << 50
	maxDays      = 3650
	maxPrice     = 1e9
	maxCurrency  = 12 // characters
)

// Group returns the values as they are stored.
func (t TierValues) Group() Group {
	return Group{Days: &t.Days, Cache: &t.Cache, StoredPrice: &t.StoredPrice, ReadPrice: &t.ReadPrice, Currency: t.Currency}
}

// validateTier refuses values of the tier that make no sense. Fields of other groups are dropped.
func validateTier(s *Group, wrong *fault.Fields) {
	*s = Group{Days: s.Days, Cache: s.Cache, StoredPrice: s.StoredPrice, ReadPrice: s.ReadPrice, Currency: strings.TrimSpace(s.Currency)}
	if s.Days == nil || *s.Days < 0 || *s.Days > maxDays {
		wrong.Add("days", fault.InvalidValue)
	}
	if s.Cache == nil || *s.Cache < minCache || *s.Cache > maxCache {
		wrong.Add("cache", fault.InvalidValue)
	}
	for field, price := range map[string]*float64{"stored_price": s.StoredPrice, "read_price": s.ReadPrice} {
		if price == nil || !(*price >= 0 && *price <= maxPrice) {
			wrong.Add(field, fault.InvalidValue)
		}
	}
	if utf8.RuneCountInString(s.Currency) > maxCurrency {
		wrong.Add("currency", fault.TooLong)
	} else if strings.ContainsFunc(s.Currency, func(r rune) bool { return !unicode.IsGraphic(r) }) || !utf8.ValidString(s.Currency) {
		wrong.Add("currency", fault.InvalidValue)
	}
}
