// Anbar is a cloud drive for teams that runs on a machine of their own.
package main

import (
	"os"

	"anbar/app/decode/child"
	"anbar/cli"
)

func main() {
	child.Main() // does not return in a process that decodes
	os.Exit(cli.Run(os.Args[1:]))
}
