import type { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { licenseKeysContract } from './license-keys.contract.ts';

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  licenseKeysContract(() => ({
    licenseKeys,
    eventsOf: async (id) => licenseKeys.events.filter((event) => event.aggregateId === id).map((event) => event.name),
  }));
});

describe.each([
  ['one secret key', [Buffer.alloc(32, 1)]],
  ['two secret keys, while they are rotated', [Buffer.alloc(32, 2), Buffer.alloc(32, 1)]],
])('in PostgreSQL with %s', (_name, masters) => {
  let orm: MikroORM;
  let close: () => Promise<void>;
  let licenseKeys: PgLicenseKeys;

  beforeAll(async () => {
    ({ orm, close } = await freshOrm(licensingTables));
    licenseKeys = new PgLicenseKeys(orm.em, new Keyring(masters), new OrganizationClocks(false));
  });
  afterAll(() => close());

  licenseKeysContract(() => ({
    licenseKeys,
    eventsOf: async (id) => {
      const rows = await orm.em
        .fork()
        .execute<{ name: string }[]>('select name from platform.outbox where aggregate_id = ? order by id', [id]);
      return rows.map(({ name }) => name);
    },
  }));
});
