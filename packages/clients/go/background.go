package latchkey

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"
)

const (
	defaultEvery      = 10 * time.Minute
	shortestHeartbeat = 5 * time.Second
	// afterNoAnswer is the wait after a heartbeat without an answer.
	afterNoAnswer = 30 * time.Second
)

// Refreshing says how [Client.KeepFresh] works.
type Refreshing struct {
	// Every is how long to wait between refreshes: 10 minutes if it is zero.
	Every time.Duration
	// OnRefresh is called after each refresh.
	OnRefresh func(Refreshed)
	// OnError is called if the storage fails, also with [Refreshed.NotStored]. The next refresh is tried nevertheless.
	OnError func(error)
}

// KeepFresh refreshes now and from then on, until the context ends, and returns why it did: `go license.KeepFresh(ctx, …)`.
func (c *Client) KeepFresh(ctx context.Context, refreshing Refreshing) error {
	every := refreshing.Every
	if every == 0 {
		every = defaultEvery
	}
	for {
		refreshed, err := c.Refresh(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil && refreshing.OnRefresh != nil {
			refreshing.OnRefresh(refreshed)
		}
		if failed := cmp.Or(err, refreshed.NotStored); failed != nil && refreshing.OnError != nil {
			refreshing.OnError(failed)
		}
		if err := c.pause(ctx, every); err != nil {
			return err
		}
	}
}

// KeepCheckedOut sends heartbeats so that two in a row may be lost, until the context ends or the check-out is refused, and returns why it
// ended: `go license.KeepCheckedOut(ctx, nil)`. onHeartbeat, if any, is called after each one, with how long the check-out lasts, or an error.
func (c *Client) KeepCheckedOut(ctx context.Context, onHeartbeat func(lasts time.Duration, err error)) error {
	for {
		lasts, err := c.Heartbeat(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if onHeartbeat != nil {
			onHeartbeat(lasts, err)
		}
		if err == ErrNotActivated || refusalOf(err) != nil {
			return err
		}
		wait := afterNoAnswer
		if err == nil {
			wait = max(shortestHeartbeat, lasts/3)
		}
		if err := c.pause(ctx, wait); err != nil {
			return err
		}
	}
}

// pause waits a tenth more or less, so that applications do not all come at once.
func (c *Client) pause(ctx context.Context, wait time.Duration) error {
	return c.transport.sleep(ctx, wait*9/10+rand.N(wait/5+1))
}
