import { randomUUID } from 'node:crypto';
import { pgPool } from '#engine/persistence';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgAuditEntries } from '../src/adapters/persistence/audit-entries.repository.ts';
import { SqlAuditChain } from '../src/adapters/persistence/audit-chain.repository.ts';
import { DeleteOldAuditEntries, DeleteOldAuditEntriesHandler } from '../src/commands/delete-old-audit-entries.ts';
import { EraseAuditEntries, EraseAuditEntriesHandler } from '../src/commands/erase-audit-entries.ts';
import { LinkAuditEntries, LinkAuditEntriesHandler } from '../src/commands/link-audit-entries.ts';
import { type AuditLogReport, VerifyAuditLog, VerifyAuditLogHandler } from '../src/commands/verify-audit-log.ts';
import type { ChainHead } from '../src/domain/audit-chain.ts';
import { auditTables } from '../src/index.ts';

const DAYS = 400;
const { orm, close } = await freshOrm(auditTables);
afterAll(close);
const pool = await pgPool(orm.em);
const chain = new SqlAuditChain(orm.em);
const entries = new PgAuditEntries(orm.em);
const rows = async <R extends object>(text: string, ...values: unknown[]): Promise<R[]> =>
  (await pool.query<R>(text, values)).rows;

/** Entries are linked some seconds after they were written. */
const START = new Date(Date.now() - 60_000);
await rows('update audit.chaining set since = $1', new Date(START.getTime() - 1));

let written = 0;
async function write(
  organizationId: string,
  customerId: string | null = null,
  client: { query: typeof pool.query } = pool,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into platform.audit_log (organization_id, id, created_at, actor_type, address, operation, action, resource_type, resource_id,
       customer_id, changes) values ($1, $2, $3, 'member', '192.0.2.1', 'PATCH /v1/x', 'updated', 'order', $2, $4, '{"b": {"before": 1, "after": 1.50}, "a": null}')`,
    [organizationId, id, new Date(START.getTime() + 2 * ++written), customerId],
  );
  return id;
}

/** Links what was written since, as if no time had passed. */
async function link(atMost?: number, by = chain): Promise<void> {
  await rows(
    `update audit.chaining set created_at = coalesce((select max(created_at) from audit.links), $1)`,
    new Date(START.getTime() - 1),
  );
  if (atMost === undefined) await new LinkAuditEntriesHandler(by).execute(new LinkAuditEntries());
  else while (await by.linkNext(atMost));
}

async function verify(organizationId: string, anchors: readonly ChainHead[] = [], now = new Date()): Promise<AuditLogReport> {
  const handler = new VerifyAuditLogHandler(chain, { now: () => now });
  const [report, ...others] = await handler.execute(new VerifyAuditLog(DAYS, organizationId, anchors));
  expect(others).toEqual([]);
  return report!;
}

test('entries are linked in the order of their times, in the chain of their organization, in steps', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  const own = [await write(ours), await write(ours)];
  await write(theirs);
  own.push(await write(ours));
  await link(2);
  const linked = await chain.links(ours, START, undefined, 2);
  expect(linked.map(({ id }) => id)).toEqual(own.slice(0, 2));
  expect((await chain.links(ours, START, linked.at(-1), 2)).map(({ id, link: { position } }) => [id, position])).toEqual([
    [own[2], 3],
  ]);
  expect(await verify(ours)).toMatchObject({ entries: 3, faults: [], isCutOff: false, head: { position: 3 }, hasAnchor: null });
  expect(await verify(theirs)).toMatchObject({ entries: 1, faults: [], head: { position: 1 } });
});

test('no entry is linked before one with an earlier time that is committed later', async () => {
  const ours = randomUUID();
  const started = new SqlAuditChain(orm.em);
  const client = await pool.connect();
  const late: string[] = [];
  try {
    await client.query('begin');
    late.push(await write(ours, null, client));
    late.push(await write(ours));
    await link(9, started);
    expect(await chain.heads(ours)).toEqual([]);
    await client.query('commit');
  } finally {
    client.release();
  }
  await link(9, started);
  expect((await chain.links(ours, START, undefined, 9)).map(({ id }) => id)).toEqual(late);
});

test('what is anonymized, and what is deleted because of its age, leaves the chain true', async () => {
  const [ours, customerId] = [randomUUID(), randomUUID()];
  await write(ours, customerId);
  await write(ours);
  await link();
  await new EraseAuditEntriesHandler(entries).execute(new EraseAuditEntries(ours, customerId));
  expect(await verify(ours)).toMatchObject({ entries: 2, withoutValues: 1, faults: [] });
  const later = new Date(START.getTime() + 2 * written + DAYS * 86_400_000);
  expect(await verify(ours, [], later)).toMatchObject({ entries: 1, faults: [], isCutOff: false });
  const handler = new DeleteOldAuditEntriesHandler(entries, { now: () => later });
  await handler.execute(new DeleteOldAuditEntries(DAYS));
  expect(await rows('select from audit.links where organization_id = $1', ours)).toHaveLength(1);
  expect(await verify(ours, [], later)).toMatchObject({ entries: 1, faults: [], head: { position: 2 } });
});

/** What somebody does who can write to the database, and what is found. */
const MANIPULATIONS: Readonly<
  Record<string, { sql: string; finds: Partial<AuditLogReport> | ((ids: readonly string[]) => object) }>
> = {
  'changes who it was': {
    sql: `update platform.audit_log set actor_type = 'user' where id = $1`,
    finds: ([id]) => ({ faults: [{ entryId: id, fault: 'changed' }] }),
  },
  'changes a value': {
    sql: `update platform.audit_log set changes = '{"a": null, "b": {"before": 1, "after": 2}}' where id = $1`,
    finds: ([id]) => ({ faults: [{ entryId: id, fault: 'values_changed' }] }),
  },
  'deletes an entry': {
    sql: 'delete from platform.audit_log where id = $1',
    finds: ([id]) => ({ faults: [{ entryId: id, fault: 'missing' }] }),
  },
  'deletes the first entry and its link': {
    sql: 'with gone as (delete from platform.audit_log where id = $1) delete from audit.links where entry_id = $1',
    finds: ([, next]) => ({ faults: [{ entryId: next, fault: 'unlinked' }] }),
  },
  'deletes the last links': {
    sql: `with gone as (delete from platform.audit_log where created_at > (select created_at from platform.audit_log where id = $1)
        returning id)
      delete from audit.links where entry_id in (select id from gone)`,
    finds: { isCutOff: true },
  },
  'adds an entry to the past': {
    sql: `insert into platform.audit_log (organization_id, id, created_at, actor_type, operation, action, resource_type, resource_id)
      select organization_id, resource_id, created_at + interval '1 millisecond', actor_type, operation, action, resource_type, resource_id
      from platform.audit_log where id = $1`,
    finds: ([id]) => ({ faults: [{ entryId: id, fault: 'no_link' }] }),
  },
};

test.each(Object.entries(MANIPULATIONS))('whoever %s is found out', async (_, { sql, finds }) => {
  const ours = randomUUID();
  const ids = [await write(ours), await write(ours), await write(ours)];
  await link();
  await rows(sql, ids[0]);
  expect(await verify(ours)).toMatchObject(typeof finds === 'function' ? finds(ids) : finds);
});

test('whoever makes the whole chain anew is found out by what was published before', async () => {
  const ours = randomUUID();
  const [first] = [await write(ours), await write(ours)];
  await link();
  const { head } = await verify(ours);
  await write(ours);
  await link();
  expect(await verify(ours, [head])).toMatchObject({ faults: [], hasAnchor: true });
  await rows(`update platform.audit_log set operation = 'GET /v1/x' where id = $1`, first);
  await rows('delete from audit.links where organization_id = $1', ours);
  await rows('delete from audit.heads where organization_id = $1', ours);
  await rows('delete from audit.links');
  await rows('delete from audit.heads');
  await link();
  expect(await verify(ours)).toMatchObject({ faults: [], entries: 3 });
  expect(await verify(ours, [head])).toMatchObject({ faults: [], hasAnchor: false });
});
