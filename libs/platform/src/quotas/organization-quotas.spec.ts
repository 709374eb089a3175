import { MikroORM } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { ormOptions } from '#engine/persistence';
import { freshDatabase } from '../../../../test/support/database.ts';
import { OrganizationQuotas } from './organization-quotas.ts';

test('what other processes change is known after the next look-up', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, []));
  const [first, known, later] = [randomUUID(), randomUUID(), randomUUID()];
  const stored = (id: string, quotaId: string) =>
    orm.em.fork().execute(
      `insert into platform.quotas (organization_id, quota_id, changed_at) values (?, ?, now() - interval '1 minute')
       on conflict (organization_id) do update set quota_id = excluded.quota_id, changed_at = now()`,
      [id, quotaId],
    );
  const quotas = new OrganizationQuotas(orm.em);
  const seen = () => Promise.all([first, known, later].map((id) => quotas.current(id)));
  await stored(first, first);
  await stored(known, first);
  expect(await seen()).toEqual([first, first, later]);
  await stored(later, first);
  expect(await seen()).toEqual([first, first, first]);
  await stored(known, known);
  expect(await seen()).toEqual([first, known, first]);
  await orm.close(true);
  await database.drop();
});
