//go:build soak

package main

import "time"

const (
	kills = 200
	siege = 10 * time.Minute
)
