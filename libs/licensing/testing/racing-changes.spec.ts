import { MikroORM } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { OrganizationClocks } from '#platform/clocks';
import { ormOptions } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { newKeyString } from '../src/domain/keys/key-string.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { KeyStringsTaken } from '../src/domain/keys/key-issuance.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, anInstallation, aValidationInput, NOW, secondsAfterNow } from './license-key.builder.ts';

/** Two repositories with separate connections stand for two processes: neither knows the batches of the other. */
let orms: MikroORM[];
let processes: [PgLicenseKeys, PgLicenseKeys];
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  orms = await Promise.all([0, 1].map(() => MikroORM.init(ormOptions(database.url, [licensingTables]))));
  const [one, other] = orms.map(
    ({ em }) => new PgLicenseKeys(em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false)),
  );
  processes = [one!, other!];
});
afterAll(async () => {
  for (const orm of orms) await orm.close(true);
  await drop();
});

const add = async (key: LicenseKey): Promise<LicenseKey> => {
  await processes[0].addAll([key]);
  return key;
};
const query = (sql: string, ...values: unknown[]) => orms[0]!.em.fork().execute<Record<string, unknown>[]>(sql, values);
const either = (n: number): PgLicenseKeys => processes[n % 2]!;
const presented = (key: LicenseKey) => ({ organizationId: key.organizationId, key: key.snapshot.key, at: NOW });
const identified = (key: LicenseKey) => ({ id: key.id, within: [key.organizationId] });
const times = <T>(count: number, act: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => act(n));
const succeeded = async (calls: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

const activate = (key: LicenseKey, n: number, device: string | null = null): Promise<string> =>
  either(n).changePresented({ ...presented(key), device }, (found) => found.activate(anInstallation({ device }), NOW).id);
const deactivate = (key: LicenseKey, n: number, activationId: string): Promise<void> =>
  either(n).changePresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
    found.deactivate(activationId, NOW),
  );
const validate = (key: LicenseKey, n: number, incrementUsage = 0): Promise<void> =>
  either(n).changePresented(presented(key), (found) => void found.validate(aValidationInput({ incrementUsage }), NOW));

const slotsOf = async ({ id }: LicenseKey) => {
  const [counted] = await query('select activation_count as counted from licensing.license_keys where id = ?', id);
  const live = await query('select id from licensing.activations where license_key_id = ? and deactivated_at is null', id);
  return { ...counted, live: live.length };
};

test('of two hundred activations of a key limited to twenty, twenty succeed', async () => {
  const key = await add(aLicenseKey().limitedTo(20).newUnsaved());
  expect(await succeeded(times(200, (n) => activate(key, n)))).toBe(20);
  expect(await slotsOf(key)).toEqual({ counted: 20, live: 20 });
});

test('the counter stays exact with deactivations in between', async () => {
  const key = await add(aLicenseKey().limitedTo(20).newUnsaved());
  const activateAndDeactivate = async (n: number): Promise<number> => {
    const id = await activate(key, n);
    return succeeded([deactivate(key, n, id), deactivate(key, n + 1, id)]);
  };
  const deactivations = (await Promise.allSettled(times(100, activateAndDeactivate))).flatMap((each) =>
    'value' in each ? [each.value] : [],
  );
  expect(deactivations.length).toBeGreaterThanOrEqual(20);
  expect(new Set(deactivations)).toEqual(new Set([1]));
  expect(await slotsOf(key)).toEqual({ counted: 0, live: 0 });
});

test('of two hundred increments of a key limited to thirty, thirty succeed, with updates in between', async () => {
  const key = await add(aLicenseKey().usableTimes(30).newUnsaved());
  const updates = times(50, (n) =>
    either(n).change(identified(key), (found) => found.update({ expiresAt: secondsAfterNow(100 + n) }, NOW)),
  );
  expect(await succeeded(times(200, (n) => validate(key, n, 1)))).toBe(30);
  await Promise.all(updates);
  expect(await query('select usage, validations::int from licensing.license_keys where id = ?', key.id)).toEqual([
    { usage: 30, validations: 30 },
  ]);
});

test('a device that activates many times at once has one activation', async () => {
  const key = await add(aLicenseKey().limitedTo(20).newUnsaved());
  const ids = await Promise.all(times(50, (n) => activate(key, n, 'serial-1')));
  expect(new Set(ids).size).toBe(1);
  expect(await slotsOf(key)).toEqual({ counted: 1, live: 1 });
});

test('a device that is deactivated and activates again in one batch has a new activation, written in one transaction', async () => {
  const key = await add(aLicenseKey().limitedTo(1).newUnsaved());
  const first = await activate(key, 0, 'serial-1');
  const [, second] = await Promise.all([deactivate(key, 0, first), activate(key, 0, 'serial-1')]);
  expect(second).not.toBe(first);
  const written = await query(`select xmin::text from licensing.activations where license_key_id = ?`, key.id);
  expect(new Set(written.map(({ xmin }) => xmin)).size).toBe(1);
});

test('two processes can change many keys concurrently', async () => {
  const keys = await Promise.all(times(30, () => add(aLicenseKey().newUnsaved())));
  const calls = times(600, (n) => (n % 3 ? validate(keys[n % 30]!, n) : rotateWithOverlap(keys[(n * 7) % 30]!, n)));
  await Promise.all(calls);
  const counts = await Promise.all(
    keys.map(({ id }) => query('select validations::int from licensing.license_keys where id = ?', id)),
  );
  expect(counts.flat().reduce((sum, { validations }) => sum + Number(validations), 0)).toBe(400);
});

/** A rotation whose old string keeps working, so that the other calls still find the key. */
const rotateWithOverlap = (key: LicenseKey, n: number): Promise<void> =>
  either(n).change(identified(key), (found) => found.rotate(newKeyString(null), secondsAfterNow(3600), NOW));

test('of two concurrent additions of the same strings in opposite order, one succeeds and the other is rejected', async () => {
  const organizationId = randomUUID();
  for (let round = 0; round < 10; round++) {
    const strings = times(200, (n) => `ROUND-${round}-${n}`);
    const additions = (names: string[]) => names.map((name) => aLicenseKey().of(organizationId).called(name).newUnsaved());
    const outcomes = await Promise.allSettled([
      processes[0].addAll(additions(strings)),
      processes[1].addAll(additions(strings.toReversed())),
    ]);
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).toEqual([new KeyStringsTaken(times(200, (n) => n))]);
  }
});
