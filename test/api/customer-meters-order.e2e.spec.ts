import { RankCustomerMeters } from '#metering';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const CUSTOMERS = 12;
const PAGE = 5;
const ORDERS = [
  'created_at',
  'modified_at',
  'customer_id',
  'customer_name',
  'meter_id',
  'meter_name',
  'consumed_units',
  'credited_units',
  'balance',
  'meter_name,consumed_units',
  'balance,-created_at',
  'customer_name,-meter_id',
  'credited_units,-consumed_units,customer_id',
];

type Value = number | string | null;
type Item = Record<string, Value> & { readonly customer: { readonly name: Value }; readonly meter: { readonly name: Value } };
interface Caller {
  readonly key: string;
  readonly descending: boolean;
}

const rank = (quietMs = 0) => fixture.run<void>(new RankCustomerMeters(quietMs));
/** Credits the customer with this amount of every meter. */
const credit = (customerId: string, units: number) =>
  fixture.rows(
    `with c as (update metering.customer_meters set credited_units = ? where customer_id = ? returning id, credited_units)
     update metering.balances set credited = c.credited_units, is_ranked = false from c where customer_meter_id = c.id`,
    units,
    customerId,
  );
const unranked = async (): Promise<number> => {
  const [{ n }] = (await fixture.rows(
    'select count(*)::int as n from metering.balances where not is_ranked and customer_meter_id is not null',
  )) as [{ n: number }];
  return n;
};

function valueOf(item: Item, key: string): Value {
  if (key === 'customer_name') return item.customer.name;
  return key === 'meter_name' ? item.meter.name : item[key]!;
}

/** As PostgreSQL sorts: null last ascending, first descending; equal values by id, in the direction of the last key. */
function ordered(items: readonly Item[], sorting: string): Item[] {
  const keys = sorting.split(',').map((key): Caller => ({ key: key.replace('-', ''), descending: key.startsWith('-') }));
  const places = [...keys, { key: 'id', descending: keys.at(-1)!.descending }];
  const compare = (a: Item, b: Item, key: string): number => {
    const [x, y] = [valueOf(a, key), valueOf(b, key)];
    if (x === y) return 0;
    if (x === null) return 1;
    return y === null || x < y ? -1 : 1;
  };
  return items.toSorted((a, b) => {
    for (const { key, descending } of places) {
      const order = compare(a, b, key);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

async function listed(query: string): Promise<Item[]> {
  const { status, body, text } = await fixture.seller('GET', `/v1/customer-meters/?${query}`);
  if (status !== 200) throw new Error(text);
  return body.items;
}

/** Checks every sorting, in both directions and page by page, against the values in the response. */
async function expectOrder(meters: readonly string[]): Promise<void> {
  const which = meters.map((id) => `meter_id=${id}`).join('&');
  const all = await listed(`${which}&limit=100`);
  for (const sorting of ORDERS.flatMap((order) => [order, order.split(',').map(reversed).join(',')])) {
    const query = `${which}&limit=${PAGE}&${sorting
      .split(',')
      .map((key) => `sorting=${key}`)
      .join('&')}`;
    const pages: Item[] = [];
    for (let page = 1; page <= Math.ceil(all.length / PAGE); page++) pages.push(...(await listed(`${query}&page=${page}`)));
    expect([sorting, pages.map(({ id }) => id)]).toEqual([sorting, ordered(all, sorting).map(({ id }) => id)]);
  }
}

const reversed = (key: string): string => (key.startsWith('-') ? key.slice(1) : `-${key}`);

test('lists are sorted correctly whether all, some or no customer meters are ranked', async () => {
  const meters = [
    await fixture.meter({ func: 'count' }, eventsNamed('call')),
    await fixture.meter({ func: 'sum', property: 'n' }, eventsNamed('call')),
  ].map(({ id }) => id as string);
  await fixture.seller('PATCH', `/v1/meters/${meters[1]}`, { name: 'Answers' });
  const names = ['Bo', 'Ada', null, 'bo', 'Ada'];
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, index) => fixture.customer({ name: names[index % names.length] ?? null })),
  );
  const call = (index: number, n: number) => ({ name: 'call', customer_id: customers[index]!.id, metadata: { n } });
  await fixture.ingest(...customers.map(({ id }) => ({ name: 'other', customer_id: id })));
  await fixture.ingest(...customers.slice(2).map((_, index) => call(index + 2, index % 3)));
  for (const [index, { id }] of customers.entries()) await credit(id, index % 4);
  await expectOrder(meters);
  expect(await unranked()).toBe(CUSTOMERS * 2);

  await rank();
  expect(await unranked()).toBe(0);
  await expectOrder(meters);

  await fixture.ingest(call(4, -20), call(7, 40));
  await fixture.ingest(call(0, 1), call(2, 0));
  expect(await unranked()).toBe(8);
  await expectOrder(meters);
  await rank();
  await expectOrder(meters);
});

test('ranks frequently changing customer meters after a quiet period', async () => {
  const customer = await fixture.customer();
  await fixture.meter({ func: 'count' }, eventsNamed('quiet'));
  await fixture.ingest({ name: 'quiet', customer_id: customer.id });
  await rank();
  await fixture.ingest({ name: 'quiet', customer_id: customer.id });
  await rank(60_000);
  expect(await unranked()).toBe(1);
  await rank();
  expect(await unranked()).toBe(0);
});

test('two concurrent rankings lose nothing while events arrive, and end up correct', async () => {
  const meter = await fixture.meter({ func: 'sum', property: 'n' }, eventsNamed('race'));
  const customers = await Promise.all(Array.from({ length: 8 }, () => fixture.customer()));
  const events = customers.map(({ id }) => ({ name: 'race', customer_id: id, metadata: { n: 1 } }));
  await fixture.ingest(...events);
  const send = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn++) await fixture.ingest(...events.toSorted(() => (turn % 2 === 0 ? 1 : -1)));
  };
  const keep = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) await rank();
  };
  await Promise.all([send(), send(), send(), keep(), keep()]);
  const items = await listed(`meter_id=${meter.id}&limit=100&sorting=-consumed_units`);
  expect(items.map(({ consumed_units }) => consumed_units)).toEqual(customers.map(() => 19));
  await rank();
  const rankings = await fixture.rows<{ right: boolean }>(
    `
    select s.consumed_units = b.total and s.balance = -b.total and s.modified_at = b.modified_at as right
    from metering.customer_meter_rankings s join metering.balances b using (subject_id, meter_id) where b.is_ranked and s.meter_id = ?`,
    meter.id,
  );
  expect(rankings.map(({ right }) => right)).toEqual(customers.map(() => true));
});
