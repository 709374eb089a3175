import { type Profiler, type Runtime, Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the process's busy time spent in one location itself, without its callees (self time). */
export interface Cost {
  readonly where: string;
  readonly share: number;
}

export interface Profile {
  readonly busy: number;
  readonly places: readonly Cost[];
  readonly functions: readonly Cost[];
}

const SAMPLING_MICROSECONDS = 200;
/** The profiler's own frames are ignored. */
const OBSERVER = 'node:inspector';
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)/;
const OWN = /.*\/dist\/((?:libs|apps)\/[^/]+)\/(.*)/;

/** Records a CPU profile of this process. */
export async function recordProfile(seconds: number): Promise<Profile> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
  await session.post('Profiler.start');
  await sleep(seconds * 1000);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return summarise(profile);
}

function summarise({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profile {
  const frames = new Map(nodes.map((node) => [node.id, describe(node.callFrame)]));
  const places = new Map<string, number>();
  const functions = new Map<string, number>();
  let idle = 0;
  let busy = 0;
  samples.forEach((id, index) => {
    const { place, name } = frames.get(id)!;
    const time = timeDeltas[index]!;
    if (name === '(idle)') idle += time;
    if (name === '(idle)' || place === OBSERVER) return;
    busy += time;
    places.set(place, (places.get(place) ?? 0) + time);
    functions.set(name, (functions.get(name) ?? 0) + time);
  });
  const costs = (times: ReadonlyMap<string, number>): Cost[] =>
    [...times].map(([where, time]) => ({ where, share: time / busy })).sort((a, b) => b.share - a.share);
  return { busy: busy / (busy + idle), places: costs(places), functions: costs(functions) };
}

/** The package, layer or Node.js part of a frame, and its function. */
function describe({ functionName, url, lineNumber }: Runtime.CallFrame): { place: string; name: string } {
  const name = functionName || '(anonymous)';
  if (!url) return { place: name.startsWith('(') ? name : 'native code', name };
  const [, place = url, file = ''] = PACKAGE.exec(url) ?? OWN.exec(url) ?? [];
  return { place, name: `${name}  ${place}${file && `/${file}`}:${lineNumber + 1}` };
}
