import { IdempotencyKeyInUse } from '../src/idempotency/errors.ts';
import { IdempotencyStore, renewed, type StoredRecord } from '../src/idempotency/stored-record.ts';
import type { Keyring } from '../src/secrets/keyring.ts';

const nameOf = ({ key, step }: Pick<StoredRecord, 'key' | 'step'>): string => `${key.toString('hex')} ${step}`;

export class InMemoryIdempotencyStore extends IdempotencyStore {
  readonly records = new Map<string, StoredRecord>();
  private readonly underWay = new Set<string>();

  constructor(private readonly keyring: Keyring) {
    super();
  }

  /** What the transaction of a step does. */
  insert(record: StoredRecord): void {
    if (this.records.has(nameOf(record))) throw new IdempotencyKeyInUse();
    this.records.set(nameOf(record), record);
  }

  async open(keys: readonly Buffer[], expiredAt: Date): Promise<StoredRecord[]> {
    const names = keys.map((key) => key.toString('hex'));
    if (names.some((name) => this.underWay.has(name))) throw new IdempotencyKeyInUse();
    for (const name of names) this.underWay.add(name);
    const own = [...this.records.values()].filter(({ key }) => keys.some((each) => each.equals(key)));
    for (const record of own) if (record.startedAt <= expiredAt) this.records.delete(nameOf(record));
    return own.filter(({ startedAt }) => startedAt > expiredAt);
  }

  async close(keys: readonly Buffer[], response?: StoredRecord): Promise<void> {
    for (const key of keys) this.underWay.delete(key.toString('hex'));
    if (response && !this.records.has(nameOf(response))) this.records.set(nameOf(response), response);
  }

  async deleteExpired(expiredAt: Date): Promise<boolean> {
    for (const [name, { startedAt }] of this.records) if (startedAt <= expiredAt) this.records.delete(name);
    return false;
  }

  async reencrypt(): Promise<number> {
    const { currentKeyId } = this.keyring;
    const outdated = [...this.records.values()].filter(
      ({ encrypted }) => !encrypted.subarray(0, currentKeyId.length).equals(currentKeyId),
    );
    for (const record of outdated) {
      this.records.delete(nameOf(record));
      const changed = { ...record, ...renewed(this.keyring, record.encrypted) };
      this.records.set(nameOf(changed), changed);
    }
    return outdated.length;
  }
}
