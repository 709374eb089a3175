import type { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { untilBlocked } from '../../../test/support/until-blocked.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { LOCK_BY_ID } from '../src/adapters/persistence/license-key-statements.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { aLicenseKey } from './license-key.builder.ts';
import { usageReservationsContract } from './usage-reservations.contract.ts';

const SECOND_MS = 1000;

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  usageReservationsContract(() => ({
    licenseKeys,
    pass: async (_key, seconds) => {
      licenseKeys.databaseTime = new Date(licenseKeys.databaseTime.getTime() + seconds * SECOND_MS);
    },
  }));
});

describe('in PostgreSQL', () => {
  let orm: MikroORM;
  let close: () => Promise<void>;
  let licenseKeys: PgLicenseKeys;
  beforeAll(async () => {
    ({ orm, close } = await freshOrm(licensingTables));
    licenseKeys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
  });
  afterAll(() => close());

  usageReservationsContract(() => ({
    licenseKeys,
    // The time of the database goes on by itself: the reservations are moved to the past instead.
    pass: async ({ id }, seconds) => {
      const moved = `select jsonb_agg(r || jsonb_build_object('expiresAt', to_char(((r->>'expiresAt')::timestamptz
          - make_interval(secs => $2)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) from jsonb_array_elements(reservations) r`;
      const pool = await pgPool(orm.em);
      await pool.query(
        `update licensing.license_keys set reservations = (${moved}), reserved_until = reserved_until - make_interval(secs => $2) where id = $1`,
        [id, seconds],
      );
    },
  }));

  test('a row that was waited for has the time after the wait', async () => {
    const key = aLicenseKey().usableTimes(10).newUnsaved();
    await licenseKeys.addAll([key]);
    const pool = await pgPool(orm.em);
    const change = 'update licensing.license_keys set reservations = $2::jsonb where id = $1';
    await pool.query(change, [key.id, '[]']);
    const [holder, waiter] = [await pool.connect(), await pool.connect()];
    try {
      const time = async (): Promise<number> =>
        (await pool.query<{ now: number }>("select date_part('epoch', clock_timestamp()) * 1000 as now")).rows[0]!.now;
      await holder.query('begin');
      await holder.query(change, [key.id, '[]']);
      const locked = waiter.query<{ databaseTime: number }>({ ...LOCK_BY_ID, values: [[0], [key.organizationId], [key.id]] });
      await untilBlocked(pool);
      const waited = await time();
      await holder.query('commit');
      const [row] = (await locked).rows;
      expect(row!.databaseTime).toBeGreaterThanOrEqual(Math.floor(waited));
    } finally {
      holder.release();
      waiter.release();
    }
  });
});
