package latchkey

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// waits is a time that passes at once: it notes each wait, and ends the context at the last one.
type waits struct {
	noted  []time.Duration
	last   int
	cancel context.CancelFunc
}

func (w *waits) sleep(ctx context.Context, wait time.Duration) error {
	w.noted = append(w.noted, wait)
	if len(w.noted) == w.last {
		w.cancel()
	}
	return ctx.Err()
}

func waiting(last int) (context.Context, *waits) {
	ctx, cancel := context.WithCancel(context.Background())
	return ctx, &waits{last: last, cancel: cancel}
}

func (w *waits) areAbout(wait time.Duration) bool {
	for _, noted := range w.noted {
		if noted < wait*9/10 || noted > wait*11/10 {
			return false
		}
	}
	return len(w.noted) == w.last
}

// failingStorage fails to read once.
type failingStorage struct {
	Storage
	err error
}

func (s *failingStorage) Read(name string) (string, error) {
	err := s.err
	s.err = nil
	if err != nil {
		return "", err
	}
	return s.Storage.Read(name)
}

func TestKeepFreshTellsWhatItFindsUntilTheContextEndsAndAnErrorDoesNotEndIt(t *testing.T) {
	ctx, time10 := waiting(3)
	full := errors.New("the disk is broken")
	client := newClient(t, Options{Sleep: time10.sleep, Storage: &failingStorage{&MemoryStorage{}, full}})
	var reasons []string
	var failures []error
	err := client.KeepFresh(ctx, Refreshing{
		OnRefresh: func(refreshed Refreshed) { reasons = append(reasons, refreshed.License.Reason) },
		OnError:   func(err error) { failures = append(failures, err) },
	})
	if !errors.Is(err, context.Canceled) || !time10.areAbout(10*time.Minute) {
		t.Error(err, time10.noted)
	}
	if len(reasons) != 2 || reasons[0] != "no_lease" || len(failures) != 1 || failures[0] != full {
		t.Error(reasons, failures)
	}
}

func TestKeepFreshTellsNothingAfterItsContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	client := newClient(t, Options{})
	err := client.KeepFresh(ctx, Refreshing{OnRefresh: func(Refreshed) { t.Error("it has told") }})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestKeepCheckedOutEndsWhenThereIsNothingToRenew(t *testing.T) {
	client := newClient(t, Options{})
	var told []error
	err := client.KeepCheckedOut(context.Background(), func(_ time.Duration, err error) { told = append(told, err) })
	if err != ErrNotActivated || len(told) != 1 || told[0] != ErrNotActivated {
		t.Error(err, told)
	}
}

// unansweredHeartbeats returns how many heartbeats had no answer until the context ended.
func unansweredHeartbeats(t *testing.T, ctx context.Context, client *Client) (int, error) {
	t.Helper()
	if err := client.records.writeLicense(license{Key: "KEY", ActivationID: "a"}); err != nil {
		t.Fatal(err)
	}
	told := 0
	err := client.KeepCheckedOut(ctx, func(_ time.Duration, err error) {
		if isUnavailable(err) {
			told++
		}
	})
	return told, err
}

func TestKeepCheckedOutGoesOnThroughAPageInBetween(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		response.WriteHeader(http.StatusForbidden)
		io.WriteString(response, `{"error": "Forbidden", "detail": "Blocked by your firewall"}`)
	}))
	defer page.Close()
	ctx, soon := waiting(2)
	client := newClient(t, Options{URL: page.URL, Sleep: soon.sleep})
	told, err := unansweredHeartbeats(t, ctx, client)
	if !errors.Is(err, context.Canceled) || told != 2 {
		t.Error(err, told)
	}
}

func TestKeepCheckedOutGoesOnWithoutANetwork(t *testing.T) {
	ctx, soon := waiting(2)
	client := newClient(t, Options{Sleep: soon.sleep, Attempts: 1})
	told, err := unansweredHeartbeats(t, ctx, client)
	if !errors.Is(err, context.Canceled) || told != 2 || !soon.areAbout(30*time.Second) {
		t.Error(err, told, soon.noted)
	}
}
