package uploads

// The part size of SPEC: 5 MiB, growing in steps of 1 MiB until the parts are
// 1,000 at most.
const (
	chunkDefault = 5 << 20
	chunkStep    = 1 << 20
	chunkMax     = 1000
)

// chunkSize returns the size of the parts of a file of that size. A limit makes
// them smaller, in whole steps, however many they then are.
func chunkSize(size, limit int64) int64 {
	chunk := int64(chunkDefault)
	if size > chunk*chunkMax {
		chunk = (size + chunkMax - 1) / chunkMax
		chunk = (chunk + chunkStep - 1) / chunkStep * chunkStep
	}
	if limit > 0 {
		chunk = min(chunk, limit/chunkStep*chunkStep)
	}
	return chunk
}

// chunkCount returns how many parts there are; an empty file has one.
func chunkCount(size, chunk int64) int {
	return int(max(1, (size+chunk-1)/chunk))
}
