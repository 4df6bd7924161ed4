package app

import (
	"fmt"
	"os"

	"anbar/config"
)

// checkNoStandby refuses a data directory that has nothing but what a standby keeps there: a database would keep it from being promoted.
func checkNoStandby(s config.Storage) error {
	if _, err := os.Stat(s.Database()); err == nil {
		return nil
	}
	if _, err := os.Stat(standbyStatePath(s)); err != nil {
		return nil
	}
	return fmt.Errorf("%s is the data directory of a standby: \"anbar promote\" makes it that of a drive of its own", s.Data)
}
