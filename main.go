// Anbar is a cloud drive for teams that runs on a machine of their own.
package main

import (
	"os"

	"anbar/cli"
	"anbar/decode/child"
)

func main() {
	child.Main() // does not return in a process that decodes
	os.Exit(cli.Run(os.Args[1:]))
}
