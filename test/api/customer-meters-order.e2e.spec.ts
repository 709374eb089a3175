import { RankCustomerMeters } from '#metering';
import { named, openMeteringFixture } from '../support/metering-fixture.ts';

const shop = await openMeteringFixture();
afterAll(() => shop.close());

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
interface Place {
  readonly key: string;
  readonly descending: boolean;
}

const rank = (quietMs = 0) => shop.run<void>(new RankCustomerMeters(quietMs));
/** As if it had been granted so much of every meter. */
const credit = (customerId: string, units: number) =>
  shop.rows(
    `with c as (update metering.customer_meters set credited_units = ? where customer_id = ? returning id, credited_units)
     update metering.balances set credited = c.credited_units, is_ranked = false from c where customer_meter_id = c.id`,
    units,
    customerId,
  );
const unranked = async (): Promise<number> => {
  const [{ n }] = (await shop.rows(
    'select count(*)::int as n from metering.balances where not is_ranked and customer_meter_id is not null',
  )) as [{ n: number }];
  return n;
};

function valueOf(item: Item, key: string): Value {
  if (key === 'customer_name') return item.customer.name;
  return key === 'meter_name' ? item.meter.name : item[key]!;
}

/** As PostgreSQL has it: what is null comes last, and first in reverse; equals go by id, in the direction of the last key. */
function ordered(items: readonly Item[], sorting: string): Item[] {
  const keys = sorting.split(',').map((key): Place => ({ key: key.replace('-', ''), descending: key.startsWith('-') }));
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
  const { status, body, text } = await shop.seller('GET', `/v1/customer-meters/?${query}`);
  if (status !== 200) throw new Error(text);
  return body.items;
}

/** Every order, in both directions, page by page, says the same as what is shown. */
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

test('lists are in order whether all, some or none of the customer meters are ranked', async () => {
  const meters = [
    await shop.meter({ func: 'count' }, named('call')),
    await shop.meter({ func: 'sum', property: 'n' }, named('call')),
  ].map(({ id }) => id as string);
  await shop.seller('PATCH', `/v1/meters/${meters[1]}`, { name: 'Answers' });
  const names = ['Bo', 'Ada', null, 'bo', 'Ada'];
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, index) => shop.customer({ name: names[index % names.length] ?? null })),
  );
  const call = (index: number, n: number) => ({ name: 'call', customer_id: customers[index]!.id, metadata: { n } });
  await shop.ingest(...customers.map(({ id }) => ({ name: 'other', customer_id: id })));
  await shop.ingest(...customers.slice(2).map((_, index) => call(index + 2, index % 3)));
  for (const [index, { id }] of customers.entries()) await credit(id, index % 4);
  await expectOrder(meters);
  expect(await unranked()).toBe(CUSTOMERS * 2);

  await rank();
  expect(await unranked()).toBe(0);
  await expectOrder(meters);

  await shop.ingest(call(4, -20), call(7, 40));
  await shop.ingest(call(0, 1), call(2, 0));
  expect(await unranked()).toBe(8);
  await expectOrder(meters);
  await rank();
  await expectOrder(meters);
});

test('what changes again and again is ranked once it has been quiet', async () => {
  const customer = await shop.customer();
  await shop.meter({ func: 'count' }, named('quiet'));
  await shop.ingest({ name: 'quiet', customer_id: customer.id });
  await rank();
  await shop.ingest({ name: 'quiet', customer_id: customer.id });
  await rank(60_000);
  expect(await unranked()).toBe(1);
  await rank();
  expect(await unranked()).toBe(0);
});

test('two who rank while events arrive: nothing is lost, and in the end all are ranked as they are', async () => {
  const meter = await shop.meter({ func: 'sum', property: 'n' }, named('race'));
  const customers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()));
  const events = customers.map(({ id }) => ({ name: 'race', customer_id: id, metadata: { n: 1 } }));
  await shop.ingest(...events);
  const send = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn++) await shop.ingest(...events.toSorted(() => (turn % 2 === 0 ? 1 : -1)));
  };
  const keep = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) await rank();
  };
  await Promise.all([send(), send(), send(), keep(), keep()]);
  const items = await listed(`meter_id=${meter.id}&limit=100&sorting=-consumed_units`);
  expect(items.map(({ consumed_units }) => consumed_units)).toEqual(customers.map(() => 19));
  await rank();
  const rankings = await shop.rows<{ right: boolean }>(
    `
    select s.consumed_units = b.total and s.balance = -b.total and s.modified_at = b.modified_at as right
    from metering.customer_meter_rankings s join metering.balances b using (subject_id, meter_id) where b.is_ranked and s.meter_id = ?`,
    meter.id,
  );
  expect(rankings.map(({ right }) => right)).toEqual(customers.map(() => true));
});
