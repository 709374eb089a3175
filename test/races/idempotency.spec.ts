import { randomUUID } from 'node:crypto';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { fromBoth, keyParams, type Outcome, type Race, send, startRace, stateOf, tally } from './race.ts';

import.meta.jest.setTimeout(240_000);

const REQUESTS = 50;

let race: Race;
beforeAll(async () => {
  race = await startRace();
});
afterAll(() => race.end());

/** Repeats the request in both processes until each gets a response, and returns the different ones. */
async function responsesOf(request: (index: number) => Promise<Outcome>): Promise<unknown[]> {
  const bodies = new Map<string, unknown>();
  for (const index of [0, 1]) {
    let outcome = await request(index);
    while (outcome.status === 409) outcome = await request(index);
    expect(outcome.status).toBeLessThan(300);
    bodies.set(JSON.stringify(outcome.body), outcome.body);
  }
  return [...bodies.values()];
}

test('of 50 equal requests at the same time in two processes, one takes an activation', async () => {
  const key = await race.key({ limit_activations: 100 });
  const headers = { 'idempotency-key': randomUUID() };
  const body = { ...keyParams(key), label: 'laptop' };
  const activate = (index: number) =>
    send(race.processes[index % 2]!, '/v1/customer-portal/license-keys/activate', body, { headers });
  const outcomes = await fromBoth(race, REQUESTS, (_to, index) => activate(index));
  const { 200: done = 0, 409: inUse = 0 } = tally(outcomes);
  expect([done >= 1, done + inUse]).toEqual([true, REQUESTS]);
  expect(await stateOf(race, key)).toMatchObject({ counter: 1, live: 1 });
  const answers = new Set(outcomes.filter(({ status }) => status === 200).map((outcome) => JSON.stringify(outcome.body)));
  expect([...answers].map((text) => JSON.parse(text))).toEqual(await responsesOf(activate));
});

test('of 50 equal requests at the same time in two processes, one makes a subscription', async () => {
  const { organization, oat: token } = race.seller;
  const { id: product_id } = await seedProduct(race.api, organization.id, { every: 'month' });
  const { id: customer_id } = await seedCustomer(race.api, organization.id);
  const headers = { 'idempotency-key': randomUUID() };
  const subscribe = (index: number) =>
    send(race.processes[index % 2]!, '/v1/subscriptions/', { product_id, customer_id }, { token, headers });
  const outcomes = await fromBoth(race, REQUESTS, (_to, index) => subscribe(index));
  const { 201: done = 0, 409: inUse = 0 } = tally(outcomes);
  expect([done >= 1, done + inUse]).toEqual([true, REQUESTS]);
  const [response] = await responsesOf(subscribe);
  const { rows } = await race.database.query('select id from entitlements.subscriptions where customer_id = $1', [customer_id]);
  expect(rows).toEqual([{ id: (response as { id: string }).id }]);
});

test('different keys at the same time count separately', async () => {
  const key = await race.key({ limit_usage: 1_000 });
  const validate = (headers: Record<string, string>, index: number) => {
    const body = { ...keyParams(key), increment_usage: 1 };
    return send(race.processes[index % 2]!, '/v1/customer-portal/license-keys/validate', body, { headers });
  };
  const outcomes = await fromBoth(race, 200, (_to, index) => validate({ 'idempotency-key': `count ${index}` }, index));
  expect(tally(outcomes)).toEqual({ 200: 200 });
  expect(await stateOf(race, key)).toMatchObject({ usage: 200, validations: 200 });
});
