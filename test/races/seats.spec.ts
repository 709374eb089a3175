import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { fromBoth, type Outcome, type Race, send, startRace } from './race.ts';

const TIMEOUT_MS = 240_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

const kinds = (outcomes: readonly Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of outcomes) {
    const kind = `${status} ${body.error ?? ''}`.trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

async function counted(subscriptionId: string) {
  const { rows } = await race.database.query<{ capacity: number; assigned: number; live: number }>(
    `select capacity, assigned, (select count(*)::int from seats.seats s where s.pool_id = p.id and s.status <> 'revoked') as live
     from seats.seat_pools p where subscription_id = $1`,
    [subscriptionId],
  );
  return rows[0];
}

test(
  // More at once would wait longer than a request may, on a slow machine.
  '40 of 400 concurrent assignments succeed for 40 seats',
  async () => {
    const { subscription_id } = await seedSeats(race.api, race.seller, 40);
    const outcomes = await fromBoth(race, 400, (to) =>
      send(to, '/v1/customer-seats', { subscription_id, email: `${randomUUID()}@acme.example` }, { token: race.seller.oat }),
    );
    expect(kinds(outcomes)).toEqual({ '200': 40, '400 SeatNotAvailable': 360 });
    expect(await counted(subscription_id)).toEqual({ capacity: 40, assigned: 40, live: 40 });
  },
  TIMEOUT_MS,
);

test(
  'one of 100 concurrent claims with one token succeeds',
  async () => {
    const { subscription_id, invite } = await seedSeats(race.api, race.seller, 1);
    const { invitation_token } = await invite();
    const outcomes = await fromBoth(race, 100, (to) => send(to, '/v1/customer-seats/claim', { invitation_token }));
    expect(kinds(outcomes)).toEqual({ '200': 1, '400 InvalidInvitationToken': 99 });
    expect(await counted(subscription_id)).toEqual({ capacity: 1, assigned: 1, live: 1 });
  },
  TIMEOUT_MS,
);

test(
  'never assigns more seats than bought while the number of seats changes',
  async () => {
    const { subscription_id } = await seedSeats(race.api, race.seller, 20);
    const token = race.seller.oat;
    const outcomes = await fromBoth(race, 80, (to, index) =>
      index % 4 === 0
        ? send(to, `/v1/subscriptions/${subscription_id}`, { seats: 5 + (index % 16) }, { method: 'PATCH', token })
        : send(to, '/v1/customer-seats', { subscription_id, email: `${randomUUID()}@acme.example` }, { token }),
    );
    expect(
      Object.keys(kinds(outcomes)).filter((kind) => !['200', '400 SeatNotAvailable', '400 SeatsAlreadyAssigned'].includes(kind)),
    ).toEqual([]);
    const { capacity, assigned, live } = (await counted(subscription_id))!;
    expect([assigned === live, assigned <= capacity]).toEqual([true, true]);
    const { body } = await callAs(race.api, token)('GET', `/v1/subscriptions/${subscription_id}`);
    expect([body.seats, body.amount]).toEqual([capacity, capacity * 100]);
  },
  TIMEOUT_MS,
);
