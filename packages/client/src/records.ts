import { isObject, type JsonObject, parseObject } from './bytes.ts';
import type { Status } from './status-list.ts';
import type { Storage } from './storage/storage.ts';

/** The license key that the application uses, and the activation it has. */
export interface LicenseRecord {
  /** Null after an offline activation: the key was never entered. */
  readonly key: string | null;
  readonly activationId: string | null;
  readonly licenseKeyId: string | null;
  /** Those of the activation. Validations and leases repeat them. */
  readonly conditions: JsonObject;
}

/** The last lease, the keys that prove it, and what a status list has said about it since. */
export interface LeaseRecord {
  readonly lease: string;
  readonly signedKeys: string;
  readonly status: Status;
  /** When the list was issued that said so, in seconds. */
  readonly statusIssuedAt: number;
}

const LICENSE = 'license';
const LEASE = 'lease';
const DEVICE = 'device';
const STATUSES: readonly unknown[] = ['valid', 'revoked', 'suspended'] satisfies Status[];

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What the library stores. What is not in its own form counts as missing. Nothing here is trusted: leases are verified again. */
export class Records {
  constructor(private readonly storage: Storage) {}

  async license(): Promise<LicenseRecord | undefined> {
    const stored = await this.read(LICENSE);
    if (!stored) return undefined;
    const { conditions } = stored;
    return {
      key: textOrNull(stored['key']),
      activationId: textOrNull(stored['activationId']),
      licenseKeyId: textOrNull(stored['licenseKeyId']),
      conditions: isObject(conditions) ? conditions : {},
    };
  }

  writeLicense(record: LicenseRecord): Promise<void> {
    return this.storage.write(LICENSE, JSON.stringify(record));
  }

  async lease(): Promise<LeaseRecord | undefined> {
    const { lease, signedKeys, status, statusIssuedAt } = (await this.read(LEASE)) ?? {};
    if (typeof lease !== 'string' || typeof signedKeys !== 'string' || !STATUSES.includes(status)) return undefined;
    return { lease, signedKeys, status: status as Status, statusIssuedAt: Number(statusIssuedAt) || 0 };
  }

  writeLease(record: LeaseRecord): Promise<void> {
    return this.storage.write(LEASE, JSON.stringify(record));
  }

  async forget(): Promise<void> {
    await this.storage.remove(LEASE);
    await this.storage.remove(LICENSE);
  }

  /** The random ID of this installation, which is made when it is asked for first. */
  async deviceId(): Promise<string> {
    const known = textOrNull((await this.read(DEVICE))?.['id']);
    if (known !== null) return known;
    const id = crypto.randomUUID();
    await this.storage.write(DEVICE, JSON.stringify({ id }));
    return id;
  }

  private async read(name: string): Promise<JsonObject | undefined> {
    return parseObject((await this.storage.read(name)) ?? '');
  }
}
