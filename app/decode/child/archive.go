package child

import (
	"bufio"
	"encoding/binary"
	"encoding/json"

	"anbar/app/decode"
	"anbar/app/decode/source"
	"anbar/app/decode/unpack"
)

// archive lists an archive, or unpacks what is wanted of it.
func (d *decoder) archive(src *source.Source, j decode.Job) ([]byte, error) {
	out := bufio.NewWriterSize(pieces{d.out}, decode.Together)
	if j.Work == decode.Unpack {
		var want unpack.Want
		if err := json.Unmarshal(j.Args, &want); err != nil {
			return nil, err
		}
		if err := unpack.Read(src, want, out); err != nil {
			return nil, err
		}
		return nil, out.Flush()
	}
	var bounds unpack.Bounds
	if err := json.Unmarshal(j.Args, &bounds); err != nil {
		return nil, err
	}
	facts, err := unpack.List(src, bounds, func(e *unpack.Entry) error {
		b, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if _, err := out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(b)))); err != nil {
			return err
		}
		_, err = out.Write(b)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	return json.Marshal(facts)
}
