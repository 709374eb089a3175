import { parseObject } from './bytes.ts';
import type { Clock } from './clock.ts';
import type { DeviceKey } from './device-key.ts';
import { openKeySet } from './key-set.ts';
import { type Lease, openLease } from './lease.ts';
import type { LicenseState } from './license-state.ts';
import { leaseFileIn, VERSION } from './mailed-file.ts';
import type { Settings } from './options.ts';
import type { Records } from './records.ts';
import { type NotActivated, NotTrusted, orFault, type Unsupported, type Untrusted } from './result.ts';

const REQUEST_TYPE = 'latchkey-activation-request+jwt';

const PENDING = 'request';
const LAST_DEACTIVATION = 'deactivation';

/** What a request file says about the machine, beside its device ID. */
export interface Machine {
  readonly label: string;
  readonly platform?: string;
  readonly appVersion?: string;
}

const MAX_LABEL = 255;
const MAX_DESCRIPTION = 64;
/** Control characters and lone surrogates (Unicode Cc, Cs): listed, because not every runtime knows `\p{…}`. */
const REFUSED = '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff';
const LINE = new RegExp(`^[^${REFUSED}]+$`, 'u');

/** The text without blanks around it, such as the line break at the end of a file with the name of the machine. */
function line(name: string, given: string, max: number): string {
  const text = given.trim();
  if (!LINE.test(text) || [...text].length > max) {
    throw new TypeError(`\`${name}\` has to be one line of 1 to ${max} characters, without control characters.`);
  }
  return text;
}

interface Parts extends Omit<Settings, 'deviceId'> {
  readonly records: Records;
  readonly clock: Clock;
  readonly deviceKey: DeviceKey;
  deviceId(): Promise<string>;
  check(): Promise<LicenseState>;
  /** The stored lease, whatever the time is. */
  storedLease(): Promise<Lease | undefined>;
}

/** Activation by files that somebody carries to a machine with a network and back (docs/licensing/offline-activation.md). */
export class OfflineActivation {
  constructor(private readonly parts: Parts) {}

  /**
   * The content of a request file. The answer to an earlier request is no longer accepted. Throws a `TypeError` for what no file may say:
   * every text is one line.
   */
  async request({ label, platform, appVersion }: Machine): Promise<string> {
    const { organizationId, clock, storage, runtime } = this.parts;
    const about = {
      label: line('label', label, MAX_LABEL),
      ...(platform === undefined ? {} : { platform: line('platform', platform, MAX_DESCRIPTION) }),
      ...(appVersion === undefined ? {} : { app_version: line('appVersion', appVersion, MAX_DESCRIPTION) }),
    };
    const nonce = runtime.randomText();
    const file = await this.parts.deviceKey.signed(REQUEST_TYPE, {
      version: VERSION,
      aud: organizationId,
      jti: nonce,
      iat: await clock.now(),
      device: await this.parts.deviceId(),
      ...about,
    });
    await storage.write(PENDING, JSON.stringify({ nonce }));
    return file;
  }

  /** Takes in the lease file that answers the last request. A file can be taken in again as long as its lease is the current one. */
  async importLease(file: string): Promise<{ readonly outcome: 'ok'; readonly license: LicenseState } | Untrusted | Unsupported> {
    return orFault(() => this.parts.records.locked(() => this.takeIn(file)));
  }

  private async takeIn(file: string): Promise<{ readonly outcome: 'ok'; readonly license: LicenseState }> {
    const { records, clock, storage } = this.parts;
    const { lease: token, signedKeys } = leaseFileIn(file);
    if ((await records.lease())?.lease === token) return { outcome: 'ok', license: await this.parts.check() };

    const nonce = parseObject((await storage.read(PENDING)) ?? '')?.['nonce'];
    if (typeof nonce !== 'string') throw new NotTrusted('replayed');
    const { keys, expiresAt } = await openKeySet(signedKeys, this.parts, 0);
    const { benefitIds } = this.parts;
    const lease = await openLease(token, keys, this.parts, { device: await this.parts.deviceId(), nonce, benefitIds });
    if (lease.issuedAt >= expiresAt) throw new NotTrusted('expired');
    const { licenseKeyId, activationId, issuedAt } = lease;
    const known = await records.license();
    const key = known?.licenseKeyId === licenseKeyId ? known.key : null;
    await clock.correctByFile(issuedAt);
    await records.writeLicense({
      key,
      activationId,
      licenseKeyId,
      benefitId: null,
      device: known?.device ?? null,
      conditions: {},
      label: known?.label ?? '',
      meta: known?.meta ?? {},
    });
    await records.writeLease({ lease: token, signedKeys, licenseKeyId, status: 'valid', statusIssuedAt: issuedAt });
    await storage.remove(PENDING);
    return { outcome: 'ok', license: await this.parts.check() };
  }

  /**
   * Ends the lease on this machine, and returns the content of a deactivation file: with it the service gives the place to another
   * machine at once. Nothing brings the lease back. `lastDeactivation` returns the same text again.
   */
  async deactivate(): Promise<{ readonly outcome: 'ok'; readonly file: string } | NotActivated> {
    const { organizationId, records, clock, storage, deviceKey } = this.parts;
    const lease = await this.heldLease();
    if (!lease) return { outcome: 'not_activated' };
    const file = await deviceKey.signedDeactivation(lease, organizationId, await clock.now());
    await storage.write(LAST_DEACTIVATION, file);
    await records.forget();
    await storage.remove(PENDING);
    await deviceKey.forget();
    return { outcome: 'ok', file };
  }

  /** The last deactivation file, for those who could not save it. */
  lastDeactivation(): Promise<string | null> {
    return this.parts.storage.read(LAST_DEACTIVATION);
  }

  /** A machine whose clock is wrong may give back what it has. */
  private async heldLease(): Promise<Lease | undefined> {
    const license = await this.parts.check();
    if (license.usable) return license.lease;
    return license.reason === 'clock_set_back' ? this.parts.storedLease() : undefined;
  }
}
