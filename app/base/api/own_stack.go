package api

import "anbar/app/base/panics"

// RunOnOwnStack runs fn on a goroutine of its own and returns when it has ended: database calls need a deep stack, which
// the goroutine of a connection that is open for hours would not give back. A panic of fn becomes an error, so that it
// ends one connection, as it does in a request.
func RunOnOwnStack(fn func() error) error {
	done := make(chan error, 1)
	go func() { done <- panics.Catch(fn) }()
	return <-done
}
