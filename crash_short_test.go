//go:build !soak

package main

// kills of TestKillLosesNothing; `make soak` has many more.
const kills = 10
