import type { Background } from './background.ts';
import type { JsonObject } from './bytes.ts';
import { Clock } from './clock.ts';
import { descriptionFields } from './device.ts';
import { type CheckingOut, type CheckOut, keepCheckedOut } from './keep-checked-out.ts';
import { keepFresh, type Refreshed, type Refreshing } from './keep-fresh.ts';
import { openLease } from './lease.ts';
import { licenseState, type LicenseState } from './license-state.ts';
import { OfflineActivation } from './offline-activation.ts';
import { type ClientOptions, type Settings, settingsFrom } from './options.ts';
import { type LicenseRecord, Records } from './records.ts';
import { type NotActivated, orFault, type Result, untrusted } from './result.ts';
import { type CallOptions, Service } from './service.ts';
import { type Status, statusIn } from './status-list.ts';
import { headerOf, MAX_LIST } from './token.ts';
import { Transport } from './transport.ts';
import { UsageReservations } from './usage-reservations.ts';

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

/** The license key as the service describes it, in the names of its API. */
export type ValidatedLicenseKey = JsonObject & { readonly id: string; readonly status: 'granted' };

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
  private readonly service: Service;
  private readonly descriptions: () => Promise<JsonObject>;

  constructor(options: ClientOptions) {
    this.settings = settingsFrom(options);
    const { storage, now } = this.settings;
    this.records = new Records(storage);
    this.clock = new Clock(storage, now);
    this.descriptions = descriptionFields(options);
    this.service = new Service(this.settings, new Transport(options), () => this.clock.now());
    this.offline = new OfflineActivation({
      ...this.settings,
      records: this.records,
      clock: this.clock,
      deviceId: () => this.deviceId(),
      check: () => this.check(),
    });
    this.reservations = new UsageReservations(this.service, () => this.presentedKey());
  }

  /** Which device this is. Self-reported: it stops nobody who wants to be another one. */
  async deviceId(): Promise<string> {
    return this.settings.deviceId ?? this.records.deviceId();
  }

  /** Activates a key for this device. The device that has an activation gets that one again. */
  async activate(
    key: string,
    { label, conditions = {}, meta = {} }: Installation,
    { signal }: Cancelable = {},
  ): Promise<Result<{ readonly activationId: string }>> {
    const described = await this.descriptions();
    const body = { key, organization_id: this.settings.organizationId, label, conditions, meta, ...described };
    const answer = await this.service.call('activate', body, { signal, headers: await this.deviceHeader() });
    if (answer.outcome !== 'ok') return answer;
    const { id, license_key_id } = answer.body;
    if (typeof id !== 'string' || typeof license_key_id !== 'string') return untrusted('malformed');
    await this.records.forget();
    await this.records.writeLicense({ key, activationId: id, licenseKeyId: license_key_id, conditions });
    return { outcome: 'ok', activationId: id };
  }

  /**
   * Asks the service whether the key is valid. The answer is signed, so nobody but the service can say yes. `incrementUsage` is counted
   * once, however often the request has to be repeated.
   */
  async validate({ incrementUsage, signal }: Cancelable & { readonly incrementUsage?: number } = {}): Promise<
    Result<{ readonly licenseKey: ValidatedLicenseKey }> | NotActivated
  > {
    const presented = await this.presented();
    if ('outcome' in presented) return presented;
    const counted = incrementUsage === undefined ? {} : { increment_usage: incrementUsage };
    const headers: CallOptions['headers'] = incrementUsage === undefined ? {} : { 'idempotency-key': crypto.randomUUID() };
    const answer = await this.service.callSigned('validate', { ...presented.body, ...counted }, { signal, headers });
    if (answer.outcome !== 'ok') return answer;
    const { body, signedAt } = answer;
    if (typeof body['id'] !== 'string' || body['status'] !== 'granted') return untrusted('malformed');
    await this.clock.correct(signedAt);
    return { outcome: 'ok', licenseKey: body as ValidatedLicenseKey };
  }

  /** Gets a lease, or renews it, and stores it. `license` is what `check` says from now on. */
  async lease({ signal }: Cancelable = {}): Promise<Result<{ readonly license: LicenseState }> | NotActivated> {
    const presented = await this.presented();
    if ('outcome' in presented) return presented;
    const answer = await this.service.callSigned('lease', presented.body, { signal, nonceField: 'nonce' });
    if (answer.outcome !== 'ok') return answer;
    return orFault(async () => {
      const { body, nonce, signedAt } = answer;
      const token = String(body['lease']);
      const keys = await this.service.keysWith(String(headerOf(token)['kid']), signal);
      if ('outcome' in keys) return keys;
      const { licenseKeyId } = presented.record;
      const expected = { device: await this.deviceId(), licenseKeyId: licenseKeyId ?? undefined, nonce };
      const lease = await openLease(token, keys.keys, this.settings, expected);
      await this.clock.correct(signedAt);
      const isCurrent = (await this.records.license())?.activationId === lease.activationId;
      if (!isCurrent) return { outcome: 'not_activated' } as const;
      await this.records.writeLease({
        lease: token,
        signedKeys: keys.token,
        status: 'valid',
        statusIssuedAt: lease.issuedAt,
      });
      return { outcome: 'ok', license: await this.check() } as const;
    });
  }

  /** Whether the application may be used, without a network. Cheap enough for every start. */
  async check(): Promise<LicenseState> {
    const { records, clock, settings: signers } = this;
    return licenseState({ records, clock, signers, device: await this.deviceId() });
  }

  /** Reads the signed status list, and remembers what it says about the lease. The key is not sent. */
  async checkStatus({ signal }: Cancelable = {}): Promise<Result<{ readonly status: Status }> | NotActivated> {
    const record = await this.records.lease();
    if (!record) return { outcome: 'not_activated' };
    return orFault(async () => {
      const known = await this.service.keysWith(String(headerOf(record.lease)['kid']), signal);
      if ('outcome' in known) return known;
      const { status: place } = await openLease(record.lease, known.keys, this.settings, { device: await this.deviceId() });
      const answer = await this.service.published(place.uri, signal);
      if ('outcome' in answer) return answer;
      const keys = await this.service.keysWith(String(headerOf(answer.text, MAX_LIST)['kid']), signal);
      if ('outcome' in keys) return keys;
      const { status, issuedAt } = await statusIn(answer.text, place, keys.keys, this.clock.now());
      if (issuedAt < record.statusIssuedAt) return untrusted('replayed');
      await this.clock.atLeast(issuedAt);
      // Another lease may have been stored in the meantime, or this one given back.
      const current = await this.records.lease();
      if (current?.lease !== record.lease) return { outcome: 'not_activated' } as const;
      await this.records.writeLease({ ...record, status, statusIssuedAt: issuedAt });
      return { outcome: 'ok', status } as const;
    });
  }

  /** What an application does when it has a network: looks whether the lease was revoked, and renews it if that is due. */
  async refresh({ signal }: Cancelable = {}): Promise<Refreshed> {
    const status = await this.checkStatus({ signal });
    const before = await this.check();
    const isUnreachable = status.outcome === 'unavailable';
    const isDue = before.usable ? before.refreshDue : before.reason !== 'revoked' && before.reason !== 'suspended';
    if (isUnreachable || !isDue) return { license: before, status, renewal: null };
    const renewal = await this.lease({ signal });
    return { license: await this.check(), status, renewal };
  }

  /** Refreshes now and from then on, in the background, until it is stopped. */
  keepFresh(refreshing: Refreshing = {}): Background {
    return keepFresh((signal) => this.refresh({ signal }), refreshing);
  }

  /** Renews the check-out of a floating license key (docs/licensing/floating.md). The answer is signed. */
  async heartbeat({ signal }: Cancelable = {}): Promise<Result<CheckOut> | NotActivated> {
    const { key, activationId } = (await this.records.license()) ?? {};
    if (!key || !activationId) return { outcome: 'not_activated' };
    const body = { key, organization_id: this.settings.organizationId, activation_id: activationId };
    const answer = await this.service.callSigned('heartbeat', body, { signal });
    if (answer.outcome !== 'ok') return answer;
    const expiresAt = Date.parse(String(answer.body['checkout_expires_at']));
    if (answer.body['id'] !== activationId || Number.isNaN(expiresAt)) return untrusted('malformed');
    await this.clock.correct(answer.signedAt);
    return { outcome: 'ok', secondsLeft: Math.floor(expiresAt / 1000) - answer.signedAt };
  }

  /** Sends heartbeats in the background, so that two in a row may be lost, until it is stopped or the check-out is refused. */
  keepCheckedOut(options: CheckingOut = {}): Background {
    return keepCheckedOut((signal) => this.heartbeat({ signal }), options);
  }

  /** Gives the activation back. A lease keeps its place until it is over. */
  async deactivate({ signal }: Cancelable = {}): Promise<Result<object> | NotActivated> {
    const { key, activationId } = (await this.records.license()) ?? {};
    if (!key || !activationId) return { outcome: 'not_activated' };
    const body = { key, organization_id: this.settings.organizationId, activation_id: activationId };
    const answer = await this.service.call('deactivate', body, { signal });
    const isGone = answer.outcome === 'refused' && answer.code === 'ACTIVATION_NOT_FOUND';
    if (answer.outcome !== 'ok' && !isGone) return answer;
    await this.records.forget();
    return { outcome: 'ok' };
  }

  private async presented(): Promise<{ readonly body: JsonObject; readonly record: LicenseRecord } | NotActivated> {
    const record = await this.records.license();
    if (!record?.key || !record.activationId) return { outcome: 'not_activated' };
    const { key, activationId: activation_id, conditions } = record;
    const described = await this.descriptions();
    return { record, body: { key, organization_id: this.settings.organizationId, activation_id, conditions, ...described } };
  }

  private async presentedKey(): Promise<{ readonly body: JsonObject } | NotActivated> {
    const { key } = (await this.records.license()) ?? {};
    return key ? { body: { key, organization_id: this.settings.organizationId } } : { outcome: 'not_activated' };
  }

  private async deviceHeader(): Promise<NonNullable<CallOptions['headers']>> {
    return { 'license-device': await this.deviceId() };
  }
}
