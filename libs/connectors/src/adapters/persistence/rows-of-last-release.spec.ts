import { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { ormOptions } from '#engine/persistence';
import { databaseBefore } from '../../../../../test/support/database-before.ts';
import type { DisputeUpdate } from '../../domain/provider-updates.ts';
import { connectorsTables } from '../../index.ts';
import { SqlProviderObjects } from './provider-objects.repository.ts';

const AT = '2026-06-01T12:00:00.000Z';
const [ORGANIZATION, FIRST, SECOND, ORDER] = [newId(), newId(), newId(), newId()];
const [OF_FIRST, OF_SECOND, EVENT, DELIVERED, OPEN] = [newId(), newId(), newId(), newId(), newId()];

const dispute = (status: DisputeUpdate['status']): DisputeUpdate => ({
  kind: 'dispute',
  ref: 'dp_1',
  aliases: ['pi_1'],
  status,
  total: 1000,
  reason: 'fraudulent',
  evidenceDueBy: null,
});
const stored = (status: DisputeUpdate['status'], rank: number, alias: string) =>
  JSON.stringify({
    kind: 'dispute',
    dispute: { stamp: { at: AT, rank, eventId: `evt_${rank}` }, fact: dispute(status) },
    aliases: [alias],
  });

const connector = (id: string, createdAt: string) => `
  insert into connectors.connectors (id, organization_id, provider, is_test, secret, created_at, deleted_at)
  values ('${id}', '${ORGANIZATION}', 'stripe', false, '\\x01', '${createdAt}', ${id === FIRST ? 'now()' : 'null'})`;
const row = (id: string, of: string, revision: number, result: string, state: string, createdAt: string) => `
  insert into connectors.subjects (id, organization_id, connector_id, kind, ref, aliases, knowledge, revision, result_id, orders, status, created_at)
  values ('${id}', '${ORGANIZATION}', '${of}', 'dispute', 'dp_1', '{pi_1}', '${state}', ${revision}, ${result}, '{"a": "${ORDER}"}', 'processed', '${createdAt}')`;
const line = (id: string, key: string, resolution: string) => `
  insert into connectors.undelivered_purchases (id, organization_id, connector_id, external_source, source_kind, source_id, line, reason, problem,
    external_id, occurred_at, resolution, created_at)
  values ('${id}', '${ORGANIZATION}', '${SECOND}', 'stripe', 'subject', '${OF_SECOND}', '${key}', 'price_unmapped', 'No', 'in_1', now(), ${resolution}, now())`;

test('rows that the last release stored for two connectors of an account become one with the next event', async () => {
  const database = await databaseBefore('Migration20261129_0400_ToldTimes');
  const statements = [
    connector(FIRST, '2026-01-01'),
    connector(SECOND, '2026-02-01'),
    row(OF_SECOND, SECOND, 3, 'null', stored('won', 3, 'ch_1'), '2026-02-01'),
    row(OF_FIRST, FIRST, 12, `'${OF_FIRST}'`, stored('needs_response', 1, 'pi_1'), '2026-01-01'),
    `insert into connectors.events (id, organization_id, connector_id, external_id, type, occurred_at, is_test, body, subject_id, status, created_at)
     values ('${EVENT}', '${ORGANIZATION}', '${SECOND}', 'evt_3', 'charge.dispute.closed', now(), false, '{}', '${OF_SECOND}', 'processed', now())`,
    line(DELIVERED, 'il_1', `'delivered'`),
    line(OPEN, 'il_2', 'null'),
  ];
  for (const statement of statements) await database.run(statement);
  await database.upgrade();

  const orm = await MikroORM.init(ormOptions(database.url, [connectorsTables]));
  const objects = new SqlProviderObjects(orm.em);
  expect(await objects.find(SECOND, 'dispute', 'dp_1')).toMatchObject({ id: OF_FIRST, resultId: OF_FIRST });
  const event = { id: EVENT, organizationId: ORGANIZATION, connectorId: SECOND };
  const version = { at: AT, rank: 2, eventId: 'evt_2' };
  const [merged, ...others] = await objects.merge(event, [dispute('under_review')], version, new Date(AT));

  expect(others).toEqual([]);
  expect(merged).toMatchObject({ id: OF_FIRST, connectorId: SECOND, revision: 13, resultId: OF_FIRST });
  expect(merged!.reported).toMatchObject({ dispute: { update: { status: 'won' } }, aliases: ['ch_1', 'pi_1'] });
  expect(await objects.find(SECOND, 'dispute', 'dp_1')).toEqual({ ...merged, mayBeListed: true });
  expect(await database.run('select id from connectors.subjects')).toEqual([{ id: OF_FIRST }]);
  expect(await database.run('select subject_id from connectors.events')).toEqual([{ subject_id: OF_FIRST }]);
  expect(await database.run('select id, source_id from connectors.undelivered_purchases')).toEqual([
    { id: DELIVERED, source_id: OF_FIRST },
  ]);
  await orm.close(true);
  await database.drop();
});
