import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { idOf, makeDataSet, ORGANIZATION_ID } from '../data-set.ts';
import type { Call, HttpLoad, Outcome } from '../fairness/http-load.ts';
import type { Attack, Attacker, Learned } from '../guessing/attack.ts';
import { keyString } from '../load/workload.ts';
import { Child } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import { percentile } from '../statistics.ts';

const scenario = 'guessing';
const VALIDATE = '/v1/customer-portal/license-keys/validate';
/** Requests a second of the devices behind the attacking networks, and of a network from which nobody guesses. */
const RATE = 40;
const AT_ONCE = 32;

/** Networks that guess by themselves: one waits as long as it is told, one never waits. */
const PATIENT = '127.0.0.2';
const IMPATIENT = '127.0.0.3';
const ELSEWHERE = '127.0.0.4';

/** Keys that the seller chose: the first ones are used behind the two networks before, the others never. */
const OWN = 20;
const USED = 10;
const CHOSEN = `update licensing.key_strings set kind = 'own'
  from generate_series(0, $1::int - 1) as n where license_key_id = ${idOf('key', 'n')} and organization_id = '${ORGANIZATION_ID}'`;

/** What docs/limits.md says of unknown license keys. */
function documented() {
  const text = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  const row =
    /^\| different unknown license keys .*?\| (\d+) a minute, (\d+) an hour; then 429 for (\d+) seconds, twice as long/m.exec(
      text,
    );
  if (!row) throw new Error('docs/limits.md does not say how often an unknown license key is answered.');
  const [perMinute, perHour, firstWait] = row.slice(1).map(Number) as [number, number, number];
  return { perMinute, perHour, firstWait };
}

const presenting = (name: string, from: string, keys: readonly number[]): Call => ({
  name,
  method: 'POST',
  path: VALIDATE,
  from,
  bodies: keys.map((n) => JSON.stringify({ key: keyString(n), organization_id: ORGANIZATION_ID })),
});

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n);

/** License keys are guessed from one network and from many, beside devices behind the same networks and elsewhere. */
export async function guessing(bench: Bench, report: Report): Promise<void> {
  const { warmUp, keys } = bench.plan;
  const { seconds, networks: count } = bench.plan.guessing;
  const url = await makeDataSet(bench.database, 'bench_guessing', keys.few);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(CHOSEN, [OWN]);
  await pool.end();
  const { ready: port } = await bench.serverOn(url);
  const module = (name: string): URL => new URL(`../${name}.js`, import.meta.url);
  const visitors = await Child.start<null, HttpLoad>(module('fairness/http-load'));
  const attackers = await Child.start<null, Attacker>(module('guessing/attack'));
  try {
    const known = [PATIENT, IMPATIENT].map((network) => presenting(`known behind ${network}`, network, range(0, USED)));
    const fresh = [PATIENT, IMPATIENT].map((network, index) =>
      presenting(`generated, new behind ${network}`, network, range(OWN + index * 4_000, 4_000)),
    );
    const elsewhere = { ...presenting('elsewhere', ELSEWHERE, range(OWN, 4_000)), times: 4 };
    const visit = (duration: number, calls: readonly Call[]): Promise<Outcome[]> =>
      visitors.ask('atRate', { port, calls, rate: RATE, seconds: duration });
    await visit(warmUp, [...known, elsewhere]);
    const alone = await visit(seconds, [...known, elsewhere]);

    const attack = { port, organizationId: ORGANIZATION_ID, seconds: seconds + warmUp, guessesInTurn: 40 };
    const from = (networks: readonly string[], more: Pick<Attack, 'atOnce' | 'isPatient'>): Promise<Learned[]> =>
      attackers.ask('guess', { ...attack, networks, ...more });
    const many = range(0, count).map((n) => `127.1.${n >> 8}.${n & 255}`);
    const guessed = Promise.all([
      from([PATIENT], { atOnce: 1, isPatient: true }),
      from([IMPATIENT], { atOnce: 1, isPatient: false }),
      from(many, { atOnce: AT_ONCE, isPatient: false }),
    ]);
    const beside = await visit(seconds, [...known, ...fresh, elsewhere]);
    const [[patient], [impatient], others] = await guessed;
    // Between two refusals a network is not blocked. Both have just been refused.
    const never = await visit(
      1,
      [PATIENT, IMPATIENT].map((network) => presenting('chosen, new there', network, range(USED, OWN - USED))),
    );
    reportGuesses(report, attack.seconds, { patient: patient!, impatient: impatient!, others });
    reportDevices(report, { alone, beside, never });
  } finally {
    for (const process of [attackers, visitors]) await process.stop();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function reportGuesses(
  report: Report,
  seconds: number,
  { patient, impatient, others }: { readonly patient: Learned; readonly impatient: Learned; readonly others: readonly Learned[] },
): void {
  const { perMinute, perHour, firstWait } = documented();
  const atMost = Math.min(perHour, perMinute * Math.ceil(seconds / 60));
  const add = (what: string, value: number, unit = '', asked?: { atMost: number } | { atLeast: number }): void =>
    report.add({ scenario, what, value, unit, ...(asked ? { asked } : {}) });
  const all = [patient, impatient, ...others];
  add(`answered within ${seconds} s: a network that waits`, patient.answered, '', { atMost });
  add(`answered within ${seconds} s: a network that does not`, impatient.answered, '', { atMost });
  add(`${others.length} networks: the most that one is answered`, Math.max(...others.map(({ answered }) => answered)), '', {
    atMost,
  });
  add('the least that a network is answered that guesses enough', Math.min(patient.answered, impatient.answered), '', {
    atLeast: perMinute,
  });
  add(`${others.length} networks: answered a second`, sum(others.map(({ answered }) => answered)) / seconds, '');
  add('refused a second', sum(all.map(({ refused }) => refused)) / seconds, '');
  const { waits } = patient;
  add('first Retry-After', waits[0] ?? 0, 's', { atLeast: firstWait });
  waits.slice(1).forEach((wait, index) => add(`Retry-After after ${waits[index]} s`, wait, 's', { atLeast: 2 * waits[index]! }));
  add('responses other than 404 and 429 to guesses', sum(all.flatMap(({ others: statuses }) => Object.values(statuses))), '', {
    atMost: 0,
  });
}

function reportDevices(
  report: Report,
  {
    alone,
    beside,
    never,
  }: { readonly alone: readonly Outcome[]; readonly beside: readonly Outcome[]; readonly never: readonly Outcome[] },
): void {
  const refused = (outcomes: readonly Outcome[]): number =>
    sum(outcomes.flatMap(({ statuses }) => Object.entries(statuses).map(([status, times]) => (status === '200' ? 0 : times))));
  const p99 = (outcomes: readonly Outcome[]): number =>
    percentile(
      outcomes.flatMap(({ latencies }) => latencies),
      0.99,
    );
  const add = (what: string, value: number, unit: string, atMost?: number): void =>
    report.add({ scenario, what, value, unit, ...(atMost === undefined ? {} : { asked: { atMost } }) });
  for (const outcome of beside) add(`devices refused: ${outcome.name}`, refused([outcome]), '', 0);
  const accepted = sum(never.map(({ statuses }) => statuses[200] ?? 0));
  add('keys that a seller chose, never used there, accepted', accepted, '', 0);
  add('validate, p99 alone', p99(alone), 'ms');
  add('validate, p99 beside / alone', p99(beside) / p99(alone), '×', 3);
}
