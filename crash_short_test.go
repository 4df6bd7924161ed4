//go:build !soak

package main

import "time"

// How long the tests of kills and attacks are; `make soak` does far more.
const (
	kills    = 10
	siege    = 10 * time.Second
	besieged = 6 * time.Second  // histories are made
	roundOf  = 2 * time.Second  // one is
	patience = 20 * time.Second // for judging one
)
