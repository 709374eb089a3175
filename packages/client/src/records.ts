import { isObject, isUnits, type JsonObject, parseObject } from './bytes.ts';
import type { Status } from './status-list.ts';
import type { Storage } from './storage/storage.ts';

/** The license key that the application uses, and the activation it has. */
export interface LicenseRecord {
  /** Null after an offline activation: the key was never entered. */
  readonly key: string | null;
  readonly activationId: string | null;
  readonly licenseKeyId: string | null;
  /** The benefit that the application asked for, if it did. */
  readonly benefitId: string | null;
  /** The random ID of the device that was activated, so that it outlasts its own record; null if the application has its own. */
  readonly device: string | null;
  /** The conditions of the activation. Validations and leases repeat them. */
  readonly conditions: JsonObject;
  /** What the application said of itself, to say it again. */
  readonly label: string;
  readonly meta: JsonObject;
}

/** The last lease, the keys that prove it, and what a status list has said about it since. */
export interface LeaseRecord {
  readonly lease: string;
  readonly signedKeys: string;
  /** The license key that was leased: another one may have been activated since. */
  readonly licenseKeyId: string | null;
  readonly status: Status;
  /** When the list was issued that said so, in seconds. */
  readonly statusIssuedAt: number;
}

/** What was used of the units of a lease (docs/licensing/counters.md). */
export interface UnitsRecord {
  readonly activationId: string;
  /** What the application wants of each lease of the activation, by counter. */
  readonly wanted: Readonly<Record<string, number>>;
  /** The units that are meant; null if the lease has none. */
  readonly unitsId: string | null;
  readonly used: Readonly<Record<string, number>>;
  /** Whether a request that settles them may have been sent: then none of them is used any more. */
  readonly isSettling: boolean;
}

/** The version of the form in which a license and a lease are stored, which clients in all languages share (packages/conformance/README.md). */
const VERSION = 1;
const LICENSE = 'license';
const LEASE = 'lease';
const UNITS = 'units';
const DEVICE = 'device';
const PROBE = 'probe';
const STATUSES: readonly unknown[] = ['valid', 'revoked', 'suspended'] satisfies Status[];

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Which device this is, and which installation on it. */
export interface DeviceRecord {
  readonly id: string;
  /** Null if the ID is that of this installation alone. */
  readonly installation: string | null;
}

/** The device records that are being made, so that clients that share a storage make one. */
const making = new WeakMap<Storage, Promise<DeviceRecord>>();

/** The last work with each storage that has no lock. */
const turns = new WeakMap<Storage, Promise<unknown>>();

function inTurn<T>(storage: Storage, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(storage) ?? Promise.resolve()).then(work);
  turns.set(
    storage,
    turn.catch(() => {}),
  );
  return turn;
}

/** The last lease, if the storage failed. It counts until another one is stored, by this program or by another one. */
interface UnstoredLease {
  readonly record: LeaseRecord;
  /** The text that the storage has instead. */
  readonly inPlaceOf: string | null;
}

/** What the library stores. What is not in its own form counts as missing. Nothing here is trusted: leases are verified again. */
export class Records {
  private unstored: UnstoredLease | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly newId: () => string,
    /** An ID that all accounts of the machine have; null if there is none. */
    private readonly machineId: () => Promise<string | null> = async () => null,
  ) {}

  async license(): Promise<LicenseRecord | undefined> {
    const stored = await this.read(LICENSE);
    if (!stored) return undefined;
    return {
      key: textOrNull(stored['key']),
      activationId: textOrNull(stored['activationId']),
      licenseKeyId: textOrNull(stored['licenseKeyId']),
      benefitId: textOrNull(stored['benefitId']),
      device: textOrNull(stored['device']),
      conditions: objectOf(stored['conditions']),
      label: textOrNull(stored['label']) ?? '',
      meta: objectOf(stored['meta']),
    };
  }

  /** Also replaces the license that is there. Its lease stays until that of the new license is stored. */
  writeLicense(record: LicenseRecord): Promise<void> {
    return this.storage.write(LICENSE, JSON.stringify({ version: VERSION, ...record }));
  }

  /** Throws what writing such a license would throw. */
  async assertWritable(record: Omit<LicenseRecord, 'activationId' | 'licenseKeyId' | 'benefitId' | 'device'>): Promise<void> {
    await this.storage.write(PROBE, JSON.stringify({ ...record, key: '-'.repeat(record.key!.length) }));
    await this.storage.remove(PROBE);
  }

  async lease(): Promise<LeaseRecord | undefined> {
    const text = await this.storage.read(LEASE);
    if (this.unstored && this.unstored.inPlaceOf === text) return this.unstored.record;
    const { lease, signedKeys, licenseKeyId, status, statusIssuedAt } = recordIn(text) ?? {};
    if (typeof lease !== 'string' || typeof signedKeys !== 'string' || !STATUSES.includes(status)) return undefined;
    return {
      lease,
      signedKeys,
      licenseKeyId: textOrNull(licenseKeyId) ?? (await this.license())?.licenseKeyId ?? null,
      status: status as Status,
      statusIssuedAt: Number(statusIssuedAt) || 0,
    };
  }

  /** If the storage fails, the lease counts in this program nevertheless. */
  async writeLease(record: LeaseRecord): Promise<void> {
    const inPlaceOf = await this.storage.read(LEASE);
    try {
      await this.storage.write(LEASE, JSON.stringify({ version: VERSION, ...record }));
      this.unstored = undefined;
    } catch (error) {
      this.unstored = { record, inPlaceOf };
      throw error;
    }
  }

  async units(): Promise<UnitsRecord | undefined> {
    const { activationId, wanted, unitsId, used, settling } = (await this.read(UNITS)) ?? {};
    const isOfUnits = unitsId === null || typeof unitsId === 'string';
    if (typeof activationId !== 'string' || !isOfUnits || typeof settling !== 'boolean') return undefined;
    return isUnits(wanted) && isUnits(used) ? { activationId, wanted, unitsId, used, isSettling: settling } : undefined;
  }

  writeUnits({ isSettling: settling, ...record }: UnitsRecord): Promise<void> {
    return this.storage.write(UNITS, JSON.stringify({ version: VERSION, ...record, settling }));
  }

  /**
   * Runs work with the lock of the storage: in this program one after the other, if it has none. A storage that cannot be locked, because it
   * is read-only, cannot be written either.
   */
  async locked<T>(work: () => Promise<T>): Promise<T> {
    if (!this.storage.lock) return inTurn(this.storage, work);
    let isLocked = false;
    try {
      return await this.storage.lock(() => {
        isLocked = true;
        return work();
      });
    } catch (error) {
      if (isLocked) throw error;
      return work();
    }
  }

  async forget(): Promise<void> {
    this.unstored = undefined;
    await this.storage.remove(LEASE);
    await this.storage.remove(LICENSE);
    await this.storage.remove(UNITS);
  }

  /** The IDs of the device and of this installation, which are made once, when they are asked for first. */
  device(): Promise<DeviceRecord> {
    const made = making.get(this.storage) ?? this.makeDevice().finally(() => making.delete(this.storage));
    making.set(this.storage, made);
    return made;
  }

  /**
   * What was created first counts. A text that was damaged is left, and the next name is used: if it were replaced, another process could
   * replace it as well, and each would have an ID of its own.
   */
  private async makeDevice(): Promise<DeviceRecord> {
    for (let n = 0; ; n++) {
      const name = n === 0 ? DEVICE : `${DEVICE}-${n}`;
      if ((await this.storage.read(name)) === null) {
        const known = (await this.license())?.device ?? null;
        const machine = await this.machineId();
        const isOfMachine = machine !== null && (known ?? machine) === machine;
        const made = isOfMachine ? { id: machine, installation: this.newId() } : { id: known ?? this.newId() };
        await this.create(name, JSON.stringify(made));
      }
      const stored = await this.read(name);
      const id = textOrNull(stored?.['id']);
      if (id) return { id, installation: textOrNull(stored?.['installation']) };
    }
  }

  private async create(name: string, text: string): Promise<void> {
    if (this.storage.create) await this.storage.create(name, text);
    else await this.storage.write(name, text);
  }

  private async read(name: string): Promise<JsonObject | undefined> {
    return recordIn(await this.storage.read(name));
  }
}

function recordIn(text: string | null): JsonObject | undefined {
  const stored = parseObject(text ?? '');
  return (stored?.['version'] ?? VERSION) === VERSION ? stored : undefined;
}
