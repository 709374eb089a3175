import { authentications } from '../baselines/authentication.ts';
import { eventBus } from '../baselines/event-bus.ts';
import { INVALID_BODY, VALID_BODY, VALIDATION_LIBRARIES } from '../baselines/validation-libraries.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const ROUNDS = 11;
const TIMES = 20_000;

type Work = () => unknown;

/** CPU of this process, garbage collection included, which waits for other processes do not change. */
async function cpuMicros(work: Work): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < TIMES; time++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}

/** The median microseconds of CPU of each work. They take turns; the first round warms them up. */
async function cpuInTurn(works: Readonly<Record<string, Work>>): Promise<ReadonlyMap<string, number>> {
  const rounds = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, work] of Object.entries(works)) rounds.get(name)!.push(await cpuMicros(work));
  }
  return new Map([...rounds].map(([name, micros]) => [name, median(micros.slice(1))]));
}

const reading = (body: unknown): Record<string, Work> =>
  Object.fromEntries(Object.entries(VALIDATION_LIBRARIES).map(([name, read]) => [name, () => read(body)]));

/** What packages cost of which a decision says why they are used, or why not. */
export async function libraries(_bench: Bench, report: Report): Promise<void> {
  const measured = {
    authentication: await authentications(),
    event: { 'EventBus, one handler': await eventBus() },
    'validate request': reading(VALID_BODY),
    'the same, four fields wrong': reading(INVALID_BODY),
  };
  for (const [scenario, works] of Object.entries(measured)) {
    for (const [what, value] of await cpuInTurn(works)) report.add({ scenario, what, value, unit: 'µs' });
  }
}
