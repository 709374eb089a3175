import { PresentedLicenseKey } from '../../libs/licensing/src/domain/keys/presented-license-key.ts';
import { type Call, callsUntil, type Method } from './calls.ts';
import { Coverage, type Ran } from './coverage.ts';
import { openWays, type Prepare } from './ways.ts';

/** Fills caches and prepares statements. */
const WARM_UPS = 3;
/**
 * What does not run in all of them but one is left out: periodic work, the first statement of a new connection, and what a busy machine brings
 * about. One may lack a call, because V8 does not always count one.
 */
const ROUNDS = 7;

/** The methods of aggregates to which the calls of a way are counted. */
const METHODS: Readonly<Record<string, Method>> = {
  validate: { prototype: PresentedLicenseKey.prototype, name: 'validate' },
  activate: { prototype: PresentedLicenseKey.prototype, name: 'activate' },
};

/** What runs between the first request of a way and its result. */
export interface Trace {
  readonly way: string;
  readonly ran: Ran;
  /** The calls from the route to the method of the aggregate; none if they are not counted. */
  readonly calls: readonly Call[];
}

export async function traceWays(): Promise<Trace[]> {
  await using coverage = await Coverage.start();
  await using opened = await openWays();
  const traces: Trace[] = [];
  for (const [way, prepare] of Object.entries(opened.ways)) {
    const ran = await traceOf(prepare, coverage);
    const { [way]: method } = METHODS;
    traces.push({ way, ran, calls: method ? await callsUntil(method, await prepare()) : [] });
  }
  return traces;
}

async function traceOf(prepare: Prepare, coverage: Coverage): Promise<Ran> {
  for (let n = 0; n < WARM_UPS; n++) await (await prepare())();
  const rounds: Ran[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await coverage.during(await prepare()));
  return inNearlyAll(rounds);
}

/** The functions that ran in all rounds, or in all but one. */
function inNearlyAll(rounds: readonly Ran[]): Ran {
  const files = new Set(rounds.flatMap((ran) => [...ran.keys()]));
  const ranOf = (file: string): Set<string> => {
    const times = new Map<string, number>();
    for (const each of rounds.flatMap((ran) => [...(ran.get(file) ?? [])])) times.set(each, (times.get(each) ?? 0) + 1);
    return new Set([...times].filter(([, count]) => count >= rounds.length - 1).map(([name]) => name));
  };
  return new Map([...files].map((file) => [file, ranOf(file)] as const).filter(([, functions]) => functions.size > 0));
}

type Written = readonly (readonly [
  way: string,
  ran: readonly (readonly [file: string, functions: readonly string[]])[],
  calls: readonly Call[],
])[];

export function toJson(traces: readonly Trace[]): string {
  const written: Written = traces.map(({ way, ran, calls }) => [
    way,
    [...ran].map(([file, functions]) => [file, [...functions]]),
    calls,
  ]);
  return JSON.stringify(written);
}

export const fromJson = (json: string): Trace[] =>
  (JSON.parse(json) as Written).map(([way, ran, calls]) => ({
    way,
    calls,
    ran: new Map(ran.map(([file, functions]) => [file, new Set(functions)])),
  }));

const IN_PLATFORM = /^libs\/(engine|platform)\//;

/** The number of files or functions of a way. */
export interface Count {
  readonly all: number;
  readonly outsidePlatform: number;
}

export const filesOf = ({ ran }: Trace): Count => countOf(ran, () => 1);
export const functionsOf = ({ ran }: Trace): Count => countOf(ran, (functions) => functions.size);

function countOf(ran: Ran, weigh: (functions: ReadonlySet<string>) => number): Count {
  let [all, outsidePlatform] = [0, 0];
  for (const [file, functions] of ran) {
    all += weigh(functions);
    if (!IN_PLATFORM.test(file)) outsidePlatform += weigh(functions);
  }
  return { all, outsidePlatform };
}
