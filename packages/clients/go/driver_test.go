package latchkey

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"
)

// The driver of the conformance kit (packages/conformance/README.md): a request on each line of the input, an answer on each of the output.
// It is part of the tests because vectors ask what the package does not export: `go test -c -o dist/driver`, then
// `LATCHKEY_TEST=driver dist/driver`.

// answered is what a command returns.
type answered = map[string]any

// request has the fields of all commands, and given those of all kinds of vectors.
type request struct {
	Command        string
	Options        driverOptions
	Now, Monotonic int64
	Writes         *int
	Kind           string
	Given          given
	Key, Label     string
	BenefitID      string `json:"benefit_id"`
	Conditions     map[string]any
	Meta           map[string]any
	Manage         bool
	IncrementUsage int `json:"increment_usage"`
	Counter        string
	Units          json.RawMessage
	TTLSeconds     int `json:"ttl_seconds"`
	ID             string
	Platform       string
	AppVersion     string `json:"app_version"`
	File           string
	EverySeconds   int `json:"every_seconds"`
	Times          int
	CancelAfter    float64 `json:"cancel_after_seconds"`
	ClientID       string  `json:"client_id"`
	Choose         int
}

type driverOptions struct {
	URL, Issuer    string
	OrganizationID string `json:"organization_id"`
	RootKey        string `json:"root_key"`
	Storage        string
	BenefitIDs     []string `json:"benefit_ids"`
	DeviceID       string   `json:"device_id"`
	Device         *DeviceDescription
	Application    struct {
		Version    string
		ReleasedAt time.Time `json:"released_at"`
	}
	TimeoutMS int64 `json:"timeout_ms"`
	Attempts  int
}

type given struct {
	Entitlements   json.RawMessage
	Names          []string
	RootKey        string `json:"root_key"`
	Issuer         string
	OrganizationID string `json:"organization_id"`
	SignedKeys     string `json:"signed_keys"`
	Now            int64
	Lease, Device  string
	LicenseKeyID   string `json:"license_key_id"`
	Nonce          string
	Token, URI     string
	Index          int64
	Answer         struct {
		Status  int
		Headers map[string]string
		Body    string
	}
	Request             struct{ Operation, Body, Nonce string }
	Key                 string
	BenefitIDs          []string `json:"benefit_ids"`
	File                string
	Files, Env          map[string]string
	Hostname, CPU       string
	Cards               []card
	SystemID            string `json:"system_id"`
	Platform, MachineID string
}

type driver struct {
	client    *Client
	storage   Storage
	now       time.Time
	monotonic time.Duration
	waits     []float64
	writes    *int
	// cancelAfter is how many seconds the client may want to wait until the driver calls cancel; never if that is 0.
	cancelAfter float64
	cancel      context.CancelFunc
}

// limitedStorage works until the disk is full; then nothing can be written, and no file be locked.
type limitedStorage struct {
	*FileStorage
	driver *driver
}

func (s limitedStorage) Write(name, text string) error {
	if err := s.driver.takeSpace(); err != nil {
		return err
	}
	return s.FileStorage.Write(name, text)
}

func (s limitedStorage) Create(name, text string) (bool, error) {
	if err := s.driver.takeSpace(); err != nil {
		return false, err
	}
	return s.FileStorage.Create(name, text)
}

func (s limitedStorage) Lock() (func(), error) {
	if s.driver.writes != nil && *s.driver.writes == 0 {
		return nil, errFull
	}
	return s.FileStorage.Lock()
}

var errFull = errors.New("no space left on device")

func (d *driver) takeSpace() error {
	if d.writes == nil {
		return nil
	}
	if *d.writes == 0 {
		return errFull
	}
	*d.writes--
	return nil
}

func drive() {
	d := &driver{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 4*1024*1024)
	for lines.Scan() {
		d.waits = []float64{}
		answer, err := d.answer(lines.Bytes())
		if err != nil {
			answer = problem(err)
		} else {
			answer["outcome"] = "ok"
		}
		answer["waited"] = d.waited()
		text, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
}

func (d *driver) waited() (seconds float64) {
	for _, each := range d.waits {
		seconds += each
	}
	return seconds
}

func (d *driver) answer(line []byte) (answered, error) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	switch asked.Command {
	case "open":
		return answered{}, d.open(asked.Options)
	case "set_clock":
		d.now, d.monotonic = time.Unix(asked.Now, 0), time.Duration(asked.Monotonic)*time.Second
		return answered{}, nil
	case "limit_writes":
		d.writes = asked.Writes
		return answered{}, nil
	case "count":
		return answered{}, d.count(asked.Times)
	case "vector":
		return vector(asked.Kind, asked.Given)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d.cancelAfter, d.cancel = asked.CancelAfter, cancel
	return d.perform(ctx, asked)
}

// count adds so many to the number in the record "probe", one at a time, with the lock of the storage.
func (d *driver) count(times int) error {
	for range times {
		if err := d.countOne(); err != nil {
			return err
		}
	}
	return nil
}

func (d *driver) countOne() error {
	unlock, err := d.storage.Lock()
	if err != nil {
		return err
	}
	defer unlock()
	text, err := d.storage.Read("probe")
	if err != nil {
		return err
	}
	counted, _ := strconv.Atoi(text)
	return d.storage.Write("probe", strconv.Itoa(counted+1))
}

func (d *driver) open(given driverOptions) (err error) {
	d.storage = limitedStorage{NewFileStorage(given.Storage), d}
	options := Options{
		URL:            given.URL,
		Issuer:         given.Issuer,
		OrganizationID: given.OrganizationID,
		RootKey:        given.RootKey,
		BenefitIDs:     given.BenefitIDs,
		Storage:        d.storage,
		DeviceID:       given.DeviceID,
		Application:    Application{given.Application.Version, given.Application.ReleasedAt},
		Timeout:        time.Duration(given.TimeoutMS) * time.Millisecond,
		Attempts:       given.Attempts,
		Now:            func() time.Time { return d.now },
		Monotonic:      func() time.Duration { return d.monotonic },
		Sleep: func(ctx context.Context, wait time.Duration) error {
			d.waits = append(d.waits, wait.Seconds())
			if d.cancelAfter > 0 && d.waited() >= d.cancelAfter {
				d.cancel()
			}
			return context.Cause(ctx)
		},
	}
	if given.Device != nil {
		options.Device = func() DeviceDescription { return *given.Device }
	}
	d.client, err = New(options)
	return err
}

// keepFresh works until there were so many refreshes.
func (d *driver) keepFresh(ctx context.Context, asked request) (answered, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	refreshed := 0
	err := d.client.KeepFresh(ctx, Refreshing{
		Every: time.Duration(asked.EverySeconds) * time.Second,
		OnRefresh: func(Refreshed) {
			refreshed++
			if refreshed == asked.Times {
				stop()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		return nil, err
	}
	return answered{"refreshed": refreshed, "waits": d.waits}, nil
}

// keepCheckedOut works until there were so many heartbeats, or one ended them.
func (d *driver) keepCheckedOut(ctx context.Context, times int) (answered, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	outcomes := []any{}
	// What ended them is the outcome of the last one.
	_ = d.client.KeepCheckedOut(ctx, func(_ time.Duration, err error) {
		outcome := any("ok")
		if err != nil {
			outcome = problem(err)["outcome"]
		}
		outcomes = append(outcomes, outcome)
		if len(outcomes) == times {
			stop()
		}
	})
	return answered{"heartbeats": outcomes, "waits": d.waits}, nil
}

func (d *driver) perform(ctx context.Context, asked request) (answered, error) {
	pages := []string{}
	var onManage func(string)
	if asked.Manage {
		onManage = func(page string) { pages = append(pages, page) }
	}
	c := d.client
	switch asked.Command {
	case "device_id":
		id, err := c.DeviceID()
		return answered{"device_id": id}, err
	case "activate":
		id, err := c.Activate(ctx, asked.Key, Installation{asked.Label, asked.Conditions, asked.Meta, onManage})
		return answered{"activation_id": id, "pages": pages}, err
	case "trial":
		id, err := c.Trial(ctx, asked.BenefitID, Installation{asked.Label, asked.Conditions, asked.Meta, nil})
		return answered{"activation_id": id}, err
	case "sign_in":
		return d.signIn(ctx, asked)
	case "reactivate":
		id, err := c.Reactivate(ctx, onManage)
		return answered{"activation_id": id, "pages": pages}, err
	case "validate":
		key, err := c.Validate(ctx, asked.IncrementUsage)
		if err != nil {
			return nil, err
		}
		return answered{"license_key": key.Body, "standing": describedStanding(key.Standing)}, nil
	case "increment":
		key, err := c.Increment(ctx, asked.Counter, asked.count())
		if err != nil {
			return nil, err
		}
		return answered{"license_key": key.Body, "standing": describedStanding(key.Standing)}, nil
	case "lease":
		lease := c.Lease
		if asked.Units != nil {
			lease = func(ctx context.Context) (LicenseState, error) { return c.LeaseWithUnits(ctx, asked.unitsByCounter()) }
		}
		state, err := lease(ctx)
		return answered{"license": described(state)}, err
	case "use":
		left, err := c.Use(asked.Counter, int64(asked.count()))
		return answered{"left": left}, err
	case "units_left":
		left, err := c.UnitsLeft()
		return answered{"left": left}, err
	case "check":
		state, err := c.Check()
		return answered{"license": described(state)}, err
	case "check_status":
		status, err := c.CheckStatus(ctx)
		return answered{"status": status}, err
	case "refresh":
		refreshed, err := c.Refresh(ctx)
		return describedRefresh(refreshed), err
	case "heartbeat":
		lasts, err := c.Heartbeat(ctx)
		return answered{"seconds_left": int64(lasts / time.Second)}, err
	case "keep_fresh":
		return d.keepFresh(ctx, asked)
	case "keep_checked_out":
		return d.keepCheckedOut(ctx, asked.Times)
	case "deactivate":
		return answered{}, c.Deactivate(ctx)
	case "offline_request":
		file, err := c.Offline.Request(OfflineRequest{asked.Label, asked.Platform, asked.AppVersion})
		return answered{"file": file}, err
	case "import_lease":
		state, err := c.Offline.ImportLease(asked.File)
		return answered{"license": described(state)}, err
	case "offline_deactivate":
		file, err := c.Offline.Deactivate()
		return answered{"file": file}, err
	case "last_deactivation":
		file, err := c.Offline.LastDeactivation()
		if file == "" {
			return answered{"file": nil}, err
		}
		return answered{"file": file}, err
	}
	return d.reserved(ctx, asked)
}

// signIn answers with the codes that were shown, and the license keys that were offered.
func (d *driver) signIn(ctx context.Context, asked request) (answered, error) {
	codes, offered := []answered{}, []answered{}
	id, err := d.client.SignIn(ctx, SigningIn{
		ClientID: asked.ClientID,
		OnCode: func(code SignInCode) {
			codes = append(codes, answered{
				"user_code":                 code.UserCode,
				"verification_uri":          code.VerificationURI,
				"verification_uri_complete": code.VerificationURIComplete,
			})
		},
		Choose: func(keys []SignedInKey) SignedInKey {
			for _, key := range keys {
				shown := answered{"id": key.ID, "key": key.Key, "display_key": key.DisplayKey, "benefit_id": key.BenefitID, "expires_at": nil}
				if !key.ExpiresAt.IsZero() {
					shown["expires_at"] = key.ExpiresAt
				}
				offered = append(offered, shown)
			}
			return keys[asked.Choose]
		},
		Label:      asked.Label,
		Conditions: asked.Conditions,
		Meta:       asked.Meta,
	})
	return answered{"activation_id": id, "codes": codes, "offered": offered}, err
}

func (asked request) count() (units int) {
	if err := json.Unmarshal(asked.Units, &units); err != nil {
		panic(err)
	}
	return units
}

func (asked request) unitsByCounter() (units map[string]int64) {
	if err := json.Unmarshal(asked.Units, &units); err != nil {
		panic(err)
	}
	return units
}

func (d *driver) reserved(ctx context.Context, asked request) (answered, error) {
	var usage *Usage
	var err error
	switch {
	case asked.Command == "reserve":
		reserved, err := d.client.Reservations.Reserve(ctx, asked.count(), time.Duration(asked.TTLSeconds)*time.Second)
		if err != nil {
			return nil, err
		}
		answer := describedUsage(reserved.Usage)
		answer["id"], answer["expires_at"] = reserved.ID, reserved.ExpiresAt
		return answer, nil
	case asked.Command == "release":
		return answered{}, d.client.Reservations.Release(ctx, asked.ID)
	case asked.Command == "commit" && asked.Units != nil:
		usage, err = d.client.Reservations.CommitUnits(ctx, asked.ID, asked.count())
	case asked.Command == "commit":
		usage, err = d.client.Reservations.Commit(ctx, asked.ID)
	default:
		return nil, fmt.Errorf("there is no command %q", asked.Command)
	}
	if err != nil {
		return nil, err
	}
	return describedUsage(*usage), nil
}

func describedUsage(usage Usage) answered {
	return answered{"usage": usage.Usage, "limit_usage": usage.LimitUsage, "reserved_units": usage.ReservedUnits}
}

func described(state LicenseState) answered {
	if !state.Usable {
		return answered{"usable": false, "reason": state.Reason}
	}
	lease := answered{
		"id":             state.Lease.ID,
		"license_key_id": state.Lease.LicenseKeyID,
		"activation_id":  state.Lease.ActivationID,
		"claims":         state.Lease.Claims,
	}
	return answered{"usable": true, "state": state.State, "refresh_due": state.RefreshDue, "lease": lease}
}

func describedStanding(standing *Standing) answered {
	if standing == nil {
		return nil
	}
	told := answered{}
	if standing.Trial != nil {
		told["trial"] = describedTimes(answered{"until": standing.Trial.Until})
	}
	if standing.PastDue != nil {
		told["past_due"] = describedTimes(answered{"until": standing.PastDue.Until})
	}
	if standing.OverLimit != nil {
		told["over_limit"] = answered{"limit": standing.OverLimit.Limit, "used": standing.OverLimit.Used}
	}
	if standing.Renewed != nil {
		told["renewed"] = describedTimes(answered{"at": standing.Renewed.At, "until": standing.Renewed.Until})
	}
	return told
}

// describedTimes leaves out those that the service did not tell.
func describedTimes(times answered) answered {
	maps.DeleteFunc(times, func(_ string, at any) bool { return at.(time.Time).IsZero() })
	return times
}

func describedRefresh(refreshed Refreshed) answered {
	status, renewal := answered{"outcome": "ok", "status": refreshed.Status}, answered(nil)
	if refreshed.StatusError != nil {
		status = problem(refreshed.StatusError)
	}
	if refreshed.Renewed {
		renewal = answered{"outcome": "ok"}
	}
	if refreshed.RenewalError != nil {
		renewal = problem(refreshed.RenewalError)
	}
	return answered{
		"license": described(refreshed.License),
		"status":  status,
		"renewal": renewal,
		"stored":  refreshed.NotStored == nil,
	}
}

func problem(err error) answered {
	if errors.Is(err, context.Canceled) {
		return answered{"outcome": "canceled"}
	}
	var told Error
	if !errors.As(err, &told) {
		return answered{"outcome": "error", "error": err.Error()}
	}
	answer := answered{"outcome": told.Outcome()}
	switch told := told.(type) {
	case *RefusedError:
		answer["code"], answer["status"], answer["detail"] = told.Code, told.Status, told.Detail
		if !told.RetryAt.IsZero() {
			answer["retry_at"] = told.RetryAt
		}
		if told.ManageURL != "" {
			answer["manage_url"] = told.ManageURL
		}
	case *UnavailableError:
		answer["reason"], answer["detail"], answer["retry_after_seconds"] = told.Reason, told.Detail, nil
		if told.RetryAfter != 0 {
			answer["retry_after_seconds"] = int64(told.RetryAfter / time.Second)
		}
	case *UntrustedError:
		answer["fault"] = told.Fault
	}
	return answer
}

func vector(kind string, given given) (answered, error) {
	answer, err := verified(kind, given)
	var untrusted *UntrustedError
	if errors.As(err, &untrusted) {
		return answered{"fault": untrusted.Fault}, nil
	}
	return answer, err
}

func entitledTo(entitlements Entitlements, names []string) answered {
	has, limits := []string{}, map[string]float64{}
	for _, name := range names {
		if entitlements.Has(name) {
			has = append(has, name)
		}
		if limit, isThere := entitlements.Limit(name); isThere {
			limits[name] = limit
		}
	}
	return answered{"has": has, "limits": limits}
}

func verified(kind string, given given) (answered, error) {
	signers := Signers{given.RootKey, given.Issuer, given.OrganizationID}
	now := time.Unix(given.Now, 0)
	switch kind {
	case "key_form":
		return answered{"key": normalForm(given.Key)}, nil
	case "entitlements":
		return entitledTo(entitlementsIn(parseObject(`{"listed":` + string(given.Entitlements) + "}")["listed"]), given.Names), nil
	case "lease_file":
		lease, signedKeys, err := leaseFileIn(given.File)
		return answered{"lease": lease, "signed_keys": signedKeys}, err
	case "lease":
		expected := Expected{DeviceID: given.Device, LicenseKeyID: given.LicenseKeyID, Nonce: given.Nonce}
		_, state, err := VerifyLease(given.Lease, given.SignedKeys, now, signers, expected)
		return answered{"state": state}, err
	case "signed_license_key":
		says, err := VerifySignedKey(given.Key, signers, now, given.BenefitIDs)
		if err != nil {
			return nil, err
		}
		return signedKeyAnswer(says), nil
	case "device":
		read := func(path string) (string, bool) { content, isThere := given.Files[path]; return content, isThere }
		of := machine{read, given.Env["CI"] != "", given.Hostname, given.CPU, given.Cards, given.Platform, given.SystemID}
		return answered{"description": of.describe()}, nil
	case "key_set":
		set, err := OpenKeySet(given.SignedKeys, signers, now)
		if err != nil {
			return nil, err
		}
		kids := []string{}
		for _, key := range set.Keys {
			kids = append(kids, key.Kid)
		}
		return answered{"kids": kids}, nil
	}
	set, err := OpenKeySet(given.SignedKeys, signers, time.Time{})
	if err != nil {
		return nil, err
	}
	if kind == "status_list" {
		status, issuedAt, err := StatusIn(given.Token, given.Index, given.URI, set.Keys, now)
		return answered{"status": status, "issued_at": issuedAt.Unix()}, err
	}
	headers := http.Header{}
	for name, value := range given.Answer.Headers {
		headers.Set(name, value)
	}
	request := sentRequest{given.Request.Operation, given.Request.Body, given.Request.Nonce}
	signedAnswer := &answer{given.Answer.Status, headers, given.Answer.Body}
	if err := verifyAnswer(signedAnswer, request, set.Keys); err != nil {
		return nil, err
	}
	signed, err := signedParameters(signedAnswer)
	if err != nil {
		return nil, err
	}
	return answered{"signed_at": signed.created.Unix()}, nil
}

func signedKeyAnswer(says *SignedLicenseKey) answered {
	entitlements := answered{}
	for _, name := range says.Switches {
		entitlements[name] = true
	}
	for name, number := range says.Numbers {
		entitlements[name] = number
	}
	answer := answered{"serial": says.Serial, "benefit_id": says.BenefitID, "product": nil, "entitlements": entitlements}
	answer["signed_at"], answer["ends_at"] = says.SignedAt.Unix(), nil
	if says.Product != "" {
		answer["product"] = says.Product
	}
	if !says.EndsAt.IsZero() {
		answer["ends_at"] = says.EndsAt.Unix()
	}
	answer["status"] = answered{"index": says.StatusIndex, "uri": says.StatusURI}
	return answer
}

// TestMain is also the programs that tests and the conformance kit start.
func TestMain(m *testing.M) {
	name := os.Getenv("LATCHKEY_TEST")
	if process, isOne := processes[name]; isOne {
		process(NewFileStorage("."))
	} else if name == "driver" {
		drive()
	} else {
		os.Exit(m.Run())
	}
}
