import { randomUUID } from 'node:crypto';
import type { Bench } from '../bench.ts';
import type { Server } from '../processes/product.ts';
import { validate } from '../operations.ts';
import type { Report } from '../report.ts';
import { openSeatFixture, type SeatFixture } from '../seats/seat-fixture.ts';
import { percentile } from '../statistics.ts';

const scenario = 'seats';
const SAMPLES = 300;
const WARM_UP = 50;

/** Compares seat operations between small and large pools, and measures claims per second. */
export async function seats(bench: Bench, report: Report): Promise<void> {
  const { seats: many, claims, connections, keys } = bench.plan;
  const url = await bench.database.makeDatabase('bench_seats');
  const shop = await openSeatFixture(url, many, SAMPLES + WARM_UP, claims);
  await bench.database.checkpoint();
  const server = await bench.serverOn(url);
  const times = await alternately(shop, server);
  const names = { few: '10 seats', many: `${many.toLocaleString('en')} seats` };
  for (const operation of ['assign', 'claim'] as const) {
    const { few, many: more } = times[operation];
    const [before, after] = [few, more].map((each) => percentile(each.slice(WARM_UP), 0.5)) as [number, number];
    report.add({ scenario, what: `${operation}: p50 with ${names.few}`, value: before, unit: 'ms' });
    report.add({ scenario, what: `${operation}: p50 with ${names.many}`, value: after, unit: 'ms' });
    report.add({
      scenario,
      what: `${operation}: ${names.many} / ${names.few}`,
      value: after / before,
      unit: '×',
      asked: { atMost: 1.3 },
    });
  }
  const claimed = await claimsPerSecond(shop, server, connections);
  const { perSecond } = await bench.atMost(await bench.server('product', keys.few), validate({ keys: keys.few }));
  report.add({ scenario, what: `claims, ${connections} at a time, of one subscription`, value: claimed, unit: '/s' });
  report.add({ scenario, what: `claim / validate (${Math.round(perSecond)}/s)`, value: claimed / perSecond, unit: '×' });
}

const post = async (server: Server, path: string, body: object, token?: string): Promise<Record<string, string>> => {
  const answer = await fetch(`http://127.0.0.1:${server.ready}/v1/customer-seats${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
};

/** Sends one request at a time, alternating between a subscription with few seats and the one with many. */
async function alternately({ token, small, large }: SeatFixture, server: Server) {
  const times = { assign: { few: [] as number[], many: [] as number[] }, claim: { few: [] as number[], many: [] as number[] } };
  const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const outcome = await work();
    into.push(performance.now() - start);
    return outcome;
  };
  for (const few of small) {
    for (const [size, subscription_id] of [
      ['few', few],
      ['many', large],
    ] as const) {
      const email = `${randomUUID()}@example.com`;
      const { id } = await timed(times.assign[size], () => post(server, '', { subscription_id, email }, token));
      const { invitation_token } = await post(server, `/${id}/invitation`, {}, token);
      await timed(times.claim[size], () => post(server, '/claim', { invitation_token }));
    }
  }
  return times;
}

async function claimsPerSecond({ invitations }: SeatFixture, server: Server, connections: number): Promise<number> {
  const left = [...invitations];
  const start = performance.now();
  const work = async (): Promise<void> => {
    for (let token = left.pop(); token !== undefined; token = left.pop())
      await post(server, '/claim', { invitation_token: token });
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (invitations.length * 1000) / (performance.now() - start);
}
