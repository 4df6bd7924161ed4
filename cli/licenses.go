package cli

import (
	"os"

	"anbar/packaging/licenses"
)

type printLicenses struct{}

// Run prints the licenses of everything that the program is made of.
func (printLicenses) Run() error { return licenses.Write(os.Stdout) }
