import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { newId } from '#kernel';
import { ormOptions } from '#engine/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgKeyActivity } from '../src/adapters/persistence/key-activity.repository.ts';
import { PgKeyUses } from '../src/adapters/persistence/key-uses.repository.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryKeyActivity } from './in-memory-key-activity.ts';
import { keyActivityContract } from './key-activity.contract.ts';
import { usesIn, usesOf } from './stored-uses.ts';

keyActivityContract('memory', async () => {
  const activity = new InMemoryKeyActivity();
  return {
    activity,
    other: activity,
    stored: async (id) =>
      [...activity.stored]
        .filter(([key]) => key.startsWith(id))
        .map(([key, { validations, activations }]) => [key.split(' ')[1]!, validations, activations] as const)
        .sort(([some], [other]) => some.localeCompare(other)),
    uses: async (id) => usesOf(activity.uses, id),
    close: async () => undefined,
  };
});

keyActivityContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [licensingTables]));
  return {
    activity: new PgKeyActivity(orm.em),
    other: new PgKeyActivity(orm.em),
    stored: async (id) => {
      const rows: { hour: Date; validations: string; activations: string }[] = await orm.em
        .fork()
        .execute('select * from licensing.key_activity where organization_id = ? order by hour', [id]);
      return rows.map((row) => [new Date(row.hour).toISOString(), Number(row.validations), Number(row.activations)] as const);
    },
    uses: (id) => usesIn(orm, id),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});

test('what could not be stored in PostgreSQL is stored later, with what came since, and deleted when it is old', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [licensingTables]));
  const activity = new PgKeyActivity(orm.em);
  const [organizationId, benefitId, at] = [newId(), newId(), new Date('2026-11-01T10:00:00Z')];
  const use = (kind: 'validations' | 'activations') => ({ organizationId, kind, benefitId, version: '2.1' });
  const rename = (from: string, to: string) => orm.em.execute(`alter table licensing.${from} rename to ${to}`);
  Logger.overrideLogger(false);
  try {
    await rename('key_uses', 'missing');
    activity.count(use('validations'), at);
    await activity.flush();
    await rename('missing', 'key_uses');
    activity.count(use('validations'), at);
    activity.count(use('activations'), at);
    await activity.flush();
    expect(await orm.em.execute('select validations::int, activations::int from licensing.key_activity')).toEqual([
      { validations: 2, activations: 1 },
    ]);
    expect((await usesIn(orm, organizationId)).map(([kind, , , version, count]) => [kind, version, count])).toEqual([
      ['activations', '2.1', 1],
      ['validations', '2.1', 2],
    ]);
    const uses = new PgKeyUses(orm.em);
    await uses.deleteBefore(at);
    expect(await usesIn(orm, organizationId)).toHaveLength(2);
    await uses.deleteBefore(new Date(at.getTime() + 1));
    expect(await usesIn(orm, organizationId)).toEqual([]);
  } finally {
    await orm.close(true);
    await database.drop();
  }
});
