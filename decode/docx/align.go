package docx

import "slices"

// pair is a place in one list and its place in another one.
type pair struct{ a, b int }

// align pairs equal entries of two lists, in order: those at both ends, those that are unique in both, and in the gaps
// between them the longest common part, as far as a gap is small.
func align(a, b []uint64) []pair {
	var out []pair
	alignRange(a, b, 0, 0, &out, 0)
	return out
}

const (
	maxLCSCells   = 1 << 16 // cells of a table
	maxAlignDepth = 40
)

func alignRange(a, b []uint64, fromA, fromB int, out *[]pair, nest int) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		*out = append(*out, pair{fromA, fromB})
		a, b, fromA, fromB = a[1:], b[1:], fromA+1, fromB+1
	}
	tail := 0
	for tail < len(a) && tail < len(b) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	endA, endB := fromA+len(a)-tail, fromB+len(b)-tail
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	switch {
	case len(a) == 0 || len(b) == 0:
	case len(a)*len(b) <= maxLCSCells:
		alignLCS(a, b, fromA, fromB, out)
	case nest < maxAlignDepth:
		alignByUniques(a, b, fromA, fromB, out, nest)
	}
	for i := range tail {
		*out = append(*out, pair{endA + i, endB + i})
	}
}

// alignByUniques pairs entries that are unique in both lists, and aligns what lies between them.
func alignByUniques(a, b []uint64, fromA, fromB int, out *[]pair, nest int) {
	uniques := longestIncreasing(pairUniques(a, b))
	if len(uniques) == 0 {
		return
	}
	lastA, lastB := 0, 0
	for _, m := range uniques {
		alignRange(a[lastA:m.a], b[lastB:m.b], fromA+lastA, fromB+lastB, out, nest+1)
		*out = append(*out, pair{fromA + m.a, fromB + m.b})
		lastA, lastB = m.a+1, m.b+1
	}
	alignRange(a[lastA:], b[lastB:], fromA+lastA, fromB+lastB, out, nest+1)
}

// pairUniques are the entries that each list has once, in the order of the first.
func pairUniques(a, b []uint64) []pair {
	type seen struct{ a, b, at int }
	count := map[uint64]*seen{}
	of := func(v uint64) *seen {
		if count[v] == nil {
			count[v] = &seen{}
		}
		return count[v]
	}
	for _, v := range a {
		of(v).a++
	}
	for i, v := range b {
		s := of(v)
		s.b, s.at = s.b+1, i
	}
	var out []pair
	for i, v := range a {
		if s := count[v]; s.a == 1 && s.b == 1 {
			out = append(out, pair{i, s.at})
		}
	}
	return out
}

// longestIncreasing returns the longest part of pairs in which both places rise.
func longestIncreasing(pairs []pair) []pair {
	var piles []int // the last pair of the best row of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(piles, p.b, func(pile, b int) int { return pairs[pile].b - b })
		before[i] = -1
		if at > 0 {
			before[i] = piles[at-1]
		}
		if at == len(piles) {
			piles = append(piles, i)
		} else {
			piles[at] = i
		}
	}
	if len(piles) == 0 {
		return nil
	}
	var out []pair
	for i := piles[len(piles)-1]; i >= 0; i = before[i] {
		out = append(out, pairs[i])
	}
	slices.Reverse(out)
	return out
}

// alignLCS pairs the longest common part of two short lists.
func alignLCS(a, b []uint64, fromA, fromB int, out *[]pair) {
	alignByScore(len(a), len(b), func(i, j int) int {
		if a[i] == b[j] {
			return 1
		}
		return 0
	}, func(i, j int) { *out = append(*out, pair{fromA + i, fromB + j}) })
}

// alignByScore pairs two short lists so that the sum of the scores is the largest; pairs that score 0 are none.
func alignByScore(n, m int, score func(i, j int) int, emit func(i, j int)) {
	width := m + 1
	sum := scoreTable(n, m, score)
	for i, j := 0, 0; i < n && j < m; {
		here := sum[i*width+j]
		s := score(i, j)
		switch {
		case s > 0 && here == s+sum[(i+1)*width+j+1]:
			emit(i, j)
			i, j = i+1, j+1
		case here == sum[(i+1)*width+j]:
			i++
		default:
			j++
		}
	}
}

// scoreTable returns the largest sum of what is left of the lists from each two places on, a row for each place in the
// first list.
func scoreTable(n, m int, score func(i, j int) int) []int {
	width := m + 1
	sum := make([]int, (n+1)*width)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			most := max(sum[(i+1)*width+j], sum[i*width+j+1])
			if s := score(i, j); s > 0 {
				most = max(most, s+sum[(i+1)*width+j+1])
			}
			sum[i*width+j] = most
		}
	}
	return sum
}
