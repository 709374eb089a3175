package latchkey

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const rootKey = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w"

// nobody is a service that nobody can reach.
const nobody = "http://127.0.0.1:1"

func newClient(t testing.TB, options Options) *Client {
	t.Helper()
	if options.URL == "" {
		options.URL = nobody
	}
	options.OrganizationID, options.RootKey = "6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f", rootKey
	made, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// atOnce runs the same in several goroutines.
func atOnce(work func()) {
	var started sync.WaitGroup
	gate := make(chan struct{})
	for range 8 {
		started.Add(1)
		go func() {
			defer started.Done()
			<-gate
			work()
		}()
	}
	close(gate)
	started.Wait()
}

func TestOptionsWithWhichNothingCouldBeVerifiedAreRefused(t *testing.T) {
	right := Options{URL: "https://licenses.example.com", OrganizationID: "o", RootKey: rootKey}
	changes := map[string]func(*Options){
		"URL":        func(options *Options) { options.URL = "licenses.example.com" },
		"RootKey":    func(options *Options) { options.RootKey = "short" },
		"BenefitIDs": func(options *Options) { options.BenefitIDs = []string{} },
		"DeviceID":   func(options *Options) { options.DeviceID = "a b" },
	}
	for name, change := range changes {
		wrong := right
		change(&wrong)
		if _, err := New(wrong); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGoroutinesThatAskFirstAtTheSameTimeGetOneDeviceID(t *testing.T) {
	for name, storage := range map[string]Storage{"memory": &MemoryStorage{}, "files": NewFileStorage(t.TempDir())} {
		client := newClient(t, Options{Storage: storage})
		var ids sync.Map
		atOnce(func() {
			id, err := client.DeviceID()
			if err != nil {
				t.Error(err)
			}
			ids.Store(id, true)
		})
		found := 0
		ids.Range(func(any, any) bool { found++; return true })
		if found != 1 {
			t.Errorf("%s: %d device IDs", name, found)
		}
	}
}

func TestADeviceIsDescribedOnce(t *testing.T) {
	asked := 0
	client := newClient(t, Options{Device: func() DeviceDescription { asked++; return DeviceDescription{Class: "desktop"} }})
	for range 2 {
		if body := client.presenting(license{}); body["device"].(*DeviceDescription).Class != "desktop" {
			t.Error(body)
		}
	}
	if asked != 1 {
		t.Errorf("it was asked %d times", asked)
	}
}

func TestThisMachineCanBeDescribed(t *testing.T) {
	described := DescribeDevice()
	if !strings.Contains(described.Platform, "-") || described.Components["hostname"] == "" {
		t.Error(described)
	}
}

func TestRequestsUseTheClientOfTheApplicationWithoutItsRedirects(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		asked = append(asked, request.URL.Host)
		http.Redirect(response, request, "http://portal.example/", http.StatusFound)
	}))
	defer proxy.Close()
	address, _ := url.Parse(proxy.URL)
	own := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(address)}}
	client := newClient(t, Options{URL: "http://licenses.example", HTTPClient: own})
	_, err := client.Activate(context.Background(), "KEY", Installation{Label: "pc"})
	var unavailable *UnavailableError
	if !errors.As(err, &unavailable) || unavailable.Reason != "not_the_service" {
		t.Error(err)
	}
	if !slices.Equal(asked, []string{"licenses.example"}) {
		t.Error(asked)
	}
	if own.CheckRedirect != nil {
		t.Error("the client of the application was changed")
	}
}

func TestAnApplicationMayLogEachAttempt(t *testing.T) {
	var logged bytes.Buffer
	client := newClient(t, Options{
		Attempts: 2,
		Logger:   slog.New(slog.NewTextHandler(&logged, nil)),
		Sleep:    func(context.Context, time.Duration) error { return nil },
	})
	client.Activate(context.Background(), "A-KEY", Installation{Label: "pc"})
	for _, part := range []string{"method=POST", "url=" + nobody, "attempt=2", "Connection refused"} {
		if !strings.Contains(logged.String(), part) {
			t.Errorf("%q is not in %s", part, &logged)
		}
	}
	if strings.Contains(logged.String(), "A-KEY") {
		t.Error(&logged)
	}
}

func TestAContextThatEndsEndsAnOperation(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	closing := errors.New("the window was closed")
	attempts := 0
	client := newClient(t, Options{Sleep: func(context.Context, time.Duration) error {
		attempts++
		cancel(closing)
		return nil
	}})
	_, err := client.Activate(ctx, "KEY", Installation{Label: "pc"})
	var told Error
	if !errors.Is(err, closing) || errors.As(err, &told) || attempts != 1 {
		t.Error(err, attempts)
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := sleep(context.Background(), 0); err != nil {
		t.Error(err)
	}
}

func TestKeysAreReadAsTheyWereMeant(t *testing.T) {
	content, err := os.ReadFile("../../../docs/licensing/key-form-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Forms []struct{ What, Given, Normal string }
	}
	if err := json.Unmarshal(content, &vectors); err != nil || len(vectors.Forms) == 0 {
		t.Fatal(err)
	}
	for _, form := range vectors.Forms {
		if normal := normalForm(form.Given); normal != form.Normal {
			t.Errorf("%s: %+q", form.What, normal)
		}
	}
}

func TestNormalFormsOfUnicode(t *testing.T) {
	forms := map[string]string{
		"a\u0301\u0323":                "\u1ea1\u0301", // marks are put in order
		"a\u0323\u0301":                "\u1ea1\u0301",
		"a\u0301\u0301":                "\u00e1\u0301", // a mark of the same class is in the way
		"\u1112\u1161\u11ab":           "\ud55c",       // Hangul
		"\ud55c\ud558":                 "\ud55c\ud558",
		"\u0344":                       "\u0308\u0301", // is never composed
		"\u00bd\u2167\u3380\U0001d7d8": "1\u20442VIIIpA0",
	}
	for given, normal := range forms {
		if found := nfkc(given); found != normal || nfkc(found) != found {
			t.Errorf("%+q: %+q", given, found)
		}
	}
	if found := upper("stra\u00dfe \u0390 \u1ff4 \u00e9"); found != "STRASSE \u0399\u0308\u0301 \u038f\u0399 \u00c9" {
		t.Errorf("%+q", found)
	}
}

func TestNoRequestFileIsMadeOfALabelThatIsNotOneLine(t *testing.T) {
	client := newClient(t, Options{})
	for _, label := range []string{"NB\n01", "NB\x00", "NB\xff", " \n", "", strings.Repeat("x", 256)} {
		if file, err := client.Offline.Request(OfflineRequest{Label: label}); err == nil {
			t.Errorf("%q is in %s", label, file)
		}
	}
}
