package config

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ReadFile returns the settings that a configuration file holds, by their names. Their values are not looked at.
func ReadFile(path string) (values map[string]string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return readLines(f)
}

// readLines reads lines of "name = value".
func readLines(r io.Reader) (map[string]string, error) {
	values := map[string]string{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("line %d is not \"name = value\"", n)
		}
		values[strings.TrimSpace(name)] = strings.Trim(strings.TrimSpace(value), `"`)
	}
	return values, lines.Err()
}
