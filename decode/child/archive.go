package child

import (
	"bufio"
	"encoding/binary"
	"encoding/json"

	"anbar/decode"
	"anbar/decode/source"
	"anbar/decode/unpack"
)

// runArchiveJob lists an archive, or unpacks what is wanted of it.
func (d *decoder) runArchiveJob(src *source.Source, j decode.Job) ([]byte, error) {
	out := bufio.NewWriterSize(pieceWriter{d.out}, decode.BlockSize)
	if j.Work == decode.Unpack {
		return nil, unpackInto(out, src, j.Args)
	}
	return listInto(out, src, j.Args)
}

func unpackInto(out *bufio.Writer, src *source.Source, args []byte) error {
	var want unpack.Selection
	if err := json.Unmarshal(args, &want); err != nil {
		return err
	}
	if err := unpack.Extract(src, want, out); err != nil {
		return err
	}
	return out.Flush()
}

// listInto writes the entries of an archive and returns its facts.
func listInto(out *bufio.Writer, src *source.Source, args []byte) ([]byte, error) {
	var bounds unpack.Bounds
	if err := json.Unmarshal(args, &bounds); err != nil {
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
