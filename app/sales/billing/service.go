package billing

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/app/sales/plans"
	"anbar/blobstore"
	"anbar/db"
)

// Options are what billing needs.
type Options struct {
	DB    *db.DB
	Blobs *blobstore.Store // of receipts; nil in the shell
	Audit *audit.Log
	Vault *plans.Vault  // the secrets of payment providers
	URL   func() string // mails and payment providers lead to the pages of the product there
	Log   *slog.Logger
}

// Service is the billing of one appliance.
type Service struct {
	db    *db.DB
	blobs *blobstore.Store
	audit *audit.Log
	vault *plans.Vault
	url   func() string
	codes *limits.Limiter // tries of discount codes
	sends *limits.Limiter // receipts, and payments that begin
	log   *slog.Logger

	returns    *limits.Limiter // payers who come back from a provider, by address
	hooks      *limits.Limiter // webhooks, by address
	pollRounds atomic.Uint64   // of the job that asks about payments

	mu        sync.Mutex
	refunding map[string]bool // invoices that a provider is asked to give back
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		db: o.DB, blobs: o.Blobs, audit: o.Audit, vault: o.Vault, url: o.URL, log: o.Log,
		codes: limits.NewLimiter(time.Minute, 10), sends: limits.NewLimiter(time.Minute, 6),
		returns: limits.NewLimiter(time.Minute, 30), hooks: limits.NewLimiter(limits.WebhookPause, limits.Webhooks),
		refunding: map[string]bool{},
	}
}
