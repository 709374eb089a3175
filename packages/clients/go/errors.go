package latchkey

import (
	"errors"
	"fmt"
	"time"
)

// Error is what an operation returns if it did not do what it was asked for: a [*RefusedError], [*UnavailableError], [*UntrustedError] or
// [ErrNotActivated]. The license that is stored is what it was. Other errors are those of the storage and of a context that ended.
type Error interface {
	error
	// Outcome is "refused", "unavailable", "untrusted" or "not_activated".
	Outcome() string
}

// ErrNotActivated says that no license key is stored that could be presented.
var ErrNotActivated Error = notActivated{}

type notActivated struct{}

func (notActivated) Error() string   { return "no license key is activated" }
func (notActivated) Outcome() string { return "not_activated" }

// RefusedError is a refusal of the service. Refusals are not signed: they end no lease that is valid.
type RefusedError struct {
	// Code is the header License-Code of the service, such as "REVOKED"; "INVALID_REQUEST" if the request was malformed.
	Code   string
	Status int
	Detail string
	// RetryAt is when the same may be permitted, or zero if the service did not say so.
	RetryAt time.Time
	// ManageURL is, with ACTIVATION_LIMIT_REACHED, a page on which the customer signs in and removes a device. It is open for an hour.
	ManageURL string
}

func (e *RefusedError) Error() string   { return e.Code + ": " + e.Detail }
func (e *RefusedError) Outcome() string { return "refused" }

// UnavailableError says that there is no answer, after all attempts.
type UnavailableError struct {
	// Reason is "network", "timeout", "rate_limited", "server_error" or "not_the_service".
	Reason string
	Detail string
	// RetryAfter is when the service wants to be asked again, or zero if it did not say so.
	RetryAfter time.Duration
}

func (e *UnavailableError) Error() string   { return e.Reason + ": " + e.Detail }
func (e *UnavailableError) Outcome() string { return "unavailable" }

// UntrustedError says that something was answered, or is stored, that the service did not sign for this.
type UntrustedError struct {
	// Fault is what is wrong, such as "bad_signature", "wrong_nonce" or "expired".
	Fault string
}

func (e *UntrustedError) Error() string   { return fmt.Sprintf("not trusted: %s", e.Fault) }
func (e *UntrustedError) Outcome() string { return "untrusted" }

// NotStoredError says that the service has answered, and the storage failed. What it answered counts until the program ends.
type NotStoredError struct {
	Err error
}

func (e *NotStoredError) Error() string { return "not stored: " + e.Err.Error() }
func (e *NotStoredError) Unwrap() error { return e.Err }

func untrusted(fault string) error { return &UntrustedError{fault} }

func notTheService() error {
	return &UnavailableError{Reason: "not_the_service", Detail: "The response is not one of the service."}
}

// refusalOf returns the refusal that an error is, or nil.
func refusalOf(err error) *RefusedError {
	var refused *RefusedError
	errors.As(err, &refused)
	return refused
}

func isUnavailable(err error) bool {
	var unavailable *UnavailableError
	return errors.As(err, &unavailable)
}
