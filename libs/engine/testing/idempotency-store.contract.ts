import { randomBytes } from 'node:crypto';
import {
  type IdempotencyStore,
  decryptResponse,
  digestsOf,
  encryptResponse,
  RESPONSE,
  type StoredRecord,
} from '../src/idempotency/stored-record.ts';
import { JsonText } from '#support/json';
import { Keyring } from '../src/secrets/keyring.ts';

interface Subject {
  /** A process with these secret keys. */
  store(keyring: Keyring): IdempotencyStore;
  /** Stores the record of a step, as its transaction does. */
  insert(record: StoredRecord): Promise<void>;
}

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = new Keyring([OLD]);
const rotating = new Keyring([NEW, OLD]);
const after = new Keyring([NEW]);

const LONG_AGO = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-03-01T10:00:00.123Z');
const REQUEST = randomBytes(32);

const newName = (): string => randomBytes(8).toString('hex');

function recordOf(
  name: string,
  { keyring = before, step = RESPONSE, startedAt = NOW, body = 'done' as unknown } = {},
): StoredRecord {
  const [key] = digestsOf(keyring, name);
  return { key: key!, step, request: REQUEST, startedAt, encrypted: encryptResponse(keyring, name, { status: 201, body }) };
}

const stepsOf = (records: readonly StoredRecord[]): string[] => records.map(({ step }) => step).sort();

/** What every store does. */
export function idempotencyStoreContract(subject: () => Subject): void {
  const open = (name: string, keyring = before, expiredAt = LONG_AGO): Promise<StoredRecord[]> =>
    subject().store(keyring).open(digestsOf(keyring, name), expiredAt);
  const close = (name: string, response?: StoredRecord, keyring = before): Promise<void> =>
    subject().store(keyring).close(digestsOf(keyring, name), response);

  test('a key that is not known has no records', async () => {
    const name = newName();
    expect(await open(name)).toEqual([]);
    await close(name);
  });

  test('a stored record is returned as it was', async () => {
    const [name, other] = [newName(), newName()];
    const [step, response] = [recordOf(name, { step: 'Customer 1' }), recordOf(name, { body: { text: 'ä😀', list: [1, null] } })];
    await open(name);
    await subject().insert(step);
    await subject().insert(recordOf(other, { step: 'Customer 1' }));
    await close(name, response);
    const found = await open(name);
    expect(stepsOf(found)).toEqual([RESPONSE, 'Customer 1']);
    expect(found.find((record) => record.step === RESPONSE)).toEqual(response);
    await close(name);
  });

  test('a key is under way from open to close, for others and for the same process', async () => {
    const name = newName();
    await open(name);
    await expect(open(name)).rejects.toThrow('under way');
    await close(name);
    await open(name);
    await close(name);
  });

  test('of many at the same time, one gets the key', async () => {
    const name = newName();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => open(name)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await close(name);
  });

  test('a step is stored once, and a response stays as it is', async () => {
    const name = newName();
    await subject().insert(recordOf(name, { step: 'Order 1' }));
    await expect(subject().insert(recordOf(name, { step: 'Order 1' }))).rejects.toThrow('under way');
    await open(name);
    await close(name, recordOf(name, { body: 'first' }));
    await open(name);
    await close(name, recordOf(name, { body: 'second' }));
    const found = await open(name);
    expect(
      decryptResponse(
        before,
        found.find(({ step }) => step === RESPONSE)!,
      ).body,
    ).toEqual(new JsonText('"first"'));
    await close(name);
  });

  test('records that have expired are not returned, and can be stored again', async () => {
    const name = newName();
    await subject().insert(recordOf(name, { step: 'Order 1' }));
    expect(await open(name, before, new Date(NOW.getTime() - 1))).toHaveLength(1);
    await close(name);
    expect(await open(name, before, NOW)).toEqual([]);
    await subject().insert(recordOf(name, { step: 'Order 1' }));
    await close(name);
  });

  test('deletes what has expired, and nothing else', async () => {
    const [expired, kept] = [newName(), newName()];
    await subject().insert(recordOf(expired, { step: 'Order 1', startedAt: LONG_AGO }));
    await subject().insert(recordOf(kept, { step: 'Order 1' }));
    expect(await subject().store(before).deleteExpired(LONG_AGO)).toBe(false);
    expect(await open(expired, before, new Date(0))).toEqual([]);
    expect(await open(kept)).toHaveLength(1);
    await close(expired);
    await close(kept);
  });

  test('is found under the old and the new secret while it is rotated, and then under the new one alone', async () => {
    const name = newName();
    await subject().insert(recordOf(name, { step: 'Order 1' }));
    await open(name);
    await expect(open(name, rotating)).rejects.toThrow('under way');
    await close(name, recordOf(name));
    expect(stepsOf(await open(name, rotating))).toEqual([RESPONSE, 'Order 1']);
    await close(name, undefined, rotating);
    expect(await subject().store(rotating).reencrypt()).toBeGreaterThanOrEqual(2);
    const found = await open(name, after);
    expect(stepsOf(found)).toEqual([RESPONSE, 'Order 1']);
    expect(
      decryptResponse(
        after,
        found.find(({ step }) => step === RESPONSE)!,
      ),
    ).toEqual({ status: 201, body: new JsonText('"done"') });
    await close(name, undefined, after);
    expect(await subject().store(rotating).reencrypt()).toBe(0);
  });
}
