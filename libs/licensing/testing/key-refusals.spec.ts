import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { newId } from '#kernel';
import { ormOptions } from '#engine/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgKeyRefusals } from '../src/adapters/persistence/key-refusals.repository.ts';
import type { KeyRefusals } from '../src/domain/keys/key-refusals.ts';
import type { PresentedSnapshot } from '../src/domain/keys/license-key-fields.ts';
import { LicenseKeyActivationRefused } from '../src/domain/keys/refusal.events.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryKeyRefusals } from './in-memory-key-refusals.ts';
import { aLicenseKey } from './license-key.builder.ts';
import { type StoredUses, usesIn, usesOf } from './stored-uses.ts';

type Stored = readonly [operation: string, code: string, count: number, lastAt: string];

interface Opened {
  /** The keys of which it was told, in the order of the events. */
  told(organizationId: string): Promise<readonly string[]>;
  readonly refusals: KeyRefusals;
  /** Another process that counts. */
  readonly other: KeyRefusals;
  stored(keyId: string): Promise<readonly Stored[]>;
  /** What is counted by hour, benefit and code. */
  uses(organizationId: string): Promise<readonly StoredUses[]>;
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
    const { refusals, other, stored, uses } = opened;
    const key = { organizationId: newId(), licenseKeyId: newId(), benefitId: newId() };
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
    const { benefitId } = key;
    expect(await uses(key.organizationId)).toEqual([
      ['refusals', '2026-11-01T09:00:00.000Z', benefitId, 'ACTIVATION_LIMIT_REACHED', 1],
      ['refusals', '2026-11-01T10:00:00.000Z', benefitId, 'ACTIVATION_LIMIT_REACHED', 3],
      ['refusals', '2026-11-01T10:00:00.000Z', benefitId, 'EXPIRED', 1],
      ['refusals', '2026-11-01T11:00:00.000Z', benefitId, 'ACTIVATION_LIMIT_REACHED', 1],
    ]);
  });

  test('it is told once a key and hour that a limit refuses, whatever the codes and however many processes count', async () => {
    const { refusals, other, told } = opened;
    const keys = [aLicenseKey().limitedTo(1).build(), aLicenseKey().limitedTo(1).build()].map((each) => each.snapshot);
    const organizationId = keys[0]!.organizationId;
    const refuse = (by: KeyRefusals, { id }: { readonly id: string }, time: string, code = 'ACTIVATION_LIMIT_REACHED') => {
      const refusal = { organizationId, licenseKeyId: id, benefitId: keys[0]!.benefitId, operation: 'activate', code } as const;
      const snapshot = { ...keys[0]!, id };
      by.count(refusal, at(time), new LicenseKeyActivationRefused(snapshot, at(time), { ...refusal, help: '', retry_at: null }));
    };
    const flush = () => Promise.all([refusals.flush(), other.flush()]);
    const [key, second] = keys as [PresentedSnapshot, PresentedSnapshot];
    refuse(refusals, key, '10:00:00');
    refuse(refusals, key, '10:00:01', 'DEVICE_CLASS_LIMIT_REACHED');
    refuse(other, key, '10:00:00');
    await flush();
    expect(await told(organizationId)).toEqual([key.id]);
    refuse(other, key, '10:59:59');
    refuse(refusals, second, '10:30:00');
    await flush();
    expect(await told(organizationId)).toEqual([key.id, second.id]);
    for (const by of [refusals, other]) refuse(by, key, '11:00:00');
    await flush();
    expect(await told(organizationId)).toEqual([key.id, second.id, key.id]);
  });

  test('what could not be stored is stored later, with what came since', async () => {
    const { refusals, stored, broken } = opened;
    const key = aLicenseKey().build().snapshot;
    const { organizationId, id: licenseKeyId, benefitId } = key;
    const refusal = { organizationId, licenseKeyId, benefitId, operation: 'lease', code: 'REVOKED' } as const;
    const event = new LicenseKeyActivationRefused(key, at('10:00:00'), { ...refusal, help: '', retry_at: null });
    await broken(async () => {
      refusals.count(refusal, at('10:00:00'), event);
      await refusals.flush();
    });
    refusals.count(refusal, at('10:05:00'));
    await refusals.flush();
    expect(await stored(refusal.licenseKeyId)).toEqual([['lease', 'REVOKED', 2, '2026-11-01T10:05:00.000Z']]);
    expect(await opened.told(organizationId)).toEqual([key.id]);
    expect(await opened.uses(organizationId)).toEqual([['refusals', '2026-11-01T10:00:00.000Z', benefitId, 'REVOKED', 2]]);
  });
});

async function openInMemory(): Promise<Opened> {
  const refusals = new InMemoryKeyRefusals();
  return {
    refusals,
    other: refusals,
    told: async (of) =>
      refusals.published.filter(({ organizationId }) => organizationId === of).map(({ aggregateId }) => aggregateId),
    stored: async (id) =>
      [...refusals.stored.values()]
        .filter(({ licenseKeyId }) => licenseKeyId === id)
        .map(({ operation, code, count, lastAt }) => [operation, code, count, lastAt.toISOString()] as const)
        .sort(([some], [other]) => some.localeCompare(other)),
    uses: async (organizationId) => usesOf(refusals.uses, organizationId),
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
    told: async (organizationId) => {
      const events: { key: string }[] = await orm.em
        .fork()
        .execute('select aggregate_id as key from platform.outbox where organization_id = ? order by id', [organizationId]);
      return events.map(({ key }) => key);
    },
    stored: async (id) => {
      const rows: { operation: string; code: string; count: string; last_at: Date }[] = await orm.em
        .fork()
        .execute('select * from licensing.key_refusals where license_key_id = ? order by operation', [id]);
      return rows.map((row) => [row.operation, row.code, Number(row.count), new Date(row.last_at).toISOString()] as const);
    },
    uses: (organizationId) => usesIn(orm, organizationId),
    broken: async (work) => {
      Logger.overrideLogger(false);
      await rename('key_uses', 'missing');
      await work();
      await rename('missing', 'key_uses');
    },
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
}
