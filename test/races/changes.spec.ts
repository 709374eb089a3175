import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { fromBoth, type Outcome, keyParams, type Race, send, startRace, stateOf, tally } from './race.ts';

const TIMEOUT_MS = 60_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

const validate = '/v1/customer-portal/license-keys/validate';
const rotate = ({ id }: SeededLicenseKey, overlap_seconds: number) =>
  [`/v1/license-keys/${id}/rotate`, { overlap_seconds }] as const;
const asSeller = () => ({ token: race.seller.oat });

const ofStatus = (outcomes: readonly Outcome[], status: number): Outcome[] =>
  outcomes.filter((outcome) => outcome.status === status);
const distinct = (values: readonly unknown[]): number => new Set(values).size;

test(
  'validations that race with changes of the status answer for one side or the other, and each success counts once',
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
  'a key that is given a new usage by hand between increments loses no increment after it',
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
  'of rotations that race, each gives out a string of its own and only the last one opens the key',
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
    expect(Object.keys(tally(validations)).filter((kind) => !['200', '404 NOT_FOUND'].includes(kind))).toEqual([]);
    const counted = ofStatus(validations, 200).length;
    expect(await stateOf(race, key)).toMatchObject({ validations: counted });

    const tried = await Promise.all(
      [...strings, key.key].map((each) => send(race.processes[0], validate, { ...keyParams(key), key: each })),
    );
    expect(tally(tried)).toEqual({ '200': 1, '404 NOT_FOUND': 40 });
    const { body } = await send(race.processes[1], `/v1/license-keys/${key.id}`, undefined, { ...asSeller(), method: 'GET' });
    expect(ofStatus(tried, 200)[0]!.body.key).toBe(body.key);
    expect(strings).toContain(body.key);
  },
  TIMEOUT_MS,
);

test(
  'with an overlap, both strings work all through a rotation',
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
