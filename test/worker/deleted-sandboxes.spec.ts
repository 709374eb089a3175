import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DeletedSandboxes } from '../../apps/worker/deleted-sandboxes.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

/** Every column of every table that names organizations, whatever contexts say about them. */
const COLUMNS = `
  select c.oid::regclass::text as table, a.attname as column, format_type(a.atttypid, null) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_|^information_schema$'
    and a.attnum > 0 and not a.attisdropped and a.attname ~ 'organization_ids?$' order by 1, 2`;

/** The columns of a table that have to have a value. */
const REQUIRED = `
  select a.attname as column, format_type(a.atttypid, null) as type from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and (a.attnotnull or a.attname in ('done_at'))`;

/** Rows of this suite mean nothing. */
const CHECKS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
  where contype = 'c' and coninhcount = 0 and conrelid <> 0`;

const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  'uuid[]': "'{}'",
  text: 'gen_random_uuid()::text',
  'text[]': "'{}'",
  'character varying': 'gen_random_uuid()::text',
  bytea: "decode(replace(gen_random_uuid()::text, '-', ''), 'hex')",
  jsonb: "'{}'",
  boolean: 'false',
  // A partition of the external ids of events has one day, that on which it began.
  date: 'metering.external_ids_since()',
  'timestamp with time zone': 'now()',
};
let numbers = 0;
const valueOf = (type: string): string => VALUES[type] ?? String(++numbers);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

let api: TestApi;
let client: pg.Client;
let columns: readonly Column[];
beforeAll(async () => {
  api = await startApi();
  client = new pg.Client(api.databaseUrl);
  await client.connect();
  for (const { table, name } of (await client.query<{ table: string; name: string }>(CHECKS)).rows)
    await client.query(`alter table ${table} drop constraint ${name}`);
  columns = (await client.query<Column>(COLUMNS)).rows;
});
afterAll(async () => {
  await client.end();
  await api.close();
});

async function isNamed({ table, column, type }: Column, organizationId: string): Promise<boolean> {
  const names = type === 'uuid[]' ? `$1 = any(${column})` : `${column} = $1`;
  return (await client.query(`select from ${table} where ${names} limit 1`, [organizationId])).rowCount === 1;
}

/** A row of the organization in each table, without regard to what the rows refer to. */
async function fill(organizationId: string): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  for (const { table, column, type } of columns) {
    const { rows } = await client.query<Column>(REQUIRED, [table]);
    const owner = type === 'uuid[]' ? `array['${organizationId}'::uuid]` : `'${organizationId}'`;
    const others = rows.filter((each) => each.column !== column);
    const names = [column, ...others.map((each) => `"${each.column}"`)];
    const values = [owner, ...others.map((each) => valueOf(each.type))];
    if (await isNamed({ table, column, type }, organizationId)) continue;
    await client.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`);
  }
  await client.query("set session_replication_role = 'origin'");
}

/** The columns of tables that name the organization. */
async function tablesWith(organizationId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    if (await isNamed({ table, column, type }, organizationId)) found.push(`${table}.${column}`);
  }
  return found;
}

async function sandboxOf(seller: Awaited<ReturnType<typeof seedOrganization>>) {
  const url = `/v1/organizations/${seller.organization.id}/sandboxes`;
  const slug = `sandbox-${randomUUID()}`;
  const { body } = await callAs(api, seller.pat)('POST', url, { name: 'Sandbox', slug });
  return { id: body.id as string, slug, url, one: `${url}/${body.id}` };
}

const work = (stop = new AbortController().signal): Promise<void> => new DeletedSandboxes(api.app).deleteData(stop);
const anHourLater = (): Promise<unknown> =>
  client.query(
    "update organizations.organizations set deleted_at = deleted_at - interval '2 hours' where deleted_at is not null",
  );

test('no table of the database has anything of a deleted sandbox, and everything of others stays', async () => {
  const seller = await seedOrganization(api);
  const sandbox = await sandboxOf(seller);
  await fill(sandbox.id);
  await fill(seller.organization.id);
  const before = await tablesWith(seller.organization.id);
  expect(await tablesWith(sandbox.id)).toEqual(columns.map(({ table, column }) => `${table}.${column}`));
  // More than one statement deletes: where an index finds the rows, and where none does.
  const many = 'select $1, gen_random_uuid(), gen_random_uuid(), 1, 1 from generate_series(1, 22000)';
  await client.query(
    `insert into customer_portal.state_changes (organization_id, customer_id, is_bulk) select $1, gen_random_uuid(), false from generate_series(1, 2500)`,
    [sandbox.id],
  );
  await client.query(
    `insert into catalog.download_totals (organization_id, benefit_id, file_id, downloads, downloaders) ${many}`,
    [sandbox.id],
  );

  expect((await callAs(api, seller.pat)('DELETE', sandbox.one)).status).toBe(204);
  // A pass that fails in the middle is made again.
  await client.query(`create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'Refused.'; end $$;
    create trigger refuse before delete on metering.subjects execute function public.refuse()`);
  await expect(work()).rejects.toThrow('Refused.');
  await client.query('drop trigger refuse on metering.subjects');
  await work();
  // The contents of files go an hour after they were deleted.
  expect(await tablesWith(sandbox.id)).toEqual(['catalog.files.organization_id']);
  await client.query('delete from catalog.files where organization_id = $1', [sandbox.id]);

  // What was written meanwhile goes as well.
  await client.query('insert into organizations.caught_mails values ($1, gen_random_uuid(), now(), $2)', [
    sandbox.id,
    Buffer.from('a'),
  ]);
  await anHourLater();
  await work();
  const rows = async () => (await client.query('select from organizations.organizations where id = $1', [sandbox.id])).rowCount;
  expect([await tablesWith(sandbox.id), await rows()]).toEqual([[], 1]);
  await work();
  expect([await tablesWith(sandbox.id), await rows()]).toEqual([[], 0]);
  expect(await tablesWith(seller.organization.id)).toEqual(before);
});

test('a sandbox is kept while its events are delivered', async () => {
  const seller = await seedOrganization(api);
  const sandbox = await sandboxOf(seller);
  await client.query(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at) values ('customer.created', '{}', $1, $1, now())`,
    [sandbox.id],
  );
  await callAs(api, seller.pat)('DELETE', sandbox.one);
  await anHourLater();
  await work();
  expect(await tablesWith(sandbox.id)).toEqual(['platform.outbox.organization_id']);
  await client.query('update platform.outbox set sent_at = now(), done_at = now() where organization_id = $1', [sandbox.id]);
  await work();
  await work();
  const em = api.app.get(EntityManager).fork();
  expect(await em.execute('select id from organizations.organizations where id = ?', [sandbox.id])).toEqual([]);
});
