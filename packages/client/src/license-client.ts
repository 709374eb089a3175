import type { Background } from './background.ts';
import { isObject, type JsonObject } from './bytes.ts';
import type { Call } from './call.ts';
import { Clock } from './clock.ts';
import { descriptionFields, machineIdOf } from './device.ts';
import { DeviceKey } from './device-key.ts';
import { type CheckingOut, type CheckOut, keepCheckedOut } from './keep-checked-out.ts';
import { normalForm } from './key-form.ts';
import { keepFresh, type Refreshed, type Refreshing } from './keep-fresh.ts';
import { openLease } from './lease.ts';
import { isAboutUnits, LeasedUnits, takesOf, type Units, type UnitsBefore, unitsFields, type Write } from './leased-units.ts';
import { licenseState, type LicenseState, type StateSources, storedLease } from './license-state.ts';
import { OfflineActivation } from './offline-activation.ts';
import { type ClientOptions, type Settings, settingsFrom } from './options.ts';
import { type LicenseRecord, Records } from './records.ts';
import { type NotActivated, orFault, type Refused, type Result, type Unsupported, untrusted, unsupported } from './result.ts';
import { type Missing, UnsupportedRuntime } from './runtime.ts';
import { type CallOptions, Service } from './service.ts';
import { signedInKeys, type SignedInKey, type SignInCode } from './sign-in.ts';
import { type Standing, standingIn } from './standing.ts';
import { type Status, statusIn } from './status-list.ts';
import { headerOf, MAX_LIST } from './token.ts';
import { Transport } from './transport.ts';
import { UsageReservations } from './usage-reservations.ts';

const BETWEEN_TRIES_MS = 5000;
/** As long as the page for the customer is open. */
const LONGEST_WAIT_MS = 3_600_000;
/** The label of an activation that another version of the library stored without one. */
const UNNAMED = 'Device';

/** What an application says about itself when it is activated. */
export interface Installation {
  /** Shown to the customer and the seller, such as the name of the machine. */
  readonly label: string;
  /** Have to be the same in every validation. */
  readonly conditions?: JsonObject;
  readonly meta?: JsonObject;
}

export interface Cancelable {
  readonly signal?: AbortSignal;
}

export interface Activating extends Cancelable {
  /**
   * Called if the license key has no free activation: with a page on which the customer removes a device. The activation then waits
   * until there is one, for an hour at most.
   */
  readonly onManage?: (page: { readonly url: string }) => void;
}

export interface SigningIn extends Installation, Cancelable {
  /** The `id` of the application at the service (`POST /v1/sign-in-clients/`). */
  readonly clientId: string;
  /** Called once: the application shows the code and the page, or opens the page. */
  readonly onCode: (code: SignInCode) => void;
  /** Called if there are several license keys, oldest first. Without it, the first one is activated. */
  readonly choose?: (keys: readonly SignedInKey[]) => SignedInKey | Promise<SignedInKey>;
}

export interface Leasing extends Cancelable {
  /**
   * How many units of each counter the application wants to use without a network, of this lease and of those that follow; `{}` if none.
   * Left out, as many as before.
   */
  readonly units?: Units;
}

interface Presented {
  readonly body: JsonObject;
  readonly record: LicenseRecord;
}

type Activated = Result<{ readonly activationId: string }>;

/** The license key as the service describes it, in the names of its API. */
export type ValidatedLicenseKey = JsonObject & {
  readonly id: string;
  readonly status: 'granted';
  readonly counters?: { readonly [counter: string]: Counter };
};

/** What is used and left of a counter; `limit` and `remaining` are null if it has no limit. */
export interface Counter {
  readonly used: number;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly carried_over?: number;
  readonly resets_at?: string;
}

type Leased = Result<{ readonly license: LicenseState }> | NotActivated;
type Validated = Result<{ readonly licenseKey: ValidatedLicenseKey; readonly standing: Standing | undefined }> | NotActivated;

/**
 * The license of one installation of an application. Operations return what happened, also if the service refuses or there is no
 * network; they throw only what an `AbortSignal` throws, and what the storage does.
 */
export class LicenseClient {
  readonly offline: OfflineActivation;
  readonly reservations: UsageReservations;
  private readonly settings: Settings;
  private readonly records: Records;
  private readonly clock: Clock;
  private readonly transport: Transport;
  private readonly service: Service;
  private readonly deviceKey: DeviceKey;
  private readonly units: LeasedUnits;
  private readonly descriptions: () => Promise<JsonObject>;

  constructor(options: ClientOptions) {
    this.settings = settingsFrom(options);
    const { storage, clocks, runtime } = this.settings;
    const newId = (): string => runtime.randomUUID();
    this.descriptions = descriptionFields(options);
    this.records = new Records(storage, newId, async () => machineIdOf(await this.descriptions(), options.organizationId));
    this.clock = new Clock(storage, clocks);
    this.transport = new Transport(options);
    this.service = new Service(this.settings, this.transport, this.clock);
    this.deviceKey = new DeviceKey(storage);
    this.units = new LeasedUnits(this.sources);
    this.offline = new OfflineActivation({
      ...this.settings,
      records: this.records,
      clock: this.clock,
      deviceKey: this.deviceKey,
      deviceId: () => this.deviceId(),
      check: () => this.check(),
      storedLease: () => storedLease(this.sources),
    });
    this.reservations = new UsageReservations(
      this.service,
      () => this.presentedKey(),
      newId,
      (signal) => this.transport.begin(signal),
    );
  }

  /** What this runtime lacks, for all but activation by file: nothing, if an operation would do what it should. */
  async missing(): Promise<readonly Missing[]> {
    return this.settings.runtime.missing();
  }

  /** Which device this is. Self-reported: it stops nobody who wants to be another one. */
  async deviceId(): Promise<string> {
    return this.settings.deviceId ?? (await this.records.device()).id;
  }

  /**
   * Activates a key for this device. The device that has an activation gets that one again. A license that is there stays until the new
   * one is stored, and its lease until `lease` has stored another.
   */
  async activate(key: string, installation: Installation, { signal, onManage }: Activating = {}): Promise<Activated> {
    const unable = await this.unable();
    if (unable) return unable;
    const activated = await this.activateAsTyped(key, installation, this.transport.begin(signal));
    if (!onManage || activated.outcome !== 'refused' || activated.manageUrl === undefined) return activated;
    onManage({ url: activated.manageUrl });
    return this.activateWhenFree((call) => this.activateAsTyped(key, installation, call), activated, signal);
  }

  /**
   * Gets the trial key of a benefit for this device, described as `device` says, and activates it. A device gets one trial of a benefit, also
   * if it is installed anew. One that is over is refused with `EXPIRED`, and a benefit without trials with `TRIAL_NOT_OFFERED`.
   */
  async trial(benefitId: string, installation: Installation, { signal }: Cancelable = {}): Promise<Activated> {
    const unable = await this.unable();
    if (unable) return unable;
    const { device } = await this.descriptions();
    const described = device === undefined ? {} : { device };
    const body = { organization_id: this.settings.organizationId, benefit_id: benefitId, ...described };
    const call = this.transport.begin(signal);
    const answer = await this.service.call('trial', body, { call, headers: await this.deviceHeaders() });
    if (answer.outcome !== 'ok') return answer;
    // The answer is not signed: that of the activation proves what the key is.
    const { key } = answer.body;
    return typeof key === 'string' ? this.activateOnce({ key, benefitId, ...installation }, call) : untrusted('malformed');
  }

  /**
   * Lets the customer sign in on a page of the service instead of typing a license key, and activates the license key of the customer for this
   * device. Waits until the customer has decided, at most as long as the code is valid. Refused with `SIGN_IN_DENIED`, `SIGN_IN_EXPIRED`, or
   * `NO_LICENSE_KEY` if whoever signed in has none for this application; otherwise as an activation. Nothing of the sign-in is stored.
   */
  async signIn({ clientId, onCode, choose, signal, ...installation }: SigningIn): Promise<Activated> {
    const unable = await this.unable();
    if (unable) return unable;
    const { organizationId: organization_id, benefitIds } = this.settings;
    const found = await signedInKeys(
      this.service,
      { body: { organization_id }, clientId, benefitIds, onCode },
      { begin: () => this.transport.begin(signal), sleep: (ms) => this.transport.sleep(ms, signal) },
    );
    if (found.outcome !== 'ok') return found;
    const { keys } = found;
    const { key, benefitId } = (keys.length > 1 && (await choose?.(keys))) || keys[0]!;
    return this.activateOnce({ key, benefitId, ...installation }, this.transport.begin(signal));
  }

  /** Activates the stored key again, for example after the customer has removed this device. */
  async reactivate(activating: Activating = {}): Promise<Activated | NotActivated> {
    const { key, label, conditions, meta } = (await this.records.license()) ?? {};
    if (!key) return { outcome: 'not_activated' };
    return this.activate(key, { label: label || UNNAMED, conditions: conditions!, meta: meta! }, activating);
  }

  /**
   * Asks the service whether the key is valid. The answer is signed, so nobody but the service can say yes. `incrementUsage` is counted
   * once, however often the request has to be repeated. `standing` is what the customer needs to know; undefined if the service did not
   * tell it, as in the answer to a request that was repeated.
   */
  validate({ incrementUsage, signal }: Cancelable & { readonly incrementUsage?: number } = {}): Promise<Validated> {
    return this.validateCounting(incrementUsage === undefined ? undefined : { increment_usage: incrementUsage }, signal);
  }

  /**
   * Validates the key and adds to one of its counters (docs/licensing/counters.md): once, however often the request has to be repeated.
   * `licenseKey.counters` says what is left of each.
   */
  increment(counter: string, units = 1, { signal }: Cancelable = {}): Promise<Validated> {
    return this.validateCounting({ increment: { counter, units } }, signal);
  }

  private async validateCounting(counted: JsonObject | undefined, signal: AbortSignal | undefined): Promise<Validated> {
    const presented = await this.presented();
    if ('outcome' in presented) return presented;
    const { runtime, benefitIds } = this.settings;
    const headers: CallOptions['headers'] = counted === undefined ? {} : { 'idempotency-key': runtime.randomUUID() };
    const call = this.transport.begin(signal);
    const answer = await this.service.callSigned('validate', { ...presented.body, ...counted }, { call, headers });
    if (answer.outcome !== 'ok') return answer;
    const { body, signedAt } = answer;
    if (typeof body['id'] !== 'string' || body['status'] !== 'granted') return untrusted('malformed');
    await this.clock.correct(signedAt);
    if (benefitIds && !benefitIds.includes(String(body['benefit_id']))) return untrusted('wrong_benefit');
    const told = answer.standing;
    const standing = told === undefined ? undefined : standingIn(told);
    return { outcome: 'ok', licenseKey: body as ValidatedLicenseKey, standing };
  }

  /**
   * Gets a lease, or renews it, and stores it. `license` is what `check` says from now on. A renewal settles the units of counters that were
   * used, and takes as many as the application wants, or, if there are no more, as many as were left. A refusal of `units` is returned,
   * whether the lease could be renewed without them or not.
   */
  lease({ units, signal }: Leasing = {}): Promise<Leased> {
    return this.renewLease(signal, (write) => write(), units);
  }

  private async renewLease(signal: AbortSignal | undefined, write: Write, units?: Units): Promise<Leased> {
    const presented = await this.presented();
    if ('outcome' in presented) return presented;
    const call = this.transport.begin(signal);
    const { activationId } = presented.record;
    let before = await this.units.settle(activationId!, write);
    const { wanted } = before;
    const isForUnits = units !== undefined || Object.keys(wanted).length > 0;
    // What an activation has is known before it takes more: of an answer that was lost, and where the storage was.
    if (isForUnits && (!before.settled || before.isUnanswered)) {
      const renewed = await this.renewTaking(presented, { before, take: {}, wanted, call, write });
      if (renewed.outcome !== 'ok') return renewed;
      before = await this.units.settle(activationId!, write);
    }
    if (!before.isStored) return this.renewTaking(presented, { before, take: {}, wanted, call, write });
    let refused: Refused | undefined;
    for (const take of takesOf(units ?? wanted, before, units === undefined)) {
      const renewal = { before, take, wanted: refused ? wanted : (units ?? wanted), call, write };
      const renewed = await this.renewTaking(presented, renewal);
      if (isAboutUnits(renewed, take)) refused ??= renewed;
      else return renewed.outcome === 'ok' && units ? (refused ?? renewed) : renewed;
    }
    return refused!;
  }

  /** Sends one request. Repeated, it takes no units again. */
  private async renewTaking(
    { body: presented, record: { licenseKeyId } }: Presented,
    renewal: {
      readonly before: UnitsBefore;
      readonly take: Units;
      readonly wanted: Units;
      readonly call: Call;
      readonly write: Write;
    },
  ): Promise<Leased> {
    const { before, take, wanted, call, write } = renewal;
    const fields = unitsFields(before.isStored ? before.settled : undefined, take);
    const headers = {
      ...(await this.signingHeader('license-device-key', () => this.deviceKey.publicKey())),
      ...(fields.units ? { 'idempotency-key': this.settings.runtime.randomUUID() } : {}),
    };
    const answer = await this.service.callSigned('lease', { ...presented, ...fields }, { call, headers, nonceField: 'nonce' });
    if (answer.outcome !== 'ok') return answer;
    return orFault(async (): Promise<Leased> => {
      const { body, nonce, signedAt } = answer;
      const token = String(body['lease']);
      const keys = await this.service.keysWith(String(headerOf(token)['kid']), { call, at: signedAt });
      if ('outcome' in keys) return keys;
      const { benefitIds } = this.settings;
      const expected = { device: await this.deviceId(), licenseKeyId: licenseKeyId ?? undefined, nonce, benefitIds };
      const lease = await openLease(token, keys.keys, this.settings, expected);
      await this.clock.correct(signedAt);
      const record = {
        lease: token,
        signedKeys: keys.token,
        licenseKeyId: lease.licenseKeyId,
        status: 'valid',
        statusIssuedAt: lease.issuedAt,
      } as const;
      const isStored = await this.units.store({ lease, record, before, wanted }, write);
      return isStored ? { outcome: 'ok', license: await this.check() } : { outcome: 'not_activated' };
    });
  }

  /**
   * Uses units of a counter that came with the lease, without a network: what is used is stored before this returns. Refused are more than
   * is left (`COUNTER_LIMIT_REACHED`), a counter of which the lease has none (`INVALID_REQUEST`), a lease that is over (`LEASE_ENDED`,
   * `REVOKED`, `DISABLED`) or was settled (`UNITS_SETTLED`), and a clock that was set back (`CLOCK_SET_BACK`).
   */
  async use(counter: string, units = 1): Promise<Result<{ readonly left: number }> | NotActivated> {
    return (await this.unable()) ?? this.units.use(counter, units);
  }

  /** How many units of each counter are left to be used without a network; none without a lease that is usable. */
  unitsLeft(): Promise<Units> {
    return this.units.left();
  }

  /** Whether the application may be used, without a network. Cheap enough for every start. */
  async check(): Promise<LicenseState> {
    return licenseState(this.sources);
  }

  /** Reads the signed status list, and remembers what it says about the lease. The key is not sent. */
  checkStatus({ signal }: Cancelable = {}): Promise<Result<{ readonly status: Status }> | NotActivated> {
    return this.readStatus(signal, (write) => write());
  }

  private async readStatus(
    signal: AbortSignal | undefined,
    write: Write,
  ): Promise<Result<{ readonly status: Status }> | NotActivated> {
    const record = await this.records.lease();
    if (!record) return { outcome: 'not_activated' };
    const unable = await this.unable();
    if (unable) return unable;
    return orFault(async (): Promise<Result<{ readonly status: Status }> | NotActivated> => {
      const call = this.transport.begin(signal);
      const known = await this.service.keysWith(String(headerOf(record.lease)['kid']), { call });
      if ('outcome' in known) return known;
      const { status: place } = await openLease(record.lease, known.keys, this.settings, { device: await this.deviceId() });
      const answer = await this.service.published(place.uri, call);
      if ('outcome' in answer) return answer;
      const keys = await this.service.keysWith(String(headerOf(answer.text, MAX_LIST)['kid']), { call });
      if ('outcome' in keys) return keys;
      const { inflate } = this.settings;
      const { status, issuedAt } = await statusIn(answer.text, place, keys.keys, { now: await this.clock.now(), inflate });
      if (issuedAt < record.statusIssuedAt) return untrusted('replayed');
      await this.clock.atLeast(issuedAt);
      // Another lease may have been stored in the meantime, or this one given back.
      const isStored = await this.records.locked(async () => {
        if ((await this.records.lease())?.lease !== record.lease) return false;
        await write(() => this.records.writeLease({ ...record, status, statusIssuedAt: issuedAt }));
        return true;
      });
      return isStored ? { outcome: 'ok', status } : { outcome: 'not_activated' };
    });
  }

  /**
   * What an application does when it has a network: looks whether the lease was revoked, and renews it if that is due, or if units were
   * settled and the answer was lost. What cannot be stored counts until the program ends, and `notStored` tells it.
   */
  async refresh({ signal }: Cancelable = {}): Promise<Refreshed> {
    let notStored: unknown;
    const write: Write = async (work) => {
      await work().catch((error: unknown) => void (notStored = error));
    };
    const status = await this.readStatus(signal, write);
    const before = await this.check();
    const isUnreachable = status.outcome === 'unavailable';
    const isDue = before.usable
      ? before.refreshDue || (await this.units.areSettled(before.lease))
      : before.reason !== 'revoked' && before.reason !== 'suspended';
    if (isUnreachable || !isDue) return { license: before, status, renewal: null, notStored };
    const renewal = await this.renewLease(signal, write);
    return { license: await this.check(), status, renewal, notStored };
  }

  /** Refreshes now and from then on, in the background, until it is stopped. */
  keepFresh(refreshing: Refreshing = {}): Background {
    return keepFresh((signal) => this.refresh({ signal }), refreshing, this.transport.idle);
  }

  /** Renews the check-out of a floating license key (docs/licensing/floating.md). The answer is signed. */
  async heartbeat({ signal }: Cancelable = {}): Promise<Result<CheckOut> | NotActivated> {
    const { key, activationId } = (await this.records.license()) ?? {};
    if (!key || !activationId) return { outcome: 'not_activated' };
    const unable = await this.unable();
    if (unable) return unable;
    const body = { key, organization_id: this.settings.organizationId, activation_id: activationId };
    const answer = await this.service.callSigned('heartbeat', body, { call: this.transport.begin(signal) });
    if (answer.outcome !== 'ok') return answer;
    const expiresAt = Date.parse(String(answer.body['checkout_expires_at']));
    if (answer.body['id'] !== activationId || Number.isNaN(expiresAt)) return untrusted('malformed');
    await this.clock.correct(answer.signedAt);
    return { outcome: 'ok', secondsLeft: Math.floor(expiresAt / 1000) - answer.signedAt };
  }

  /** Sends heartbeats in the background, so that two in a row may be lost, until it is stopped or the check-out is refused. */
  keepCheckedOut(options: CheckingOut = {}): Background {
    return keepCheckedOut((signal) => this.heartbeat({ signal }), options, this.transport.idle);
  }

  /**
   * Gives the activation back, and the lease with it: this installation signs that it does not use it any more. Units of counters that were
   * not used are given back before.
   */
  async deactivate({ signal }: Cancelable = {}): Promise<Result<object> | NotActivated> {
    const { key, activationId } = (await this.records.license()) ?? {};
    if (!key || !activationId) return { outcome: 'not_activated' };
    if ((await storedLease(this.sources))?.unitsId) {
      const settled = await this.renewLease(signal, (write) => write().catch(() => {}), {});
      if (settled.outcome === 'unavailable') return settled;
    }
    const body = { key, organization_id: this.settings.organizationId, activation_id: activationId };
    const call = this.transport.begin(signal);
    const signed = await this.signedDeactivation(activationId);
    const accepted = await this.service.call('deactivate', body, { call, headers: signed });
    // What the service does not accept as signed, such as with the lease of another version of the library, it accepts unsigned.
    const isRefused =
      accepted.outcome === 'refused' && Object.keys(signed).length > 0 && accepted.code !== 'ACTIVATION_NOT_FOUND';
    const answer = isRefused ? await this.service.call('deactivate', body, { call }) : accepted;
    const isGone = answer.outcome === 'refused' && answer.code === 'ACTIVATION_NOT_FOUND';
    if (answer.outcome !== 'ok' && !isGone) return answer;
    await this.records.forget();
    return { outcome: 'ok' };
  }

  private get sources(): StateSources {
    const { records, clock, settings: signers } = this;
    return { records, clock, signers, deviceId: () => this.deviceId(), benefitIds: signers.benefitIds };
  }

  private async signedDeactivation(activationId: string): Promise<Readonly<Record<string, string>>> {
    const license = await this.check();
    if (!license.usable || license.lease.activationId !== activationId) return {};
    const { organizationId } = this.settings;
    const now = await this.clock.now();
    return this.signingHeader('license-deactivation', () =>
      this.deviceKey.signedDeactivation(license.lease, organizationId, now),
    );
  }

  /** A header for which the installation needs its key; none where the runtime cannot sign. */
  private async signingHeader(name: string, value: () => Promise<string>): Promise<Readonly<Record<string, string>>> {
    const signed = await orFault(async () => ({ outcome: 'ok' as const, value: await value() }));
    return signed.outcome === 'ok' ? { [name]: signed.value } : {};
  }

  private async unable(): Promise<Unsupported | undefined> {
    const missing = await this.missing();
    return missing.length === 0 ? undefined : unsupported(new UnsupportedRuntime(missing));
  }

  /** As it was typed first, because a seller may have issued a key that looks like this. */
  private async activateAsTyped(key: string, installation: Installation, call: Call): Promise<Activated> {
    const meant = normalForm(key);
    const activated = await this.activateForBenefit(key, installation, call);
    if (activated.outcome !== 'refused' || activated.code !== 'NOT_FOUND' || meant === key) return activated;
    return this.activateForBenefit(meant, installation, call);
  }

  /** The service compares one benefit. A key that is of another one takes no slot, so the next can be tried. */
  private async activateForBenefit(key: string, installation: Installation, call: Call): Promise<Activated> {
    const [first = null, ...others] = this.settings.benefitIds ?? [];
    let activated = await this.activateOnce({ key, benefitId: first, ...installation }, call);
    for (const benefitId of others) {
      if (activated.outcome !== 'refused' || activated.code !== 'BENEFIT_MISMATCH') return activated;
      activated = await this.activateOnce({ key, benefitId, ...installation }, call);
    }
    return activated;
  }

  private async activateOnce(
    {
      key,
      benefitId,
      label,
      conditions = {},
      meta = {},
    }: Installation & { readonly key: string; readonly benefitId: string | null },
    call: Call,
  ): Promise<Activated> {
    await this.records.assertWritable({ key, conditions, label, meta });
    const described = await this.descriptions();
    const { organizationId: organization_id } = this.settings;
    const body = { key, organization_id, label, conditions, meta, ...benefitField(benefitId), ...described };
    const answer = await this.service.callSigned('activate', body, { call, headers: await this.deviceHeaders() });
    if (answer.outcome !== 'ok') return answer;
    const { id, license_key_id, license_key } = answer.body;
    if (typeof id !== 'string' || typeof license_key_id !== 'string') return untrusted('malformed');
    const found = isObject(license_key) ? license_key : {};
    if (benefitId !== null && found['benefit_id'] !== benefitId) return untrusted('wrong_benefit');
    const known = typeof found['key'] === 'string' ? found['key'] : key;
    const device = this.settings.deviceId === undefined ? await this.deviceId() : null;
    const record = { key: known, activationId: id, licenseKeyId: license_key_id, benefitId, device, conditions, label, meta };
    await this.records.writeLicense(record);
    return { outcome: 'ok', activationId: id };
  }

  /** Tries again until a device was removed. Without a network it goes on trying. */
  private async activateWhenFree(
    activate: (call: Call) => Promise<Activated>,
    refused: Activated,
    signal: AbortSignal | undefined,
  ): Promise<Activated> {
    let last = refused;
    for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS;) {
      await this.transport.sleep(BETWEEN_TRIES_MS, signal);
      const call = this.transport.begin(signal);
      const activated = await activate(call);
      waitedMs += BETWEEN_TRIES_MS + call.spentMs;
      const isFull = activated.outcome === 'refused' && activated.code === 'ACTIVATION_LIMIT_REACHED';
      if (!isFull && activated.outcome !== 'unavailable') return activated;
      // Without a page there is no device left that could be removed: only leases hold places, until `retryAt`.
      if (isFull && activated.manageUrl === undefined) return activated;
      if (isFull) last = activated;
    }
    return last;
  }

  private async presented(): Promise<Presented | NotActivated | Unsupported> {
    const record = await this.records.license();
    if (!record?.key || !record.activationId) return { outcome: 'not_activated' };
    const unable = await this.unable();
    if (unable) return unable;
    const { key, activationId: activation_id, conditions, benefitId } = record;
    const described = await this.descriptions();
    const { organizationId: organization_id } = this.settings;
    return { record, body: { key, organization_id, activation_id, conditions, ...benefitField(benefitId), ...described } };
  }

  private async presentedKey(): Promise<{ readonly body: JsonObject } | NotActivated> {
    const { key } = (await this.records.license()) ?? {};
    return key ? { body: { key, organization_id: this.settings.organizationId } } : { outcome: 'not_activated' };
  }

  /** Accounts and processes of one machine have one device, and installations of their own where those have IDs. */
  private async deviceHeaders(): Promise<NonNullable<CallOptions['headers']>> {
    const { deviceId, hasInstallation } = this.settings;
    if (deviceId !== undefined && !hasInstallation) return { 'license-device': deviceId };
    const { id, installation } = await this.records.device();
    const own = deviceId === undefined ? installation : (installation ?? id);
    return { 'license-device': deviceId ?? id, ...(own === null || !hasInstallation ? {} : { 'license-installation': own }) };
  }
}

const benefitField = (benefitId: string | null): JsonObject => (benefitId === null ? {} : { benefit_id: benefitId });
