// Flight Notes is a terminal application that works offline: it writes pages, if it is licensed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	latchkey "github.com/latchkey/latchkey/packages/clients/go"
)

const help = `Commands:
  activate [key]  activates this installation; without a key, with the one that the seller issued
  work            writes a page, if the application is licensed
  status          says what the lease allows, without a network
  deactivate      gives the activation back
The seller issues a license key, and builds the root key into the application, with ` + "`npm run demo:app -- setup`."

// build is what is compiled into a real application. Here it is a file, because every demo service has another organization and root key.
type build struct {
	URL            string
	Issuer         string
	OrganizationID string
	RootKey        string
	// LicenseKey is the one that the customer bought. A real application does not know it: the customer enters it.
	LicenseKey struct{ Key string }
}

func main() {
	text, err := run(context.Background(), os.Args[1:])
	if err != nil {
		text = err.Error()
	}
	fmt.Println(text)
	if err != nil {
		os.Exit(1)
	}
}

// run returns what is to be said; as an error if the command did not succeed.
func run(ctx context.Context, arguments []string) (string, error) {
	if len(arguments) == 0 || !slices.Contains([]string{"activate", "work", "status", "deactivate"}, arguments[0]) {
		return "", errors.New(help)
	}
	built, license, err := opened()
	if err != nil {
		return "", err
	}
	switch arguments[0] {
	case "activate":
		return activated(ctx, license, append(arguments[1:], built.LicenseKey.Key)[0])
	case "work":
		return worked(ctx, license)
	case "status":
		state, err := license.Check()
		return told("", state, err)
	}
	if err := license.Deactivate(ctx); err != nil {
		return "", fmt.Errorf("Not deactivated: %w", err)
	}
	return "Deactivated.", nil
}

func opened() (*build, *latchkey.Client, error) {
	data := os.Getenv("LATCHKEY_DATA")
	if data == "" {
		data = "../../../.latchkey"
	}
	folder := filepath.Join(data, "demo-app")
	content, err := os.ReadFile(filepath.Join(folder, "build.json"))
	if err != nil {
		return nil, nil, fmt.Errorf("%w. Run `npm run demo:app -- setup` first", err)
	}
	var built build
	if err := json.Unmarshal(content, &built); err != nil {
		return nil, nil, err
	}
	license, err := latchkey.New(latchkey.Options{
		URL:            built.URL,
		Issuer:         built.Issuer,
		OrganizationID: built.OrganizationID,
		RootKey:        built.RootKey,
		Storage:        latchkey.NewFileStorage(filepath.Join(folder, "installation")),
		Attempts:       2,
		Timeout:        5 * time.Second,
	})
	return &built, license, err
}

func activated(ctx context.Context, license *latchkey.Client, key string) (string, error) {
	label, err := os.Hostname()
	if err != nil {
		return "", err
	}
	if _, err := license.Activate(ctx, key, latchkey.Installation{Label: label}); err != nil {
		return "", fmt.Errorf("Not activated: %w", err)
	}
	state, err := license.Lease(ctx)
	if err != nil {
		return "", fmt.Errorf("Activated, but not for work offline: %w", err)
	}
	return told("Activated. ", state, nil)
}

// worked writes a page. The network is asked if there is one, and decides nothing if there is none.
func worked(ctx context.Context, license *latchkey.Client) (string, error) {
	refreshed, err := license.Refresh(ctx)
	if err != nil {
		return "", err
	}
	done := "Nothing is written. "
	if refreshed.License.Usable {
		done = "A page is written. "
	}
	text, err := told(done, refreshed.License, nil)
	var unavailable *latchkey.UnavailableError
	if err == nil && errors.As(refreshed.StatusError, &unavailable) {
		text += " The service cannot be reached."
	}
	return text, err
}

// told describes a license after what was done; as an error if it cannot be used.
func told(done string, state latchkey.LicenseState, err error) (string, error) {
	const minute = "2006-01-02 15:04"
	switch {
	case err != nil:
		return "", err
	case state.Usable && state.State == latchkey.StateValid:
		return done + "Licensed, also without a network until " + state.Lease.ExpiresAt.Format(minute) + ".", nil
	case state.Usable:
		return done + "The license is over. The application stops at " + state.Lease.GraceUntil.Format(minute) + " without a network.", nil
	case state.Reason == "no_lease":
		return "", errors.New(done + "Not activated.")
	}
	return "", errors.New(done + "The license cannot be used: " + state.Reason + ".")
}
