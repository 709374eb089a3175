import { EntityManager } from '@mikro-orm/postgresql';
import { type Answer, callAs } from '../support/call.ts';
import { cloneRow } from '../support/clone-rows.ts';
import { TIME, UUID } from '../support/license-fixture.ts';
import { seatsOf, uniqueEmail } from '../support/seat-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

const POOLS = '/v1/seat-pools';

let fixture: SellerFixture;
let seats: ReturnType<typeof seatsOf>;
/** Purchases whose seats are in use, in the order of their pools. */
let purchases: Answer['body'][];
let ada: { readonly id: string };
beforeAll(async () => {
  fixture = await openSellerFixture();
  seats = seatsOf(fixture);
  ada = await seedCustomer(fixture.api, fixture.ours.organization.id, { email: 'Ada@engines.example', name: 'Ada Lovelace' });
  purchases = [
    await seats.subscription(3, [], ada.id),
    await seats.order(2),
    await seats.subscription(1),
    await seats.order(5, [], ada.id),
  ];
  const em = fixture.api.app.get(EntityManager).fork();
  for (const [n, purchase] of purchases.entries()) {
    await seats.seat(purchase);
    // No two pools are of the same millisecond.
    const change = 'update seats.seat_pools set created_at = ? where ? in (subscription_id, order_id)';
    await em.execute(change, [`2026-01-0${n + 1}T00:00:00Z`, purchase.id]);
  }
  await seats.seat(purchases[0], { email: uniqueEmail(), immediate_claim: true });
});
afterAll(() => fixture.close());

interface Pools {
  readonly items: readonly { readonly subscription_id: string | null; readonly order_id: string | null }[];
  readonly next_cursor: string | null;
  readonly total: object;
}
const list = async (query = '', as = fixture.seller): Promise<Pools> => {
  const { status, body } = await as('GET', `${POOLS}?${query}`);
  expect(status).toBe(200);
  return body;
};
const numbers = ({ items }: Pools): number[] =>
  items.map(({ subscription_id, order_id }) => purchases.findIndex(({ id }) => id === (subscription_id ?? order_id)));
const found = async (query: string): Promise<number[]> => numbers(await list(query));

describe('GET /v1/seat-pools/', () => {
  test('200: the seats of a purchase with its customer and product, and how many are in use', async () => {
    const { items } = await list(`customer_id=${ada.id}&sorting=created_at`);
    const { product, customer } = (await fixture.seller('GET', `/v1/subscriptions/${purchases[0].id}`)).body;
    expect(items[0]).toEqual({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: expect.stringMatching(TIME),
      organization_id: fixture.ours.organization.id,
      subscription_id: purchases[0].id,
      order_id: null,
      customer_id: customer.id,
      customer: { id: ada.id, email: 'Ada@engines.example', name: 'Ada Lovelace' },
      product_id: product.id,
      product: { id: product.id, name: product.name },
      total_seats: 3,
      assigned_seats: 2,
      pending_seats: { count: 1, is_exact: true },
      available_seats: 1,
    });
  });

  test('200: newest first; seats that nobody has are no pool yet', async () => {
    await seats.subscription(7);
    const all = await list();
    expect([numbers(all), all.next_cursor, all.total]).toEqual([[3, 2, 1, 0], null, { count: 4, is_exact: true }]);
    expect(await found('sorting=created_at')).toEqual([0, 1, 2, 3]);
  });

  test('200: of some customers, of a kind of purchase, by a part of a name or an address', async () => {
    expect(await found(`customer_id=${ada.id}`)).toEqual([3, 0]);
    expect(await found(`customer_id=${ada.id}&customer_id=${purchases[2].customer_id}`)).toEqual([3, 2, 0]);
    expect(await found('purchase=order')).toEqual([3, 1]);
    expect(await found('purchase=subscription')).toEqual([2, 0]);
    for (const text of ['ada lov', 'ADA@ENGINES', 'lovelace'])
      expect(await found(`query=${encodeURIComponent(text)}`)).toEqual([3, 0]);
    for (const text of ['ve', '%25']) expect(await found(`query=${text}`)).toEqual([]);
    const { total } = await list(`query=ada%20lov&purchase=subscription&customer_id=${ada.id}`);
    expect(total).toEqual({ count: 1, is_exact: true });
  });

  test.each(['created_at', '-created_at'])('200: pages follow each other without overlap by %s', async (sorting) => {
    const pages: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Pools = await list(`limit=3&sorting=${sorting}${cursor && `&cursor=${cursor}`}`);
      pages.push(...numbers(page));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(await found(`sorting=${sorting}`));
  });

  test('200: counts up to 1,000 pools, and pending seats', async () => {
    const { subscription_id, invite } = await seedSeats(fixture.api, fixture.theirs, 1_100);
    const { seat_id } = await invite();
    const other = callAs(fixture.api, fixture.theirs.oat);
    const [pool] = (await other('GET', POOLS)).body.items;
    await cloneRow(fixture.api, 'seats.seats', seat_id, 1_000, { member_id: 'gen_random_uuid()', invitation_digest: 'null' });
    await cloneRow(fixture.api, 'seats.seat_pools', pool.id, 1_000, {
      subscription_id: 'null',
      order_id: 'gen_random_uuid()',
    });
    const { items, total } = (await other('GET', `${POOLS}?limit=1&sorting=created_at`)).body;
    expect([items[0].subscription_id, items[0].pending_seats, total]).toEqual([
      subscription_id,
      { count: 1_000, is_exact: false },
      { count: 1_000, is_exact: false },
    ]);
  });

  test('200: nothing of other organizations', async () => {
    const stranger = callAs(fixture.api, fixture.theirs.oat);
    expect((await list(`organization_id=${fixture.ours.organization.id}`, stranger)).items).toEqual([]);
    expect((await list(`customer_id=${ada.id}`, stranger)).items).toEqual([]);
    expect((await list('query=lovelace', stranger)).items).toEqual([]);
  });

  test('422: for what is no cursor, no order and no kind of purchase', async () => {
    const refused = async (query: string) => {
      const { status, body } = await fixture.seller('GET', `${POOLS}?${query}`);
      return [status, body.detail[0].loc];
    };
    expect(await refused('cursor=nonsense')).toEqual([422, ['query', 'cursor']]);
    expect(await refused('sorting=assigned')).toEqual([422, ['query', 'sorting', 0]]);
    expect(await refused('purchase=gift')).toEqual([422, ['query', 'purchase']]);
  });
});
