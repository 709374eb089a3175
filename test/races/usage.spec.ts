import type { ApiProcess } from '../support/processes.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { fromBoth, type Outcome, keyParams, type Race, send, startRace, stateOf, tally } from './race.ts';

const TIMEOUT_MS = 60_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

const useOnce = (to: ApiProcess, key: SeededLicenseKey): Promise<Outcome> =>
  send(to, '/v1/customer-portal/license-keys/validate', { ...keyParams(key), increment_usage: 1 });

test(
  'of a thousand increments that race for a limit of three hundred, three hundred win',
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
