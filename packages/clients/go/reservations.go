package latchkey

import (
	"context"
	"time"
)

// UsageReservations keeps units of usage for work that may fail (docs/licensing/reservations.md). The answers are not signed. Each is done
// once, however often the request has to be repeated.
type UsageReservations struct{ client *Client }

// Usage is the usage of the license key after an operation.
type Usage struct {
	Usage int64
	// LimitUsage is nil if there is no limit.
	LimitUsage *int64
	// ReservedUnits are what all open reservations of the key hold.
	ReservedUnits int64
}

// Reservation is what a reservation holds until it is committed, released or over.
type Reservation struct {
	Usage
	ID        string
	ExpiresAt time.Time
}

// Reserve keeps units of the usage of the license key for this application, for a time in whole seconds; zero leaves that to the service.
func (r *UsageReservations) Reserve(ctx context.Context, units int, ttl time.Duration) (*Reservation, error) {
	fields := object{"units": units}
	if ttl != 0 {
		fields["ttl_seconds"] = int64(ttl / time.Second)
	}
	body, usage, err := r.settle(ctx, "reservations", fields)
	if err != nil {
		return nil, err
	}
	id, isText := body["id"].(string)
	expiresAt, isTime := timeOf(body["expires_at"])
	if !isText || !isTime {
		return nil, untrusted("malformed")
	}
	return &Reservation{*usage, id, expiresAt}, nil
}

// Commit uses the units of a reservation.
func (r *UsageReservations) Commit(ctx context.Context, id string) (*Usage, error) {
	_, usage, err := r.settle(ctx, "reservations/"+id+"/commit", object{})
	return usage, err
}

// CommitUnits uses some of the units of a reservation; the others are free again.
func (r *UsageReservations) CommitUnits(ctx context.Context, id string, units int) (*Usage, error) {
	_, usage, err := r.settle(ctx, "reservations/"+id+"/commit", object{"units": units})
	return usage, err
}

// Release gives the units of a reservation back.
func (r *UsageReservations) Release(ctx context.Context, id string) error {
	_, err := r.call(ctx, "reservations/"+id+"/release", object{})
	return err
}

func (r *UsageReservations) settle(ctx context.Context, operation string, fields object) (object, *Usage, error) {
	body, err := r.call(ctx, operation, fields)
	if err != nil {
		return nil, nil, err
	}
	used, hasUsage := integerOf(body["usage"])
	reserved, hasReserved := integerOf(body["reserved_units"])
	limit, hasLimit := integerOf(body["limit_usage"])
	if !hasUsage || !hasReserved || !hasLimit && body["limit_usage"] != nil {
		return nil, nil, untrusted("malformed")
	}
	usage := &Usage{Usage: used, ReservedUnits: reserved}
	if hasLimit {
		usage.LimitUsage = &limit
	}
	return body, usage, nil
}

func (r *UsageReservations) call(ctx context.Context, operation string, fields object) (object, error) {
	body, _, err := r.client.presentedKey()
	if err != nil {
		return nil, err
	}
	for name, value := range fields {
		body[name] = value
	}
	idempotencyKey, err := newUUID()
	if err != nil {
		return nil, err
	}
	return r.client.service.call(ctx, operation, body, map[string]string{"Idempotency-Key": idempotencyKey})
}
