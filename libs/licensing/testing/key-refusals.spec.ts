import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { newId } from '#kernel';
import { ormOptions } from '#engine/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgKeyRefusals } from '../src/adapters/persistence/key-refusals.repository.ts';
import type { KeyRefusals } from '../src/domain/keys/key-refusals.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryKeyRefusals } from './in-memory-key-refusals.ts';

type Stored = readonly [operation: string, code: string, count: number, lastAt: string];

interface Opened {
  readonly refusals: KeyRefusals;
  /** Another process that counts. */
  readonly other: KeyRefusals;
  stored(keyId: string): Promise<readonly Stored[]>;
  /** Runs `work` while nothing can be stored. */
  broken(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const at = (time: string) => new Date(`2026-11-01T${time}Z`);

describe.each([
  ['memory', openInMemory],
  ['PostgreSQL', openInPostgres],
] as const)('refused uses of keys in %s', (_storage, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('are added up by key, operation and code, also of several processes, with the last time', async () => {
    const { refusals, other, stored } = opened;
    const key = { organizationId: newId(), licenseKeyId: newId() };
    const full = { ...key, operation: 'activate', code: 'ACTIVATION_LIMIT_REACHED' } as const;
    refusals.count(full, at('10:00:00'));
    refusals.count(full, at('10:02:00'));
    refusals.count({ ...key, operation: 'validate', code: 'EXPIRED' }, at('10:01:00'));
    refusals.count({ ...full, licenseKeyId: newId() }, at('11:00:00'));
    other.count(full, at('10:01:00'));
    await Promise.all([refusals.flush(), other.flush()]);
    refusals.count(full, at('09:00:00'));
    await refusals.flush();
    expect(await stored(key.licenseKeyId)).toEqual([
      ['activate', 'ACTIVATION_LIMIT_REACHED', 4, '2026-11-01T10:02:00.000Z'],
      ['validate', 'EXPIRED', 1, '2026-11-01T10:01:00.000Z'],
    ]);
  });

  test('what could not be stored is stored later, with what came since', async () => {
    const { refusals, stored, broken } = opened;
    const refusal = { organizationId: newId(), licenseKeyId: newId(), operation: 'lease', code: 'REVOKED' } as const;
    await broken(async () => {
      refusals.count(refusal, at('10:00:00'));
      await refusals.flush();
    });
    refusals.count(refusal, at('10:05:00'));
    await refusals.flush();
    expect(await stored(refusal.licenseKeyId)).toEqual([['lease', 'REVOKED', 2, '2026-11-01T10:05:00.000Z']]);
  });
});

async function openInMemory(): Promise<Opened> {
  const refusals = new InMemoryKeyRefusals();
  return {
    refusals,
    other: refusals,
    stored: async (id) =>
      [...refusals.stored.values()]
        .filter(({ licenseKeyId }) => licenseKeyId === id)
        .map(({ operation, code, count, lastAt }) => [operation, code, count, lastAt.toISOString()] as const)
        .sort(([some], [other]) => some.localeCompare(other)),
    broken: (work) => work(),
    close: async () => undefined,
  };
}

async function openInPostgres(): Promise<Opened> {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [licensingTables]));
  const rename = (from: string, to: string) => orm.em.fork().execute(`alter table licensing.${from} rename to ${to}`);
  return {
    refusals: new PgKeyRefusals(orm.em),
    other: new PgKeyRefusals(orm.em),
    stored: async (id) => {
      const rows: { operation: string; code: string; count: string; last_at: Date }[] = await orm.em
        .fork()
        .execute('select * from licensing.key_refusals where license_key_id = ? order by operation', [id]);
      return rows.map((row) => [row.operation, row.code, Number(row.count), new Date(row.last_at).toISOString()] as const);
    },
    broken: async (work) => {
      Logger.overrideLogger(false);
      await rename('key_refusals', 'missing');
      await work();
      await rename('missing', 'key_refusals');
    },
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
}
