import { fromBoth, type Outcome, keyParams, type Race, send, startRace, stateOf, tally } from './race.ts';
import { randomness } from './randomness.ts';

const TIMEOUT_MS = 60_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

test(
  'of a thousand activations that race for a key limited to fifty, fifty win',
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
  'one device that activates two hundred times at once has one activation',
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
  'one activation that is deactivated fifty times at once gives its slot back once',
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
  'however activations and deactivations mix, the counter is the number of live rows and never above the limit',
  async () => {
    const LIMIT = 10;
    const CLIENTS = 24;
    const STEPS = 40;
    const key = await race.key({ limit_activations: LIMIT });
    const outcomes: Outcome[] = [];

    /** Wants up to three activations at a time and gives one back now and then; some answers go to a process of chance. */
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
  'while two strings open a key, an activation is ended once and a device has one activation, whichever are shown',
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
