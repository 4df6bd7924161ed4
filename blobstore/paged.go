package blobstore

const pageLen = 64

// pagedList is a list whose memory grows with what was put into it, not with its length: an upload may be announced large and
// never come. What was not put is the zero value.
type pagedList[T any] struct {
	n     int
	pages []*[pageLen]T
}

func newPagedList[T any](n int) pagedList[T] {
	return pagedList[T]{n, make([]*[pageLen]T, (n+pageLen-1)/pageLen)}
}

func (p *pagedList[T]) len() int { return p.n }

func (p *pagedList[T]) get(i int) (v T) {
	if page := p.pages[i/pageLen]; page != nil {
		v = page[i%pageLen]
	}
	return v
}

func (p *pagedList[T]) set(i int, v T) {
	page := &p.pages[i/pageLen]
	if *page == nil {
		*page = new([pageLen]T)
	}
	(*page)[i%pageLen] = v
}

func (p *pagedList[T]) clear() { clear(p.pages) }

func (p *pagedList[T]) list() []T {
	all := make([]T, 0, p.n)
	for i := range p.n {
		all = append(all, p.get(i))
	}
	return all
}
