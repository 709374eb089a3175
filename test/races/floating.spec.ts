import { fromBoth, keyParams, type Outcome, type Race, send, startRace, stateOf, tally } from './race.ts';
import { type Grant, mostTaken, type Return } from './slot-history.ts';
import type { ApiProcess } from '../support/processes.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const TIMEOUT_MS = 240_000;
const SLOTS = 50;
const PUBLIC = '/v1/customer-portal/license-keys';

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

async function floatingKey(): Promise<SeededLicenseKey> {
  const benefit = await seedBenefit(race.api, race.seller.organization.id, {
    activations: { limit: SLOTS, enableCustomerAdmin: false, mode: 'floating', checkoutSeconds: 60 },
    offline: { leaseSeconds: 60, graceSeconds: 0, maxOfflineDevices: 1000 },
  });
  return race.key({ benefit_id: benefit.id });
}

/** Check-outs and leases shorter than a benefit may ask for. */
async function shorten({ id, benefit_id }: SeededLicenseKey): Promise<void> {
  await race.database.query(
    `update licensing.license_keys set policy = jsonb_set(policy, '{floating,checkoutSeconds}', '0.15') where id = $1`,
    [id],
  );
  await race.database.query(
    `update catalog.benefits set properties = jsonb_set(properties, '{offline,lease_seconds}', '1') where id = $1`,
    [benefit_id],
  );
}

const activate = (to: ApiProcess, key: SeededLicenseKey, device: string): Promise<Outcome> =>
  send(to, `${PUBLIC}/activate`, { ...keyParams(key), label: device }, { headers: { 'license-device': device } });
const lease = async (to: ApiProcess, key: SeededLicenseKey, device: string): Promise<Outcome> => {
  const leased = await send(
    to,
    `${PUBLIC}/lease`,
    { ...keyParams(key), label: device },
    { headers: { 'license-device': device } },
  );
  return leased.status === 200 ? { ...leased, body: leased.body.activation } : leased;
};
const heartbeat = (to: ApiProcess, key: SeededLicenseKey, activation_id: string): Promise<Outcome> =>
  send(to, `${PUBLIC}/heartbeat`, { ...keyParams(key), activation_id });
const deactivate = (to: ApiProcess, key: SeededLicenseKey, activation_id: string): Promise<Outcome> =>
  send(to, `${PUBLIC}/deactivate`, { ...keyParams(key), activation_id });

const grantIn = ({ body: { id, last_heartbeat_at, checkout_expires_at } }: Outcome): Grant => ({
  activation: id,
  from: Date.parse(last_heartbeat_at),
  until: Date.parse(checkout_expires_at),
});

test('the checker counts what is taken at one moment, and catches one slot too many', () => {
  const grant = (activation: string, from: number, until: number): Grant => ({ activation, from, until });
  const pool = [grant('a', 0, 10), grant('b', 5, 15), grant('a', 9, 20), grant('c', 15, 30)];
  expect(mostTaken(pool)).toBe(2);
  expect(mostTaken([...pool, grant('d', 14, 16)])).toBe(3);
  expect(mostTaken([...pool, grant('d', 12, 15)], [{ activation: 'a', at: 11 }])).toBe(2);
  expect(mostTaken([...pool, grant('a', 20, 31)])).toBe(2);
});

test(
  '1,000 devices that race for 50 slots in two processes get exactly 50, and one more in the history is noticed',
  async () => {
    const key = await floatingKey();
    const outcomes = await fromBoth(race, 1000, (to, index) => activate(to, key, `device ${index}`));
    expect(tally(outcomes)).toEqual({ '200': SLOTS, '403 ACTIVATION_LIMIT_REACHED': 1000 - SLOTS });
    const grants = outcomes.filter(({ status }) => status === 200).map(grantIn);
    expect(mostTaken(grants)).toBe(SLOTS);
    expect(
      mostTaken([...grants, { ...grants[0]!, activation: 'planted', from: Math.max(...grants.map(({ from }) => from)) }]),
    ).toBe(SLOTS + 1);
  },
  TIMEOUT_MS,
);

test(
  '1,000 devices use 50 slots one after the other while check-outs and leases expire: never more than 50 at a moment',
  async () => {
    const key = await floatingKey();
    await shorten(key);
    const grants: Grant[] = [];
    const returns: Return[] = [];
    const heartbeats: Outcome[] = [];
    const use = async (to: ApiProcess, device: number): Promise<void> => {
      const take = device % 10 === 0 ? lease : activate;
      let taken = await take(to, key, `device ${device}`);
      while (taken.code === 'ACTIVATION_LIMIT_REACHED') taken = await take(to, key, `device ${device}`);
      expect(taken.status).toBe(200);
      grants.push(grantIn(taken));
      const { activation } = grants.at(-1)!;
      if (device % 3 === 0) {
        const renewed = await heartbeat(to, key, activation);
        heartbeats.push(renewed);
        if (renewed.status === 200) grants.push(grantIn(renewed));
      }
      if (device % 10 !== 1) return;
      returns.push({ activation, at: Date.now() });
      expect((await deactivate(to, key, activation)).status).toBe(204);
    };
    const LANES = 100;
    await fromBoth(race, LANES, async (to, lane) => {
      for (let device = lane; device < 1000; device += LANES) await use(to, device);
    });
    expect(new Set(grants.map(({ activation }) => activation)).size).toBe(1000);
    const kinds = Object.keys(tally(heartbeats));
    expect(kinds.filter((kind) => kind !== '200' && kind !== '404 CHECKOUT_EXPIRED')).toEqual([]);
    expect(mostTaken(grants, returns)).toBeLessThanOrEqual(SLOTS);
    expect(await stateOf(race, key)).toMatchObject({ counter: 900, live: 900 });
  },
  TIMEOUT_MS,
);

test(
  'what a process acknowledged before it is killed is still checked out and leased, and no more than 50 slots are taken',
  async () => {
    const key = await floatingKey();
    const [victim, survivor] = race.processes;
    const acknowledged = [grantIn(await activate(victim, key, 'first')), grantIn(await lease(victim, key, 'second'))];
    let killed: Promise<void> | undefined;
    await fromBoth(race, 400, async (to, index) => {
      const take = index % 4 === 0 ? lease : activate;
      const outcome = await take(to, key, `device ${index}`).catch(() => null);
      if (outcome?.status === 200) acknowledged.push(grantIn(outcome));
      if (outcome && to === victim) killed ??= victim.end('SIGKILL');
    });
    expect(killed).toBeDefined();
    await killed;
    const renewed = await Promise.all(acknowledged.map(({ activation }) => heartbeat(survivor, key, activation)));
    expect(tally(renewed)).toEqual({ '200': acknowledged.length });
    await Promise.all(Array.from({ length: SLOTS }, (_, index) => activate(survivor, key, `late ${index}`)));
    const { rows } = await race.database.query<{ taken: number }>(
      'select count(*)::int as taken from licensing.activations where license_key_id = $1 and checkout_expires_at > now()',
      [key.id],
    );
    expect(rows).toEqual([{ taken: SLOTS }]);
    expect(mostTaken([...acknowledged, ...renewed.map(grantIn)])).toBeLessThanOrEqual(SLOTS);
  },
  TIMEOUT_MS,
);
