import { MikroORM } from '@mikro-orm/postgresql';
import { DatabaseSchema, SchemaComparator, type TableDifference } from '@mikro-orm/sql';
import { ormOptions } from '#engine/persistence';
import { contexts } from '../../apps/contexts.ts';
import { freshDatabase } from '../support/database.ts';

/** Where mapping and table differ on purpose. Whole tables without a mapping are read and written by SQL alone. */
const INTENDED: Readonly<Record<string, string>> = {
  'catalog.products.price_rank: int2, mapped as int': 'The mapping has one integer type.',
  'catalog.benefits.selectable: not mapped': 'Always true; part of the answer of the reference.',
  'catalog.products.facet: not mapped': 'Generated from other columns, for indexes.',
  'entitlements.orders.entitlement_revision: not mapped': 'Counts decisions about grants; no part of the order.',
  'entitlements.subscriptions.entitlement_revision: not mapped': 'Counts decisions about grants; no part of the subscription.',
  'metering.meters.counted_to: not mapped': 'Progress of the counting, written by SQL.',
  'metering.meters.customer_meters: not mapped': 'A counter, written by SQL.',
  'metering.meters.number: not mapped': 'An identity column.',
  'organizations.access_tokens.last_used_at: not mapped': 'Written in batches, outside the aggregate.',
};

/** The precision that mappings leave out differs from the default of PostgreSQL. */
const withoutPrecision = (type: string): string => type.replace(/^(timestamptz)\(\d\)$/, '$1');

function differences({ name, addedColumns, removedColumns, changedColumns, renamedColumns }: TableDifference): string[] {
  const changed = Object.values(changedColumns).flatMap(({ fromColumn, column, changedProperties }) => {
    const [actual, mapped] = [withoutPrecision(fromColumn!.type), withoutPrecision(column.type)];
    const nullability = column.nullable ? 'not null, mapped as nullable' : 'nullable, mapped as not null';
    return [
      ...(changedProperties.has('type') && actual !== mapped ? [`${column.name}: ${actual}, mapped as ${mapped}`] : []),
      ...(changedProperties.has('nullable') ? [`${column.name}: ${nullability}`] : []),
    ];
  });
  return [
    ...Object.keys(addedColumns).map((column) => `${column}: not in the database`),
    ...Object.keys(removedColumns).map((column) => `${column}: not mapped`),
    ...Object.entries(renamedColumns).map(([from, to]) => `${from}: mapped as ${to.name}`),
    ...changed,
  ].map((difference) => `${name}.${difference}`);
}

async function drift(url: string, tables: typeof contexts): Promise<string[]> {
  const orm = await MikroORM.init(ormOptions(url, tables));
  try {
    const driver = orm.em.getDriver();
    const platform = driver.getPlatform();
    const mapped = orm.schema.getTargetSchema();
    const schemas = [...mapped.getNamespaces()];
    const actual = await DatabaseSchema.create(driver.getConnection(), platform, orm.config, undefined, schemas);
    const { newTables, changedTables } = new SchemaComparator(platform).compare(actual, mapped);
    return [
      ...Object.keys(newTables).map((table) => `${table}: not in the database`),
      ...Object.values(changedTables).flatMap(differences),
    ];
  } finally {
    await orm.close(true);
  }
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('mappings and migrations describe the same tables', async () => {
  expect((await drift(database.url, contexts)).toSorted()).toEqual(Object.keys(INTENDED).toSorted());
});

test('a column that is missing, has another type or another nullability is found', async () => {
  const orm = await MikroORM.init(ormOptions(database.url, contexts));
  await orm.em.fork().execute(`
    alter table catalog.files drop column mime_type;
    alter table catalog.benefits alter column description type varchar(10);
    alter table seats.seats alter column status drop not null;
    alter table licensing.license_keys add column remark text;
  `);
  await orm.close(true);
  expect((await drift(database.url, contexts)).filter((difference) => !(difference in INTENDED)).toSorted()).toEqual([
    'catalog.benefits.description: varchar(10), mapped as text',
    'catalog.files.mime_type: not in the database',
    'licensing.license_keys.remark: not mapped',
    'seats.seats.status: nullable, mapped as not null',
  ]);
});
