import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { ormOptions, pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { untilBlocked } from '../../../test/support/until-blocked.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { Leasing } from '../src/domain/leases/leasing.ts';
import type { PresentedLicenseKey } from '../src/domain/keys/presented-license-key.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, anInstallation, NOW, secondsAfterNow } from './license-key.builder.ts';

const NEW_STRING = 'NEW-STRING-1';

/** Two processes on one database, and a separate connection that holds locks and inspects rows. */
let orms: MikroORM[];
let one: PgLicenseKeys;
let other: PgLicenseKeys;
let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  orms = await Promise.all([0, 1, 2].map(() => MikroORM.init(ormOptions(database.url, [licensingTables]))));
  const keyring = new Keyring([Buffer.alloc(32, 1)]);
  [one, other] = orms.map(({ em }) => new PgLicenseKeys(em, keyring, new OrganizationClocks(false))) as [
    PgLicenseKeys,
    PgLicenseKeys,
  ];
  pool = await pgPool(orms[2]!.em);
});
afterAll(async () => {
  for (const orm of orms) await orm.close(true);
  await drop();
});

/** A rotated key that is found by its old and by its new string. */
async function aRotatedKey() {
  const key = aLicenseKey().limitedTo(2).newUnsaved();
  const { id, organizationId } = key;
  await one.addAll([key]);
  const identified = { id, within: [organizationId] };
  await one.change(identified, (found) => found.rotate(NEW_STRING, secondsAfterNow(3600), NOW));
  const byString = (string: string) => ({ organizationId, key: string, at: NOW });
  return { id, byId: identified, byOldString: byString(key.snapshot.key), byNewString: byString(NEW_STRING) };
}

/** Locks the key, starts the calls one after the other so that each waits for the lock, then releases the lock. */
async function queuedBehindLock<T>(id: string, ...calls: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from licensing.license_keys where id = $1 for update', [id]);
    const started: Promise<PromiseSettledResult<T>[]>[] = [];
    for (const call of calls) {
      started.push(Promise.allSettled([call()]));
      await untilBlocked(pool, { count: started.length });
    }
    await holder.query('rollback');
    return (await Promise.all(started)).flat();
  } finally {
    holder.release();
  }
}

async function slotsOf(id: string) {
  const { rows } = await pool.query<{ counted: number; live: number }>(
    `select activation_count as counted,
      (select count(*)::int from licensing.activations where license_key_id = k.id and deactivated_at is null) as live
     from licensing.license_keys k where id = $1`,
    [id],
  );
  return rows[0];
}

const activate =
  (device: string | null = null) =>
  (key: PresentedLicenseKey): string =>
    key.activate(anInstallation({ device }), NOW).id;

test.each(['byId', 'byNewString', 'byOldString'] as const)(
  'an activation that was deactivated %s while a call with the old string waited is not found, and its slot was released once',
  async (first) => {
    const key = await aRotatedKey();
    const [activationId] = [
      await one.changePresented(key.byNewString, activate()),
      await one.changePresented(key.byNewString, activate()),
    ];
    const deactivate = (found: PresentedLicenseKey & { readonly leasing: Leasing }) => found.deactivate(activationId, NOW);
    const named = { activationId, to: 'deactivate' } as const;
    const outcomes = await queuedBehindLock(
      key.id,
      () =>
        first === 'byId'
          ? one.change({ ...key.byId, ...named }, deactivate)
          : one.changePresented({ ...key[first], ...named }, deactivate),
      () => other.changePresented({ ...key.byOldString, ...named }, deactivate),
    );

    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'ACTIVATION_NOT_FOUND' } }]);
    expect(await slotsOf(key.id)).toEqual({ counted: 1, live: 1 });
  },
);

test.each(['byNewString', 'byOldString'] as const)(
  'a device that was activated %s while a call with the old string waited gets the same activation',
  async (first) => {
    const key = await aRotatedKey();
    const outcomes = await queuedBehindLock(
      key.id,
      () => one.changePresented({ ...key[first], device: 'serial-1' }, activate('serial-1')),
      () => other.changePresented({ ...key.byOldString, device: 'serial-1' }, activate('serial-1')),
    );
    expect(outcomes).toEqual([outcomes[0], outcomes[0]]);
    expect(outcomes[0]!.status).toBe('fulfilled');
    expect(await slotsOf(key.id)).toEqual({ counted: 1, live: 1 });
  },
);

test('a device that was deactivated while a call with the old string waited gets a new activation', async () => {
  const key = await aRotatedKey();
  const activationId = await one.changePresented(key.byNewString, activate('serial-1'));
  const outcomes = await queuedBehindLock<string | void>(
    key.id,
    () => one.change({ ...key.byId, activationId, to: 'deactivate' }, (found) => found.deactivate(activationId, NOW)),
    () => other.changePresented({ ...key.byOldString, device: 'serial-1' }, activate('serial-1')),
  );
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled', value: expect.not.stringMatching(activationId) },
  ]);
  expect(await slotsOf(key.id)).toEqual({ counted: 1, live: 1 });
});
