import type { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { OrganizationClocks } from '#platform/clocks';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { PresentedKeyRow } from '../src/adapters/persistence/license-key-records.ts';
import { writesOfUse } from '../src/adapters/persistence/license-key-writes.ts';
import { MOST_INCREMENTS } from '../src/domain/counters/kept-increments.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { licensingTables } from '../src/index.ts';
import { incrementsOf } from '../src/queries/increments-of-key.ts';
import { aLicenseKey, aPresentation, NOW } from './index.ts';

let orm: MikroORM;
let close: () => Promise<void>;
let keys: PgLicenseKeys;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
  keys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
});
afterAll(() => close());

const aCountingKey = () => aLicenseKey().governedBy({ counters: { exports: {} } });
const anIncrement = (job?: number) =>
  aPresentation({ increment: { counter: 'exports', units: 1, ...(job === undefined ? {} : { metadata: { job } }) } });
const whichIs = ({ id, organizationId }: LicenseKey) => ({ id, within: [organizationId] });
const increment = (key: LicenseKey, job?: number) =>
  keys.change(whichIs(key), (found) => found.validate(anIncrement(job), NOW)?.id ?? null);
const jobsOf = async ({ organizationId, id }: LicenseKey): Promise<unknown[]> => {
  const rows = await incrementsOf(orm.em, organizationId, id).orderBy('position').execute();
  return rows.map(({ metadata }) => metadata['job']);
};

async function stored(): Promise<LicenseKey> {
  const key = aCountingKey().newUnsaved();
  await keys.addAll([key]);
  return key;
}

test('an increment takes no statement more, and one with metadata a single one', () => {
  const statementsOf = (job?: number): string[] => {
    const key = aCountingKey().build();
    const row = { ...key.stored } as unknown as PresentedKeyRow;
    key.validate(anIncrement(job), NOW);
    return writesOfUse([key], new Map([[key, { row, activations: [] }]])).map(({ name }) => name);
  };
  const [without, withMetadata] = [statementsOf(), statementsOf(1)];
  expect(without).not.toContain('license-keys-write-increments');
  expect(withMetadata.filter((name) => !without.includes(name))).toEqual(['license-keys-write-increments']);
  expect(withMetadata).toHaveLength(without.length + 1);
});

test('concurrent increments are all kept, and those that replace others leave the rest', async () => {
  const [key, other] = [await stored(), await stored()];
  await Promise.all([...Array.from({ length: 20 }, (_, job) => increment(key, job)), increment(other, 100)]);
  expect((await jobsOf(key)).toSorted()).toEqual(Array.from({ length: 20 }, (_, job) => job).toSorted());
  await orm.em
    .getConnection()
    .execute(`update licensing.license_keys set policy_state = policy_state || ? where id = ?`, [
      JSON.stringify({ keptIncrements: MOST_INCREMENTS + 3 }),
      key.id,
    ]);
  const [, , , replaced] = await jobsOf(key);
  await increment(key, 50);
  const jobs = await jobsOf(key);
  expect([jobs.length, jobs[3], jobs.includes(replaced)]).toEqual([20, 50, false]);
  expect(await jobsOf(other)).toEqual([100]);
});

test('what is refused or tried out is not kept', async () => {
  const key = await stored();
  await keys.preview(whichIs(key), (found) => found.validate(anIncrement(1), NOW)?.id ?? null);
  const missing = aPresentation({ ...anIncrement(1), activationId: newId() });
  await expect(keys.change(whichIs(key), (found) => found.validate(missing, NOW)?.id ?? null)).rejects.toMatchObject({
    code: 'ACTIVATION_NOT_FOUND',
  });
  expect(await jobsOf(key)).toEqual([]);
});

test('increments are erased with the customer, in batches, and those of other keys stay', async () => {
  const [key, other] = [await stored(), await stored()];
  await increment(key, 1);
  await increment(other, 2);
  expect(await keys.eraseActivations(key.organizationId, [key.id])).toBe(1);
  expect(await keys.eraseActivations(key.organizationId, [key.id])).toBe(0);
  expect([await jobsOf(key), await jobsOf(other)]).toEqual([[], [2]]);
});
