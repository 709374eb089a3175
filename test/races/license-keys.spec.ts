import { fromBoth, type Outcome, keyParams, type Race, send, startRace, stateOf, tally } from './race.ts';
import { randomness } from './randomness.ts';
import type { ApiProcess } from '../support/processes.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const TIMEOUT_MS = 240_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

test(
  '50 of 1,000 concurrent activations succeed for a key limited to 50',
  async () => {
    const key = await race.key({ limit_activations: 50 });
    const outcomes = await fromBoth(race, 1000, (to, index) =>
      send(to, '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label: `device ${index}` }),
    );
    expect(tally(outcomes)).toEqual({ '200': 50, '403 ACTIVATION_LIMIT_REACHED': 950 });
    expect(await stateOf(race, key)).toMatchObject({ counter: 50, live: 50 });

    const ids = outcomes.filter(({ status }) => status === 200).map(({ body }) => body.id);
    const { rows } = await race.database.query<{ id: string }>(
      'select id from licensing.activations where license_key_id = $1 and deactivated_at is null',
      [key.id],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  },
  TIMEOUT_MS,
);

test(
  '200 concurrent activations of one device create one activation',
  async () => {
    const key = await race.key({ limit_activations: 5 });
    const outcomes = await fromBoth(race, 200, (to, index) =>
      send(
        to,
        '/v1/customer-portal/license-keys/activate',
        { ...keyParams(key), label: `attempt ${index}` },
        { headers: { 'license-device': 'the one laptop' } },
      ),
    );
    expect(tally(outcomes)).toEqual({ '200': 200 });
    expect(new Set(outcomes.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(outcomes.map(({ body }) => body.label)).size).toBe(1);
    expect(await stateOf(race, key)).toMatchObject({ counter: 1, live: 1 });
  },
  TIMEOUT_MS,
);

test(
  '50 concurrent deactivations of one activation free its slot once',
  async () => {
    const key = await race.key({ limit_activations: 2 });
    const activate = (): Promise<Outcome> =>
      send(race.processes[0], '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label: 'laptop' });
    const [{ body }] = [await activate(), await activate()];
    const outcomes = await fromBoth(race, 50, (to) =>
      send(to, '/v1/customer-portal/license-keys/deactivate', { ...keyParams(key), activation_id: body.id }),
    );
    expect(tally(outcomes)).toEqual({ '204': 1, '404 ACTIVATION_NOT_FOUND': 49 });
    expect(await stateOf(race, key)).toMatchObject({ counter: 1, live: 1 });
  },
  TIMEOUT_MS,
);

test(
  'under mixed activations and deactivations the counter equals the live rows and never exceeds the limit',
  async () => {
    const LIMIT = 10;
    const CLIENTS = 24;
    const STEPS = 40;
    const key = await race.key({ limit_activations: LIMIT });
    const outcomes: Outcome[] = [];

    /** Holds up to three activations and releases one at random; each request goes to a random process. */
    const client = async (number: number): Promise<number> => {
      const random = randomness(number);
      const mine: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const to = race.processes[random() < 0.5 ? 0 : 1];
        if (mine.length < 3 && (mine.length === 0 || random() < 0.5)) {
          const label = `client ${number}, step ${step}`;
          const outcome = await send(to, '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label });
          if (outcome.status === 200) mine.push(outcome.body.id);
          outcomes.push(outcome);
        } else {
          const [activationId] = mine.splice(Math.floor(random() * mine.length), 1);
          const body = { ...keyParams(key), activation_id: activationId };
          outcomes.push(await send(to, '/v1/customer-portal/license-keys/deactivate', body));
        }
      }
      return mine.length;
    };

    const finish = new AbortController();
    const seen: Awaited<ReturnType<typeof stateOf>>[] = [];
    const watch = (async () => {
      while (!finish.signal.aborted) seen.push(await stateOf(race, key));
    })();
    const kept = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    finish.abort();
    await watch;

    expect(seen.filter(({ counter, live }) => counter !== live || counter > LIMIT)).toEqual([]);
    expect(Object.keys(tally(outcomes)).sort()).toEqual(['200', '204', '403 ACTIVATION_LIMIT_REACHED']);
    const held = kept.reduce((sum, count) => sum + count, 0);
    expect(await stateOf(race, key)).toMatchObject({ counter: held, live: held });
  },
  TIMEOUT_MS,
);

test(
  'during an overlap, an activation ends once and a device has one activation, with either string',
  async () => {
    const LIMIT = 40;
    const [process] = race.processes;
    const key = await race.key({ limit_activations: LIMIT });
    const created = await Promise.all(
      Array.from({ length: LIMIT }, (_, n) =>
        send(process, '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label: `device ${n}` }),
      ),
    );
    const rotation = [`/v1/license-keys/${key.id}/rotate`, { overlap_seconds: 3600 }, { token: race.seller.oat }] as const;
    const next = { ...key, key: (await send(process, ...rotation)).body.key as string };
    const either = (index: number) => keyParams(index % 4 < 2 ? key : next);

    const ended = await fromBoth(race, 4 * LIMIT, (to, index) =>
      send(to, '/v1/customer-portal/license-keys/deactivate', {
        ...either(index),
        activation_id: created[Math.floor(index / 4)]!.body.id,
      }),
    );
    expect(tally(ended)).toEqual({ '204': LIMIT, '404 ACTIVATION_NOT_FOUND': 3 * LIMIT });
    expect(await stateOf(race, key)).toMatchObject({ counter: 0, live: 0 });

    const activated = await fromBoth(race, 4 * LIMIT, (to, index) =>
      send(
        to,
        '/v1/customer-portal/license-keys/activate',
        { ...either(index), label: `attempt ${index}` },
        { headers: { 'license-device': `laptop ${Math.floor(index / 4)}` } },
      ),
    );
    expect(tally(activated)).toEqual({ '200': 4 * LIMIT });
    expect(new Set(activated.map(({ body }) => body.id)).size).toBe(LIMIT);
    expect(await stateOf(race, key)).toMatchObject({ counter: LIMIT, live: LIMIT });
  },
  TIMEOUT_MS,
);

const useOnce = (to: ApiProcess, key: SeededLicenseKey): Promise<Outcome> =>
  send(to, '/v1/customer-portal/license-keys/validate', { ...keyParams(key), increment_usage: 1 });

test(
  '300 of 1,000 concurrent increments succeed for a usage limit of 300',
  async () => {
    const key = await race.key({ limit_usage: 300 });
    const outcomes = await fromBoth(race, 1000, (to) => useOnce(to, key));

    expect(tally(outcomes)).toEqual({ '200': 300, '400 USAGE_LIMIT_EXCEEDED': 700 });
    expect(await stateOf(race, key)).toMatchObject({ usage: 300, validations: 300 });
    const seen = outcomes.filter(({ status }) => status === 200).map(({ body }) => body.usage as number);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    const { rows } = await race.database.query<{ name: string }>('select name from platform.outbox where aggregate_id = $1', [
      key.id,
    ]);
    expect(rows.map(({ name }) => name).sort()).toEqual(['license_key.created', 'license_key.usage_limit_reached']);
  },
  TIMEOUT_MS,
);

const validate = '/v1/customer-portal/license-keys/validate';
const rotate = ({ id }: SeededLicenseKey, overlap_seconds: number) =>
  [`/v1/license-keys/${id}/rotate`, { overlap_seconds }] as const;
const asSeller = () => ({ token: race.seller.oat });

const ofStatus = (outcomes: readonly Outcome[], status: number): Outcome[] =>
  outcomes.filter((outcome) => outcome.status === status);
const distinct = (values: readonly unknown[]): number => new Set(values).size;

test(
  'validations concurrent with status changes see the old or the new status, and each success counts once',
  async () => {
    const key = await race.key();
    const validations: Outcome[] = [];
    const changes: Outcome[] = [];
    await fromBoth(race, 600, async (to, index) => {
      if (index % 6 > 0) return void validations.push(await send(to, validate, keyParams(key)));
      const status = index % 12 === 0 ? 'disabled' : 'granted';
      const changed = await send(to, `/v1/license-keys/${key.id}`, { status }, { ...asSeller(), method: 'PATCH' });
      expect(changed.body.status).toBe(status);
      changes.push(changed);
    });

    expect(tally(changes)).toEqual({ '200': 100 });
    expect(Object.keys(tally(validations)).filter((kind) => !['200', '404 DISABLED'].includes(kind))).toEqual([]);
    const successes = ofStatus(validations, 200);
    expect(successes.filter(({ body }) => body.status !== 'granted' || body.id !== key.id)).toEqual([]);
    expect(distinct(successes.map(({ body }) => body.validations))).toBe(successes.length);
    expect(await stateOf(race, key)).toMatchObject({ validations: successes.length });
  },
  TIMEOUT_MS,
);

test(
  'setting the usage between concurrent increments loses no later increment',
  async () => {
    const key = await race.key({ limit_usage: 10_000 });
    const outcomes = await fromBoth(race, 300, (to, index) =>
      index === 150
        ? send(to, `/v1/license-keys/${key.id}`, { usage: 5000 }, { ...asSeller(), method: 'PATCH' })
        : send(to, validate, { ...keyParams(key), increment_usage: 1 }),
    );
    expect(tally(outcomes)).toEqual({ '200': 300 });
    const before = outcomes.filter(({ body }) => body.usage < 5000).length;
    const after = outcomes.filter(({ body }) => body.usage > 5000).length;
    expect(before + after).toBe(299);
    expect(await stateOf(race, key)).toMatchObject({ usage: 5000 + after, validations: 299 });
  },
  TIMEOUT_MS,
);

test(
  'concurrent rotations return distinct strings, of which only the last one is valid',
  async () => {
    const key = await race.key();
    const validations: Outcome[] = [];
    const rotations: Outcome[] = [];
    await fromBoth(race, 200, async (to, index) =>
      index % 5 === 0
        ? void rotations.push(await send(to, ...rotate(key, 0), asSeller()))
        : void validations.push(await send(to, validate, keyParams(key))),
    );

    expect(tally(rotations)).toEqual({ '200': 40 });
    const strings = rotations.map(({ body }) => body.key as string);
    expect(distinct([...strings, key.key])).toBe(41);
    expect(Object.keys(tally(validations)).filter((kind) => !['200', '404 ROTATED'].includes(kind))).toEqual([]);
    const counted = ofStatus(validations, 200).length;
    expect(await stateOf(race, key)).toMatchObject({ validations: counted });

    const tried = await Promise.all(
      [...strings, key.key].map((each) => send(race.processes[0], validate, { ...keyParams(key), key: each })),
    );
    expect(tally(tried)).toEqual({ '200': 1, '404 ROTATED': 40 });
    const { body } = await send(race.processes[1], `/v1/license-keys/${key.id}`, undefined, { ...asSeller(), method: 'GET' });
    expect(ofStatus(tried, 200)[0]!.body.key).toBe(body.key);
    expect(strings).toContain(body.key);
  },
  TIMEOUT_MS,
);

test(
  'with an overlap, both strings work throughout a rotation',
  async () => {
    const key = await race.key({ limit_activations: 100 });
    const outcomes = await fromBoth(race, 200, (to, index) => {
      if (index === 100) return send(to, ...rotate(key, 3600), asSeller());
      if (index % 2) return send(to, validate, keyParams(key));
      return send(to, '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label: `device ${index}` });
    });
    expect(tally(outcomes)).toEqual({ '200': 200 });
    const next = { ...key, key: outcomes[100]!.body.key as string };
    expect(tally(await fromBoth(race, 10, (to) => send(to, validate, keyParams(next))))).toEqual({ '200': 10 });
    expect(await stateOf(race, key)).toMatchObject({ counter: 99, live: 99, validations: 110 });
  },
  TIMEOUT_MS,
);

test(
  'concurrent increments and reservations of a counter on two processes get exactly its limit',
  async () => {
    const policy = { counters: { exports: { limit: 300 } } };
    const benefit = await seedBenefit(race.api, race.seller.organization.id, { policy });
    const key = await race.key({ benefit_id: benefit.id });
    const increment = { counter: 'exports', units: 1 };
    const outcomes = await fromBoth(race, 600, (to, index) =>
      // A key has at most 100 reservations at a time, so each process makes 50 of them.
      [0, 7].includes(index % 12)
        ? send(to, '/v1/customer-portal/license-keys/reservations', { ...keyParams(key), ...increment, ttl_seconds: 86_400 })
        : send(to, '/v1/customer-portal/license-keys/validate', { ...keyParams(key), increment }),
    );
    expect(tally(outcomes)).toEqual({ '200': 300, '400 COUNTER_LIMIT_REACHED': 300 });
    const granted = outcomes.filter(({ status }) => status === 200).map(({ body }) => body);
    const reserved = granted.filter(({ expires_at: at, units }) => at && units).length;
    const { body } = await send(race.processes[0], `/v1/license-keys/${key.id}`, undefined, { ...asSeller(), method: 'GET' });
    expect(body.counters.exports).toEqual({ used: 300 - reserved, limit: 300, remaining: reserved });
    expect(reserved).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

test(
  'killing a process loses no acknowledged increment, and the other process goes on',
  async () => {
    const EACH = 1000;
    const AT_ONCE = 50;
    const key = await race.key();
    const [victim, other] = race.processes;
    const answers: { readonly to: ApiProcess; readonly status: number | null }[] = [];
    let killed: Promise<void> | undefined;

    const lane = async (to: ApiProcess): Promise<void> => {
      for (let sent = 0; sent < EACH / AT_ONCE; sent++) {
        const outcome = await useOnce(to, key).catch(() => null);
        answers.push({ to, status: outcome && outcome.status });
        if (to === victim && answers.length > 300) killed ??= victim.end('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 2 * AT_ONCE }, (_, index) => lane(race.processes[index % 2]!)));
    await killed;

    const acknowledged = answers.filter(({ status }) => status === 200).length;
    const unanswered = answers.filter(({ status }) => status === null).length;
    expect(victim.child.signalCode).toBe('SIGKILL');
    expect(answers).toHaveLength(2 * EACH);
    expect(acknowledged + unanswered).toBe(2 * EACH);
    expect(unanswered).toBeGreaterThan(0);
    expect(answers.filter(({ to, status }) => to === other && status !== 200)).toEqual([]);

    const { usage, validations } = await stateOf(race, key);
    expect(usage).toBeGreaterThanOrEqual(acknowledged);
    expect(usage).toBeLessThanOrEqual(acknowledged + unanswered);
    expect(validations).toBe(usage);
    expect((await useOnce(other, key)).body).toMatchObject({ usage: usage + 1, validations: usage + 1 });
  },
  TIMEOUT_MS,
);
