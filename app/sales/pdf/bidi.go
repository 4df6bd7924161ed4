package pdf

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// resolveLevels returns the embedding level of each unit by the Unicode bidirectional algorithm.
// A line here is a paragraph without explicit directions, so the levels are 0 to 2.
func resolveLevels(all []unit, rtl bool) []int {
	base := 0
	side := bidi.L
	if rtl {
		base, side = 1, bidi.R
	}
	classes := make([]bidi.Class, len(all))
	for i := range all {
		classes[i] = all[i].class
	}
	resolveWeak(classes, side)
	resolveNeutral(classes, side)
	levels := make([]int, len(all))
	for i, c := range classes {
		levels[i] = resolveLevel(c, base)
	}
	return levels
}

// resolveLevel returns the level of a unit in a line of the level base: rules I1 and I2.
func resolveLevel(c bidi.Class, base int) int {
	switch c {
	case bidi.R:
		return 1
	case bidi.L:
		return 2 * base
	case bidi.EN, bidi.AN:
		return 2
	}
	return base
}

// resolveWeak resolves marks, digits and their separators: rules W1 to W7.
func resolveWeak(classes []bidi.Class, side bidi.Class) {
	before, strong := side, side
	for i, c := range classes { // W1, W2
		switch {
		case c == bidi.NSM || c == bidi.BN:
			classes[i] = before
		case c == bidi.L || c == bidi.R || c == bidi.AL:
			strong = c
		case c == bidi.EN && strong == bidi.AL:
			classes[i] = bidi.AN
		}
		before = classes[i]
	}
	for i, c := range classes { // W3, W4
		if c == bidi.AL {
			classes[i] = bidi.R
		}
		if i == 0 || i+1 == len(classes) || classes[i-1] != classes[i+1] {
			continue
		}
		if around := classes[i-1]; around == bidi.EN && (c == bidi.ES || c == bidi.CS) || around == bidi.AN && c == bidi.CS {
			classes[i] = around
		}
	}
	resolveTerminators(classes)
	strong = side
	for i, c := range classes { // W6, W7
		switch {
		case c == bidi.ES || c == bidi.ET || c == bidi.CS:
			classes[i] = bidi.ON
		case c == bidi.L || c == bidi.R:
			strong = c
		case c == bidi.EN && strong == bidi.L:
			classes[i] = bidi.L
		}
	}
}

// resolveTerminators gives signs of currencies and per cents to the number beside them: rule W5.
func resolveTerminators(classes []bidi.Class) {
	for i := 1; i < len(classes); i++ {
		if classes[i] == bidi.ET && classes[i-1] == bidi.EN {
			classes[i] = bidi.EN
		}
	}
	for i := len(classes) - 2; i >= 0; i-- {
		if classes[i] == bidi.ET && classes[i+1] == bidi.EN {
			classes[i] = bidi.EN
		}
	}
}

// resolveNeutral gives spaces and signs the direction of what surrounds them: rules N1 and N2.
func resolveNeutral(classes []bidi.Class, side bidi.Class) {
	for i := 0; i < len(classes); i++ {
		if isStrong(classes[i]) {
			continue
		}
		end := i
		for end < len(classes) && !isStrong(classes[end]) {
			end++
		}
		to := side
		if d := direction(classes, i-1, side); d == direction(classes, end, side) {
			to = d
		}
		for ; i < end; i++ {
			classes[i] = to
		}
	}
}

func isStrong(c bidi.Class) bool { return c == bidi.L || c == bidi.R || c == bidi.EN || c == bidi.AN }

// direction returns the direction of a strong unit; that of the line beyond its ends. A
// number counts as R.
func direction(classes []bidi.Class, i int, side bidi.Class) bidi.Class {
	switch {
	case i < 0 || i >= len(classes):
		return side
	case classes[i] == bidi.L:
		return bidi.L
	}
	return bidi.R
}

// toVisualOrder orders units as they are drawn, from left to right: rule L2. Brackets of text from
// right to left are mirrored (L4). Marks stay before their letter, so that copied text has them behind it.
func toVisualOrder(all []unit, rtl bool) []unit {
	at := resolveLevels(all, rtl)
	for i := range all {
		if m, ok := mirrors[all[i].form]; ok && at[i]%2 == 1 {
			all[i].form = m
		}
	}
	for level := 2; level > 0; level-- {
		for i := 0; i < len(all); i++ {
			end := i
			for end < len(all) && at[end] >= level {
				end++
			}
			slices.Reverse(all[i:end])
			slices.Reverse(at[i:end])
			i = max(i, end-1)
		}
	}
	return all
}
