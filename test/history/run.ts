import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { randomness } from '../races/randomness.ts';
import { Client } from './client.ts';
import type { SubjectType } from './operations.ts';
import type { Recorder } from './recorder.ts';
import type { Service } from './service.ts';
import { seedSeller, type Subject, subjects } from './subjects/index.ts';

const CLIENTS = 8;
/** While processes are killed, each client rests for up to so long after an operation: there are cycles to be had. */
const LONGEST_REST_MS = 50;
const CYCLE_SECONDS = 300;
/** In each cycle there are new subjects; clients use those of the cycle before as well. */
const GENERATIONS = 2;
const VICTIM = 0.2;
/** While processes start again, others are killed. */
const CYCLES_AT_ONCE = 3;

export interface RunOptions {
  readonly service: Service;
  readonly recorder: Recorder;
  readonly seller: { readonly organizationId: string; readonly token: string };
  /** Decides what clients do, who is killed, and after how many operations. */
  readonly seed: number;
  readonly cycles: number;
  /** No cycle begins after so many minutes. */
  readonly minutes?: number;
  /** The least number of operations between two kills. */
  readonly operations: number;
  readonly types: readonly SubjectType[];
  /** Whether processes are killed. */
  readonly kills: boolean;
}

/** Records what clients do and observe while processes are killed and started again, and what there is in the end. */
export async function recordHistory(options: RunOptions): Promise<void> {
  const { service, recorder, seed, types, cycles, minutes = Infinity } = options;
  const deadline = performance.now() + minutes * 60_000;
  const { organizationId, token } = options.seller;
  const target = {
    token,
    get urls() {
      return service.urls;
    },
  };
  const clientOf = (number: number): Client => new Client(number, randomness(seed * 1000 + number), target, recorder);
  const main = clientOf(0);
  const seller = await seedSeller(main, organizationId);
  const all: Subject[] = [];
  const newSubjects = async (): Promise<void> => {
    all.push(...(await Promise.all(types.map((type) => subjects[type](main, seller)))));
  };
  await newSubjects();

  const finished = new AbortController();
  const isFinished = (): boolean => finished.signal.aborted;
  const work = async (client: Client): Promise<void> => {
    while (!isFinished()) {
      await client.pick(all.slice(-GENERATIONS * types.length))!.step(client);
      if (options.kills) await pause(client.random() * LONGEST_REST_MS);
    }
  };
  let begun = 0;
  const cycling = async (): Promise<void> => {
    while (begun < cycles && performance.now() < deadline && !isFinished()) {
      if (begun++ > 0) await newSubjects();
      const enough = recorder.recorded + options.operations * (1 + main.random());
      await eventually(() => recorder.recorded >= enough || isFinished(), CYCLE_SECONDS);
      if (options.kills && !isFinished()) await killSome(main, options);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => work(clientOf(index + 1)));
  const lanes = Array.from({ length: CYCLES_AT_ONCE }, cycling);
  try {
    await Promise.race([Promise.all(lanes), Promise.all(clients)]);
  } finally {
    finished.abort();
    await Promise.allSettled([...lanes, ...clients]);
  }
  await service.drained();
  for (const subject of all) await subject.read(main);
}

async function killSome(client: Client, { service, recorder }: RunOptions): Promise<void> {
  await eventually(() => service.running.length > 0, CYCLE_SECONDS);
  const some = service.running.filter(() => client.chance(VICTIM));
  const processes = some.length > 0 ? some : [client.pick(service.running)!];
  await recorder.run({ kind: 'kill', subject: 'service', client: 0, input: { processes } }, async () => {
    await service.kill(processes);
    return { outcome: 'done', answer: null };
  });
}
