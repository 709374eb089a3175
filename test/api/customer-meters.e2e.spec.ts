import { SyncCustomer } from '#metering';
import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const calls = await fixture.meter({ func: 'count' }, eventsNamed('call'));
const tokens = await fixture.meter({ func: 'sum', property: 'n' }, eventsNamed('call'));
const [ada, bob] = [await fixture.customer({ name: 'Ada' }), await fixture.customer({ name: 'Bob' })];
await fixture.ingest(...[ada, ada, bob].map(({ id }) => ({ name: 'call', customer_id: id, metadata: { n: 2 } })));

type Item = { readonly customer_id: string; readonly meter_id: string; readonly consumed_units: number };

/** Customer, meter and usage of each item, in the order of the list. */
async function listed(query: string, call = fixture.seller): Promise<string[]> {
  const { status, body, text } = await call('GET', `/v1/customer-meters/?sorting=customer_name&sorting=-meter_id&${query}`);
  if (status !== 200) return [text];
  const items: Item[] = body.items;
  expect(body.pagination.total_count).toBe(items.length);
  const called = (item: Item) =>
    `${item.customer_id === ada.id ? 'Ada' : 'Bob'} ${item.meter_id === calls.id ? 'calls' : 'tokens'}`;
  return items.map((item) => `${called(item)} ${item.consumed_units}`).toSorted();
}
const ALL = ['Ada calls 2', 'Ada tokens 4', 'Bob calls 1', 'Bob tokens 2'];
const ADAS = ALL.slice(0, 2);

describe('GET /v1/customer-meters/', () => {
  test('filters by the external id of the customer', async () => {
    const external = (...ids: (string | null)[]) => ids.map((id) => `external_customer_id=${id}`).join('&');
    expect(await listed(external(ada.external_id))).toEqual(ADAS);
    expect(await listed(external(ada.external_id, bob.external_id, 'nobody'))).toEqual(ALL);
    expect(await listed(external('nobody'))).toEqual([]);
    expect(await listed(`${external(ada.external_id)}&customer_id=${bob.id}`)).toEqual([]);
    expect(await listed(`${external(ada.external_id)}&customer_id=${ada.id}&meter_id=${tokens.id}`)).toEqual([ADAS[1]]);
  });

  test('filters by an external id that was set later, until it is released', async () => {
    await fixture.ingest({ name: 'call', external_customer_id: 'later', metadata: { n: 1 } });
    const list = async () => (await fixture.seller('GET', '/v1/customer-meters/?external_customer_id=later')).body.items;
    expect(await list()).toEqual([]);
    const customer = await fixture.customer({ external_id: 'later', name: 'Zoe' });
    await fixture.run(new SyncCustomer(customer.id));
    expect((await list()).map((item: Item) => item.consumed_units)).toEqual([1, 1]);
    await fixture.seller('DELETE', `/v1/customers/${customer.id}`);
    await fixture.run(new SyncCustomer(customer.id));
    expect(await list()).toEqual([]);
    const { items } = (await fixture.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}`)).body;
    expect(items).toMatchObject([{ customer: { deleted_at: expect.any(String) } }, { consumed_units: 1 }]);
  });

  test('filters by the caller’s organizations', async () => {
    const [own, other] = [fixture.ours.organization.id, fixture.theirs.organization.id];
    const whose = `customer_id=${ada.id}&customer_id=${bob.id}`;
    expect(await listed(`${whose}&organization_id=${own}`)).toEqual(ALL);
    expect(await listed(`${whose}&organization_id=${own}&organization_id=${other}`)).toEqual(ALL);
    expect(await listed(`${whose}&organization_id=${other}`)).toEqual([]);
    expect(await listed(whose, callAs(fixture.api, fixture.ours.pat))).toEqual(ALL);
    for (const query of [whose, `${whose}&organization_id=${own}`, `external_customer_id=${ada.external_id}`]) {
      expect(await listed(query, callAs(fixture.api, fixture.theirs.oat))).toEqual([]);
    }
  });

  test.each(['organization_id=x', 'customer_id=x', 'meter_id=x', 'sorting=name', 'sorting=', 'external_customer_id=%00'])(
    'rejects %s',
    async (query) => {
      expect((await fixture.seller('GET', `/v1/customer-meters/?${query}`)).status).toBe(422);
    },
  );
});
