package stories

import (
	"encoding/binary"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// recipe writes the body of a recipe: OFFSET+LENGTH copies out of the base version, any other word is a file that comes whole.
func (s *story) recipe(ts *testscript.TestScript, args []string) error {
	var body []byte
	for _, word := range args[1:] {
		from, length, isCopy := strings.Cut(word, "+")
		if !isCopy {
			content := ts.ReadFile(word)
			body = append(binary.LittleEndian.AppendUint32(append(body, 2), uint32(len(content))), content...)
			continue
		}
		offset, err := strconv.ParseUint(from, 10, 64)
		n, nerr := strconv.ParseUint(length, 10, 32)
		if err := firstOf(err, nerr); err != nil {
			return err
		}
		body = binary.LittleEndian.AppendUint64(append(body, 1), offset)
		body = binary.LittleEndian.AppendUint32(body, uint32(n))
	}
	return os.WriteFile(ts.MkAbs(args[0]), body, 0o600)
}
