package latchkey

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

const (
	defaultTimeout  = 30 * time.Second
	longestAttempt  = 10 * time.Second
	defaultAttempts = 4
	firstWait       = 500 * time.Millisecond
	longestWait     = 20 * time.Second
	maxAnswer       = 1024 * 1024
	proxyStops      = "The proxy does not let the request pass"
)

// Version is that of the library.
const Version = "0.1.0"

const userAgent = "latchkey-go/" + Version + " (" + runtime.Compiler + "; " + runtime.GOOS + "-" + runtime.GOARCH + ")"

var secondsForm = regexp.MustCompile(`^[0-9]{1,9}$`)

// answer is a response of the service, whatever its status.
type answer struct {
	status  int
	headers http.Header
	text    string
}

type outgoing struct {
	method  string
	url     string
	headers map[string]string
	body    string
}

// transport sends requests, and repeats what failed for a reason that passes: with waits that double and are random, so that applications
// do not all come back at once, and never before Retry-After. The caller sees to it that a repeated request does nothing twice.
type transport struct {
	client   http.Client
	timeout  time.Duration
	attempts int
	sleep    func(context.Context, time.Duration) error
	logger   *slog.Logger
}

func newTransport(options Options) *transport {
	made := &transport{timeout: options.Timeout, attempts: options.Attempts, sleep: options.Sleep, logger: options.Logger}
	if options.HTTPClient != nil {
		made.client = *options.HTTPClient
	}
	made.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if made.timeout == 0 {
		made.timeout = defaultTimeout
	}
	if made.attempts == 0 {
		made.attempts = defaultAttempts
	}
	if made.sleep == nil {
		made.sleep = sleep
	}
	return made
}

// call is a call of the application: one time limit for all of its requests, their repeats and the waits between them.
type call struct {
	limit time.Duration
	spent time.Duration
}

func (c *call) left() time.Duration { return max(0, c.limit-c.spent) }

type callKey struct{}

// begin is what an operation of the application begins with: requests with this context share its time limit.
func (t *transport) begin(ctx context.Context) (context.Context, *call) {
	begun := &call{limit: t.timeout}
	return context.WithValue(ctx, callKey{}, begun), begun
}

// send returns an [*UnavailableError], or the error of the context if that has ended.
func (t *transport) send(ctx context.Context, request outgoing) (*answer, error) {
	call, isBegun := ctx.Value(callKey{}).(*call)
	if !isBegun {
		ctx, call = t.begin(ctx)
	}
	for attempt := 1; ; attempt++ {
		answered, err := t.attempt(ctx, request, call)
		t.log(ctx, request, attempt, answered, err)
		if err == nil {
			return answered, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		wait, isWorthwhile := waitAfter(attempt, err)
		if attempt >= t.attempts || !isWorthwhile || wait >= call.left() {
			return nil, err
		}
		if err := t.sleep(ctx, wait); err != nil {
			return nil, err
		}
		call.spent += wait
	}
}

func (t *transport) log(ctx context.Context, request outgoing, attempt int, answered *answer, err error) {
	if t.logger == nil {
		return
	}
	level, outcome := slog.LevelInfo, slog.Any("error", err)
	if err == nil {
		level, outcome = slog.LevelDebug, slog.Int("status", answered.status)
	}
	about := []slog.Attr{slog.String("method", request.method), slog.String("url", request.url), slog.Int("attempt", attempt), outcome}
	t.logger.LogAttrs(ctx, level, "latchkey request", about...)
}

func (t *transport) attempt(ctx context.Context, outgoing outgoing, call *call) (*answer, error) {
	limit, started := min(longestAttempt, call.left()), time.Now()
	defer func() { call.spent += min(limit, time.Since(started)) }()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, outgoing.method, outgoing.url, strings.NewReader(outgoing.body))
	if err != nil {
		return nil, &UnavailableError{Reason: "network", Detail: err.Error()}
	}
	request.Header.Set("User-Agent", userAgent)
	for name, value := range outgoing.headers {
		request.Header.Set(name, value)
	}
	response, err := t.client.Do(request)
	if err != nil {
		return nil, unavailable(err, request.URL.Host, limit)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, unavailable(err, request.URL.Host, limit)
	}
	if len(content) > maxAnswer {
		return nil, &UnavailableError{Reason: "not_the_service", Detail: "The response is too long."}
	}
	if response.StatusCode == http.StatusProxyAuthRequired {
		return nil, &UnavailableError{Reason: "not_the_service", Detail: proxyStops + " (407: it asks for a sign-in)."}
	}
	retryAfter := secondsOf(response.Header.Get("Retry-After"))
	if response.StatusCode == http.StatusTooManyRequests {
		return nil, &UnavailableError{Reason: "rate_limited", Detail: "Too many requests.", RetryAfter: retryAfter}
	}
	if response.StatusCode >= 500 || response.StatusCode == http.StatusRequestTimeout {
		detail := fmt.Sprintf("The service answered %d.", response.StatusCode)
		return nil, &UnavailableError{Reason: "server_error", Detail: detail, RetryAfter: retryAfter}
	}
	return &answer{response.StatusCode, response.Header, string(content)}, nil
}

func unavailable(err error, host string, limit time.Duration) error {
	var failure net.Error
	if errors.As(err, &failure) && failure.Timeout() {
		return &UnavailableError{Reason: "timeout", Detail: fmt.Sprintf("No response within %s.", limit)}
	}
	return &UnavailableError{Reason: "network", Detail: networkDetail(err, host)}
}

// networkDetail says why there is no connection, in words that tell people what to do, and with what Go says.
func networkDetail(err error, host string) string {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	said := err.Error()
	var operation *net.OpError
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	cause := "No connection to " + host
	switch {
	case errors.As(err, &operation) && operation.Op == "proxyconnect", strings.Contains(said, "Proxy Authentication Required"):
		cause = proxyStops
	case errors.As(err, &certificate):
		cause = "Certificate of " + host + " not trusted"
	case errors.As(err, &name):
		cause = "No such host: " + host
	case strings.Contains(said, "refused"):
		cause = "Connection refused by " + host
	case strings.Contains(said, "unreachable"), strings.Contains(said, "no route"):
		cause = "No way to " + host + ": a proxy may be needed"
	}
	return fmt.Sprintf("%s (%s).", cause, said[:min(len(said), maxDetail)])
}

// waitAfter says how long to wait, and false if that is pointless: the response will be the same, or the service wants to be left alone for
// long.
func waitAfter(attempt int, err error) (time.Duration, bool) {
	var unavailable *UnavailableError
	if !errors.As(err, &unavailable) || unavailable.Reason == "not_the_service" || unavailable.RetryAfter > longestWait {
		return 0, false
	}
	most := min(longestWait, time.Duration(float64(firstWait)*math.Pow(2, float64(attempt-1))))
	return unavailable.RetryAfter + rand.N(most), true
}

// secondsOf reads Retry-After: a number of seconds or a date.
func secondsOf(header string) time.Duration {
	if secondsForm.MatchString(header) {
		seconds, _ := strconv.Atoi(header)
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0
	}
	return max(0, time.Until(at).Round(time.Second))
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
