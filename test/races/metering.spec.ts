import { seedCustomer } from '../support/seed-customer.ts';
import { fromBoth, type Outcome, type Race, send, startRace, tally } from './race.ts';
import { randomness, shuffled } from './randomness.ts';

const TIMEOUT_MS = 240_000;
const CUSTOMERS = 40;
const BATCHES = 80;
const random = randomness(6);

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

const ask = (path: string, body?: unknown, method: 'POST' | 'GET' = 'POST'): Promise<Outcome> =>
  send(race.processes[0], path, body, { method, token: race.seller.oat });

const ingest = (events: readonly object[], to = race.processes[0]): Promise<Outcome> =>
  send(to, '/v1/events/ingest', { events }, { token: race.seller.oat });

async function makeMeter(aggregation: object): Promise<string> {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
  const { status, body } = await ask('/v1/meters/', { name: 'Calls', filter, aggregation });
  expect(status).toBe(201);
  return body.id;
}

/** The number of customers by consumed units. */
async function used(meterId: string): Promise<Record<string, number>> {
  const { body } = await ask(`/v1/customer-meters/?limit=100&meter_id=${meterId}`, undefined, 'GET');
  const amounts: number[] = body.items.map(({ consumed_units }: { consumed_units: number }) => consumed_units);
  return Object.fromEntries([...Map.groupBy(amounts, String)].map(([amount, those]) => [amount, those.length]));
}

test(
  'concurrent batches with the same customers in any order do not deadlock',
  async () => {
    const customers: string[] = [];
    for (let index = 0; index < CUSTOMERS; index++)
      customers.push((await seedCustomer(race.api, race.seller.organization.id)).id);
    const [sum, unique] = [await makeMeter({ func: 'sum', property: 'n' }), await makeMeter({ func: 'unique', property: 'n' })];
    const outcomes = await fromBoth(race, BATCHES, (to, index) =>
      ingest(
        shuffled(customers, random).map((customer_id) => ({ name: 'call', customer_id, metadata: { n: index % 10 } })),
        to,
      ),
    );

    expect(tally(outcomes)).toEqual({ '200': BATCHES });
    expect(await used(sum!)).toEqual({ [(BATCHES / 10) * 45]: CUSTOMERS });
    expect(await used(unique!)).toEqual({ 10: CUSTOMERS });
  },
  TIMEOUT_MS,
);

test(
  'an event ingested many times concurrently under one external id is counted once',
  async () => {
    const customer = await seedCustomer(race.api, race.seller.organization.id);
    const meter = await makeMeter({ func: 'count' });
    const events = Array.from({ length: 20 }, (_, index) => ({
      name: 'call',
      customer_id: customer.id,
      external_id: `reported-${index}`,
    }));
    const outcomes = await fromBoth(race, 40, (to) => ingest(shuffled(events, random), to));

    expect(tally(outcomes)).toEqual({ '200': 40 });
    expect(outcomes.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(20);
    const { body } = await ask(`/v1/customer-meters/?meter_id=${meter}&customer_id=${customer.id}`, undefined, 'GET');
    expect(body.items).toMatchObject([{ consumed_units: 20, balance: -20 }]);
  },
  TIMEOUT_MS,
);
