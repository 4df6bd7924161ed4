package blobstore

import "sync"

// walks counts the backups that are reading objects. Meanwhile no file goes away.
type walks struct {
	mu sync.RWMutex
}
