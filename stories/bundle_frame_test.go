package stories

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
)

// writeFrame appends one file to a bundle, as the API's document describes it.
func writeFrame(b *bytes.Buffer, header map[string]any, content []byte) {
	h, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(h))))
	b.Write(h)
	b.Write(content)
}
