import type { ApiProcess } from '../support/processes.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { type Outcome, keyParams, type Race, send, startRace, stateOf } from './race.ts';

const TIMEOUT_MS = 60_000;

let race: Race;
beforeAll(async () => {
  race = await startRace();
}, TIMEOUT_MS);
afterAll(() => race?.end());

const useOnce = (to: ApiProcess, key: SeededLicenseKey): Promise<Outcome> =>
  send(to, '/v1/customer-portal/license-keys/validate', { ...keyParams(key), increment_usage: 1 });

test(
  'a process that is killed takes nothing with it that was acknowledged, and the other one goes on',
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
