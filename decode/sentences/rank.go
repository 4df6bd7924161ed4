package sentences

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// weights are how much each sign counts beside the rank of a sentence, which is 1 for the most central one.
var weights = struct {
	money, percent, date, duration, number, decision, result, summary, leaning, noise, question, colon float64
	first, firstOfSection, title, short, long, rich, many, reason, central, similar, section           float64
}{
	money: 0.65, percent: 1.1, date: 0.75, duration: 0.25, number: 0.15, decision: 0.9, result: 0.1, summary: 0.75,
	leaning: -0.3, noise: -2.5, question: -0.6, colon: -0.5,
	first: 0.15, firstOfSection: 0.2, title: 0.25, short: -0.8, long: -0.3,
	rich: 0.4, many: 0.1, reason: 0.1, central: 1, similar: 1.2, section: 0.3,
}

const (
	minWords      = 4  // of a sentence that can stand alone, without stop words
	richWords     = 12 // of one that can tell more than one thing
	manyWords     = 40 // of one that is too long to read in a list
	minShown      = 3  // sentences that are shown, if there are as many, even when one says far more than the others
	maxRanked     = 1500
	commonShare   = 5 // a word that stands in more than one of so many sentences makes no two alike
	minSimilarity = 0.1
	damping       = 0.85
	minWorth      = 0.3 // of the best sentence: what tells less is left out
	rounds        = 20
)

// chooseSentences returns the sentences that say most, in the order of the document.
func chooseSentences(all []*candidate, n int) []Sentence {
	if len(all) == 0 {
		return []Sentence{}
	}
	n = min(n, (len(all)+2)/3)
	for i, c := range all {
		c.features = scoreCues(c) + scorePlace(c, i)
	}
	computeVectors(all)
	if len(all) > maxRanked { // the most telling ones compete
		slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.features, a.features) })
		all = all[:maxRanked]
	}
	for i, central := range computeLexRank(all) {
		all[i].score = all[i].features + weights.central*central
	}
	chosen := selectDiverse(all, n)
	slices.SortFunc(chosen, func(a, b *candidate) int { return cmp.Compare(a.order, b.order) })
	found := []Sentence{}
	for _, c := range chosen {
		c.Text = shorten(c.Text)
		found = append(found, c.Sentence)
	}
	return found
}

// scorePlace weighs where a sentence stands, and its length.
func scorePlace(c *candidate, i int) float64 {
	w := 0.0
	if i < 3 {
		w += weights.first
	}
	if c.index == 0 && c.section > 0 {
		w += weights.firstOfSection
	}
	shared := 0
	for _, word := range c.words {
		if c.heading[word] {
			shared++
		}
	}
	w += weights.title * math.Min(1, float64(shared)/2)
	if len(c.words) < minWords {
		w += weights.short * float64(minWords-len(c.words))
	}
	w += weights.rich * math.Min(1, float64(len(c.words))/richWords)
	if len(c.words) > manyWords {
		w += weights.long * float64(len(c.words)-manyWords) / 10
	}
	return w
}

// term is a word with its weight in a sentence.
type term struct {
	id     int
	weight float64
}

// computeVectors weighs the words of each sentence by how few sentences have them; each vector has the length 1.
func computeVectors(all []*candidate) {
	ids, in := map[string]int{}, map[int]int{}
	for _, c := range all {
		counts := countTerms(c.words, ids)
		for id := range counts {
			in[id]++
		}
		c.vector = make([]term, 0, len(counts))
		for _, id := range slices.Sorted(maps.Keys(counts)) { // in one order, for one result
			c.vector = append(c.vector, term{id, 1 + math.Log(float64(counts[id]))})
		}
	}
	for _, c := range all {
		for i := range c.vector {
			t := &c.vector[i]
			t.weight *= math.Log(1 + float64(len(all))/float64(in[t.id]))
		}
		normalize(c.vector)
	}
}

// countTerms counts words by their ids. A word without one gets the next.
func countTerms(words []string, ids map[string]int) map[int]int {
	counts := map[int]int{}
	for _, w := range words {
		id, known := ids[w]
		if !known {
			id = len(ids)
			ids[w] = id
		}
		counts[id]++
	}
	return counts
}

// normalize gives a vector the length 1.
func normalize(vector []term) {
	length := 0.0
	for _, t := range vector {
		length += t.weight * t.weight
	}
	for i := range vector {
		vector[i].weight /= math.Sqrt(length)
	}
}

// edge leads from a sentence to one that is like it.
type edge struct {
	to     int
	weight float64
}

// occurrence is a sentence that has a word, with the weight of the word there.
type occurrence struct {
	sentence int
	weight   float64
}

// computeLexRank returns how central each sentence is among those that are like it: 1 for the most central one.
func computeLexRank(all []*candidate) []float64 {
	edges := findSimilar(all)
	rank := slices.Repeat([]float64{1}, len(all))
	sums := make([]float64, len(all))
	for i, list := range edges {
		for _, e := range list {
			sums[i] += e.weight
		}
	}
	for range rounds {
		rank = propagateRank(rank, edges, sums)
	}
	if top := slices.Max(rank); top > 0 {
		for i := range rank {
			rank[i] /= top
		}
	}
	return rank
}

// propagateRank has each sentence pass its rank on to those that are like it.
func propagateRank(rank []float64, edges [][]edge, sums []float64) []float64 {
	next := make([]float64, len(rank))
	for i := range next {
		next[i] += 1 - damping
		for _, e := range edges[i] {
			next[e.to] += damping * rank[i] * e.weight / sums[i]
		}
	}
	return next
}

// findSimilar returns for each sentence those that are like it.
func findSimilar(all []*candidate) [][]edge {
	with := indexByWord(all)
	common := max(20, len(all)/commonShare)
	edges := make([][]edge, len(all))
	sums := make([]float64, len(all))
	for i, c := range all {
		clear(sums)
		for _, t := range c.vector {
			if len(with[t.id]) > common {
				continue
			}
			for _, p := range with[t.id] {
				sums[p.sentence] += t.weight * p.weight
			}
		}
		for j, s := range sums {
			if j != i && s >= minSimilarity {
				edges[i] = append(edges[i], edge{j, s})
			}
		}
	}
	return edges
}

// indexByWord returns the occurrences of each word.
func indexByWord(all []*candidate) map[int][]occurrence {
	with := map[int][]occurrence{}
	for i, c := range all {
		for _, t := range c.vector {
			with[t.id] = append(with[t.id], occurrence{i, t.weight})
		}
	}
	return with
}

// selectDiverse takes the best sentence again and again, each time weighing down those that are like the taken ones or stand
// below the same heading.
func selectDiverse(all []*candidate, n int) []*candidate {
	var chosen []*candidate
	taken := map[*candidate]bool{}
	for len(chosen) < n {
		var best *candidate
		top := 0.0
		for _, c := range all {
			if taken[c] || isNoise(c) {
				continue
			}
			score := c.scoreBeside(chosen)
			if best == nil || score > top {
				best, top = c, score
			}
		}
		if best == nil || len(chosen) >= minShown && top < minWorth*chosen[0].score {
			break
		}
		taken[best] = true
		chosen = append(chosen, best)
	}
	return chosen
}

// scoreBeside returns the score of a sentence when others are taken.
func (c *candidate) scoreBeside(taken []*candidate) float64 {
	score := c.score
	like := 0.0
	for _, other := range taken {
		like = math.Max(like, cosine(c, other))
		if c.section > 0 && c.section == other.section {
			score -= weights.section
		}
	}
	return score - weights.similar*like
}

// isNoise reports whether a sentence is never shown: thanks, greetings, and what holds hardly a word.
func isNoise(c *candidate) bool { return len(c.words) < 2 || c.features <= weights.noise/2 }

func cosine(a, b *candidate) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a.vector) && j < len(b.vector); {
		switch x, y := a.vector[i], b.vector[j]; {
		case x.id < y.id:
			i++
		case x.id > y.id:
			j++
		default:
			sum += x.weight * y.weight
			i, j = i+1, j+1
		}
	}
	return sum
}
