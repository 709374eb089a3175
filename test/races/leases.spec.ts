import { decodeJwt } from 'jose';
import { fromBoth, keyParams, type Race, send, startRace, stateOf, tally } from './race.ts';
import type { ApiProcess } from '../support/processes.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const TIMEOUT_MS = 240_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

async function offlineKey(maxOfflineDevices: number, limit_activations: number): Promise<SeededLicenseKey> {
  const offline = { leaseSeconds: 3600, graceSeconds: 600, maxOfflineDevices, moves: { limit: 3, periodDays: 30 } };
  const benefit = await seedBenefit(race.api, race.seller.organization.id, { offline });
  return race.key({ benefit_id: benefit.id, limit_activations });
}

const lease = (to: ApiProcess, key: SeededLicenseKey, device: string) =>
  send(
    to,
    '/v1/customer-portal/license-keys/lease',
    { ...keyParams(key), label: device },
    { headers: { 'license-device': device } },
  );
const deactivate = (to: ApiProcess, key: SeededLicenseKey, activation_id: string) =>
  send(to, '/v1/customer-portal/license-keys/deactivate', { ...keyParams(key), activation_id });

const rowsOf = async <Row extends object>(sql: string, { id }: SeededLicenseKey): Promise<Row[]> =>
  (await race.database.query<Row>(sql, [id])).rows;

test(
  '20 of 400 devices that race for leases in two processes get one, and each its own place in the status list',
  async () => {
    const key = await offlineKey(20, 1000);
    const outcomes = await fromBoth(race, 400, (to, index) => lease(to, key, `device ${index}`));
    expect(tally(outcomes)).toEqual({ '200': 20, '403 OFFLINE_LIMIT_REACHED': 380 });
    const claims = outcomes.flatMap(({ status, body }) => (status === 200 ? [decodeJwt(body.lease)] : []));
    const places = claims.map(({ status }) => (status as { status_list: { idx: number } }).status_list.idx);
    expect(new Set(places).size).toBe(20);
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(20);
    expect(await stateOf(race, key)).toMatchObject({ counter: 20, live: 20 });
  },
  TIMEOUT_MS,
);

test(
  'devices that lease and deactivate at the same time never get more leases than allowed with those of moves, and keep their slots',
  async () => {
    const key = await offlineKey(10, 12);
    const leaseAndLeave = async (to: ApiProcess, index: number) => {
      const leased = await lease(to, key, `device ${index}`);
      if (leased.status === 200) await deactivate(to, key, leased.body.activation.id);
      return leased;
    };
    const outcomes = await fromBoth(race, 300, leaseAndLeave);
    // How many come after a place was released is chance: those that come one by one get the rest.
    for (let index = 300; index < 304; index++) outcomes.push(await leaseAndLeave(race.processes[index % 2]!, index));
    expect(tally(outcomes)).toEqual({ '200': 13, '403 OFFLINE_LIMIT_REACHED': 291 });
    expect(await stateOf(race, key)).toMatchObject({ counter: 10, live: 0 });

    const activate = (to: ApiProcess, index: number) =>
      send(to, '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label: `other ${index}` });
    expect(tally(await fromBoth(race, 40, activate))).toEqual({ '200': 2, '403 ACTIVATION_LIMIT_REACHED': 38 });
    await race.database.query('update licensing.leases set held_until = now() where license_key_id = $1', [key.id]);
    expect(tally(await fromBoth(race, 40, activate))).toEqual({ '200': 10, '403 ACTIVATION_LIMIT_REACHED': 30 });
    expect(await stateOf(race, key)).toMatchObject({ counter: 12, live: 12 });
    expect(await rowsOf('select 1 from licensing.leases where license_key_id = $1 and holds_slot', key)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  '200 requests of one device make one activation with one lease',
  async () => {
    const key = await offlineKey(1, 5);
    const outcomes = await fromBoth(race, 200, (to) => lease(to, key, 'the one laptop'));
    expect(tally(outcomes)).toEqual({ '200': 200 });
    expect(new Set(outcomes.map(({ body }) => body.activation.id)).size).toBe(1);
    expect(new Set(outcomes.map(({ body }) => decodeJwt(body.lease).jti)).size).toBe(200);
    expect(await stateOf(race, key)).toMatchObject({ counter: 1, live: 1 });
    expect(await rowsOf('select 1 from licensing.leases where license_key_id = $1', key)).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test(
  'an organization has one root key, however many processes lease first',
  async () => {
    const { rows } = await race.database.query<{ purpose: string; count: number }>(
      'select purpose, count(*)::int as count from licensing.signing_keys where organization_id = $1 group by purpose order by purpose',
      [race.seller.organization.id],
    );
    expect(rows).toEqual([
      { purpose: 'root', count: 1 },
      { purpose: 'signing', count: 1 },
    ]);
  },
  TIMEOUT_MS,
);
