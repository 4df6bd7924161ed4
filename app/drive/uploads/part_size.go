package uploads

// Parts have 5 MiB, and more in steps of 1 MiB where there would be over 1,000 of them.
const (
	partDefault = 5 << 20
	partStep    = 1 << 20
	maxParts    = 1000
)

// partSize returns the size of the parts of a file of that size. A limit makes
// them smaller, in whole steps, however many they then are.
func partSize(size, limit int64) int64 {
	part := int64(partDefault)
	if size > part*maxParts {
		part = (size + maxParts - 1) / maxParts
		part = (part + partStep - 1) / partStep * partStep
	}
	if limit > 0 {
		part = min(part, limit/partStep*partStep)
	}
	return part
}

// partCount returns how many parts there are; an empty file has one.
func partCount(size, part int64) int {
	return int(max(1, (size+part-1)/part))
}
