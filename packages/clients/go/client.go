// Package latchkey licenses applications: it activates a license key, validates it, and lets the application work without a network for as
// long as the seller allows.
package latchkey

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	betweenTries = 5 * time.Second
	// longestTrying is as long as the page for the customer is open.
	longestTrying = time.Hour
)

var (
	urlForm      = regexp.MustCompile(`(?i)^https?://[^/\s]+`)
	deviceIDForm = regexp.MustCompile(`^[\x21-\x7e]{1,128}$`)
)

// Options are what is built into an application, and how it runs. The first three are needed.
type Options struct {
	// URL is that of the service.
	URL            string
	OrganizationID string
	// RootKey is the public root key of the organization: the last column of `latchkey signing-keys list`.
	RootKey string
	// BenefitIDs are what the application is sold as: keys of other benefits are refused. Without, each key of the organization is accepted.
	BenefitIDs []string
	// Storage remembers. Without one, everything is forgotten when the program ends.
	Storage Storage
	// Issuer is the URL by which the service calls itself, if that is not URL.
	Issuer string
	// DeviceID is of 1 to 128 visible ASCII characters. Without one, an ID is made and stored: of the components of Device that identify a
	// physical machine, or a random one.
	DeviceID string
	// Device describes the machine, and is asked once: [DescribeDevice], or a function of the application.
	Device func() DeviceDescription
	// Application is what the application says about itself.
	Application Application
	// HTTPClient is used without following redirects. Without one, it is that of net/http, with the proxies of the environment.
	HTTPClient *http.Client
	// Timeout is for a whole call, with all repeats and the waits between them: 30 seconds if it is zero. An attempt takes 10 of them at most.
	Timeout time.Duration
	// Attempts are 4 if it is zero.
	Attempts int
	// Logger gets each attempt of a request: with the level debug if there was an answer, otherwise info. No license key is in it.
	Logger *slog.Logger
	// Now is the clock of the machine.
	Now func() time.Time
	// Monotonic is a clock that nobody can set, since any moment.
	Monotonic func() time.Duration
	// Sleep waits, and returns an error if the context ends before.
	Sleep func(context.Context, time.Duration) error
}

// Application is what an application says about itself.
type Application struct {
	Version    string
	ReleasedAt time.Time
}

// Installation is what an application says when it is activated.
type Installation struct {
	// Label is shown to the customer and the seller, such as the name of the machine.
	Label string
	// Conditions have to be the same in every validation. The library repeats them.
	Conditions map[string]any
	Meta       map[string]any
	// OnManage is called if the license key has no free activation: with a page on which the customer removes a device. The activation
	// then waits until there is one, for an hour at most. Without it, the refusal is returned at once.
	OnManage func(page string)
}

// LicenseKey is a license key as the service describes it.
type LicenseKey struct {
	ID        string
	BenefitID string
	// Standing is what the customer needs to know. It is nil if the service did not tell it, as in the answer to a request that was repeated.
	Standing *Standing
	// Counters are what is counted beside the usage, by name. It is nil if nothing is.
	Counters map[string]Counter
	// Body has all fields, in the names of the API.
	Body json.RawMessage
}

// Counter is what is used and left of a counter.
type Counter struct {
	Used int64
	// Limit and Remaining are nil if there is no limit.
	Limit, Remaining *int64
}

// Client is the license of one installation of an application. Several goroutines may use it at once. Operations return an [Error] if they
// did not do what they should, and other errors if the storage fails or the context ends.
type Client struct {
	// Offline is activation by files, for machines that never have a network.
	Offline *OfflineActivation
	// Reservations are units of usage for work that may fail.
	Reservations *UsageReservations

	organizationID string
	benefitIDs     []string
	fixedDeviceID  string
	// hasInstallation says that requests name the installation: its ID is stored.
	hasInstallation bool
	describe        func() *DeviceDescription
	application     Application
	signers         Signers
	storage         Storage
	records         records
	clock           *clock
	transport       *transport
	service         *service
}

// New returns an error for options with which nothing could be verified.
func New(options Options) (*Client, error) {
	switch {
	case !urlForm.MatchString(options.URL):
		return nil, errors.New("latchkey: URL is not a URL")
	case !publicKeyForm.MatchString(options.RootKey):
		return nil, errors.New("latchkey: RootKey is not an Ed25519 public key of 43 characters (base64url)")
	case options.BenefitIDs != nil && len(options.BenefitIDs) == 0:
		return nil, errors.New("latchkey: BenefitIDs names no benefit")
	case options.DeviceID != "" && !deviceIDForm.MatchString(options.DeviceID):
		return nil, errors.New("latchkey: DeviceID has to be 1 to 128 visible ASCII characters")
	}
	url, issuer, storage := strings.TrimRight(options.URL, "/"), strings.TrimRight(options.Issuer, "/"), options.Storage
	if issuer == "" {
		issuer = url
	}
	if storage == nil {
		storage = &MemoryStorage{}
	}
	c := &Client{
		organizationID:  options.OrganizationID,
		benefitIDs:      slices.Clone(options.BenefitIDs),
		fixedDeviceID:   options.DeviceID,
		hasInstallation: options.Storage != nil,
		application:     options.Application,
		signers:         Signers{options.RootKey, issuer, options.OrganizationID},
		storage:         storage,
		clock:           newClock(storage, options),
		transport:       newTransport(options),
	}
	c.describe = sync.OnceValue(func() *DeviceDescription {
		if options.Device == nil {
			return nil
		}
		described := options.Device()
		return &described
	})
	c.records = records{storage, func() string { return c.describe().machineID(c.organizationID) }, &unstoredLease{}}
	c.service = &service{url: url, signers: c.signers, storage: storage, transport: c.transport, clock: c.clock}
	c.Offline = &OfflineActivation{c}
	c.Reservations = &UsageReservations{c}
	return c, nil
}

// DeviceID says which device this is. Self-reported: it stops nobody who wants to be another one.
func (c *Client) DeviceID() (string, error) {
	if c.fixedDeviceID != "" {
		return c.fixedDeviceID, nil
	}
	known, err := c.records.device()
	return known.device, err
}

// deviceHeaders name the device, which accounts and processes of one machine share, and the installation where it has an ID of its own.
func (c *Client) deviceHeaders() (map[string]string, error) {
	if c.fixedDeviceID != "" && !c.hasInstallation {
		return map[string]string{"License-Device": c.fixedDeviceID}, nil
	}
	known, err := c.records.device()
	if err != nil {
		return nil, err
	}
	headers := map[string]string{"License-Device": known.device}
	own := known.installation
	if c.fixedDeviceID != "" {
		headers["License-Device"] = c.fixedDeviceID
		own = cmp.Or(known.installation, known.device)
	}
	if own != "" && c.hasInstallation {
		headers["License-Installation"] = own
	}
	return headers, nil
}

// Activate activates a key for this device, and returns the ID of the activation. The device that has an activation gets that one again. A
// license that is there stays until the new one is stored, and its lease until [Client.Lease] has stored another.
func (c *Client) Activate(ctx context.Context, key string, installation Installation) (string, error) {
	said := license{
		Key:        nullable(key),
		Label:      installation.Label,
		Conditions: installation.Conditions,
		Meta:       installation.Meta,
	}
	once, _ := c.transport.begin(ctx)
	id, err := c.activateAsTyped(once, said)
	refused := refusalOf(err)
	if installation.OnManage == nil || refused == nil || refused.ManageURL == "" {
		return id, err
	}
	installation.OnManage(refused.ManageURL)
	return c.activateWhenFree(ctx, said, err)
}

// Trial gets the trial key of a benefit for this device, described as [Options.Device] says, and activates it. A device gets one trial of a
// benefit, also if it is installed anew. One that is over is refused with EXPIRED, and a benefit without trials with TRIAL_NOT_OFFERED.
// OnManage is not called.
func (c *Client) Trial(ctx context.Context, benefitID string, installation Installation) (string, error) {
	ctx, _ = c.transport.begin(ctx)
	headers, err := c.deviceHeaders()
	if err != nil {
		return "", err
	}
	body := object{"organization_id": c.organizationID, "benefit_id": benefitID}
	if described := c.describe(); described != nil {
		body["device"] = described
	}
	answered, err := c.service.call(ctx, "trial", body, headers)
	if err != nil {
		return "", err
	}
	// The answer is not signed: that of the activation proves what the key is.
	key := textOf(answered["key"])
	if key == "" {
		return "", untrusted("malformed")
	}
	return c.activateOnce(ctx, license{
		Key:        nullable(key),
		BenefitID:  nullable(benefitID),
		Label:      installation.Label,
		Conditions: installation.Conditions,
		Meta:       installation.Meta,
	})
}

// Reactivate activates the stored key again, for example after the customer has removed this device. onManage may be nil.
func (c *Client) Reactivate(ctx context.Context, onManage func(page string)) (string, error) {
	known, err := c.records.license()
	if err != nil {
		return "", err
	}
	if known == nil || known.Key == "" {
		return "", ErrNotActivated
	}
	label := known.Label
	if label == "" {
		label = "Device"
	}
	return c.Activate(ctx, string(known.Key), Installation{label, known.Conditions, known.Meta, onManage})
}

// Validate asks the service whether the key is valid. The answer is signed, so nobody but the service can say yes. incrementUsage, if it is
// not zero, is counted once, however often the request has to be repeated.
func (c *Client) Validate(ctx context.Context, incrementUsage int) (*LicenseKey, error) {
	if incrementUsage == 0 {
		return c.validateCounting(ctx, "", nil)
	}
	return c.validateCounting(ctx, "increment_usage", incrementUsage)
}

// Increment validates the key and adds to one of its counters (docs/licensing/counters.md): once, however often the request has to be
// repeated. Counters of the license key that it returns says what is left of each.
func (c *Client) Increment(ctx context.Context, counter string, units int) (*LicenseKey, error) {
	return c.validateCounting(ctx, "increment", object{"counter": counter, "units": units})
}

func (c *Client) validateCounting(ctx context.Context, field string, counted any) (*LicenseKey, error) {
	ctx, _ = c.transport.begin(ctx)
	body, _, err := c.presented()
	if err != nil {
		return nil, err
	}
	headers := map[string]string{}
	if field != "" {
		body[field] = counted
		if headers["Idempotency-Key"], err = newUUID(); err != nil {
			return nil, err
		}
	}
	answered, err := c.service.callSigned(ctx, "validate", body, "", headers)
	if err != nil {
		return nil, err
	}
	id, isText := answered.body["id"].(string)
	if !isText || answered.body["status"] != "granted" {
		return nil, untrusted("malformed")
	}
	if err := c.clock.correct(answered.signedAt.Unix()); err != nil {
		return nil, err
	}
	benefitID := textOf(answered.body["benefit_id"])
	if c.benefitIDs != nil && !slices.Contains(c.benefitIDs, benefitID) {
		return nil, untrusted("wrong_benefit")
	}
	var shown struct{ Counters map[string]Counter }
	if err := json.Unmarshal([]byte(answered.text), &shown); err != nil {
		return nil, untrusted("malformed")
	}
	return &LicenseKey{id, benefitID, answered.standing, shown.Counters, json.RawMessage(answered.text)}, nil
}

// Heartbeat renews the check-out of a floating license key (docs/licensing/floating.md), and returns how long it lasts.
func (c *Client) Heartbeat(ctx context.Context) (time.Duration, error) {
	ctx, _ = c.transport.begin(ctx)
	body, known, err := c.presentedActivation()
	if err != nil {
		return 0, err
	}
	answered, err := c.service.callSigned(ctx, "heartbeat", body, "", nil)
	if err != nil {
		return 0, err
	}
	expiresAt, isTime := timeOf(answered.body["checkout_expires_at"])
	if answered.body["id"] != string(known.ActivationID) || !isTime {
		return 0, untrusted("malformed")
	}
	return expiresAt.Truncate(time.Second).Sub(answered.signedAt), c.clock.correct(answered.signedAt.Unix())
}

// Deactivate gives the activation back, and before the units of counters that were not used. A lease keeps its place until it is over.
func (c *Client) Deactivate(ctx context.Context) error {
	body, _, err := c.presentedActivation()
	if err != nil {
		return err
	}
	lease, err := c.storedLease()
	if err != nil {
		return err
	}
	if lease != nil && lease.UnitsID != "" {
		var untrusted *UntrustedError
		_, err := c.LeaseWithUnits(ctx, nil)
		if err != nil && refusalOf(err) == nil && !errors.As(err, &untrusted) && !isNotStored(err) {
			return err
		}
	}
	_, err = c.service.call(ctx, "deactivate", body, nil)
	if refused := refusalOf(err); err != nil && (refused == nil || refused.Code != "ACTIVATION_NOT_FOUND") {
		return err
	}
	return c.records.forget()
}
