package api

import "anbar/app/base/panics"

// RunDetached runs fn on a goroutine of its own and waits for it: database calls need a deep stack, which a connection
// that stays open for hours would keep. A panic of fn becomes an error, so that it ends one connection, as it does in a request.
func RunDetached(fn func() error) error {
	done := make(chan error, 1)
	go func() { done <- panics.Catch(fn) }()
	return <-done
}
