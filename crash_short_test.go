//go:build !soak

package main

import "time"

// How long the tests of kills and attacks are; `make soak` does far more.
const (
	kills = 10
	siege = 10 * time.Second
)
