import type { Worker } from 'node:cluster';
import { type Collection, type Metrics, collectMetrics } from './collection.ts';

interface Question {
  readonly latchkey: 'metrics';
  readonly id: number;
}

interface Answer extends Question {
  readonly metrics: Metrics;
}

/** A process that does not answer in time is left out. */
const ANSWER_MS = 2_000;

const isAbout = (message: unknown): message is Question => (message as Partial<Question> | null)?.latchkey === 'metrics';

/** Collects metrics in a process that shares its port with others: the primary process serves them for all. */
export async function collectFromPrimary(name: string): Promise<Collection> {
  const collection = await collectMetrics(name);
  process.on('message', (message) => {
    if (!isAbout(message)) return;
    const answer = ({ id }: Question) =>
      collection.read().then((metrics) => process.send?.({ latchkey: 'metrics', id, metrics } satisfies Answer));
    void answer(message).catch(() => undefined);
  });
  return collection;
}

let questions = 0;

/** The metrics of each of the processes. */
export async function metricsOfProcesses(workers: readonly Worker[]): Promise<Metrics[]> {
  const answers = await Promise.all(workers.filter((worker) => worker.isConnected()).map(ask));
  return answers.filter((metrics) => metrics !== undefined);
}

function ask(worker: Worker): Promise<Metrics | undefined> {
  const id = (questions += 1);
  return new Promise((resolve) => {
    const settle = (metrics: Metrics | undefined): void => {
      clearTimeout(timeout);
      worker.off('message', listen).off('exit', leave);
      resolve(metrics);
    };
    const listen = (message: unknown): void => {
      if (isAbout(message) && message.id === id) settle((message as Answer).metrics);
    };
    const leave = (): void => settle(undefined);
    const timeout = setTimeout(leave, ANSWER_MS);
    worker.on('message', listen).once('exit', leave);
    worker.send({ latchkey: 'metrics', id } satisfies Question, (error) => error && leave());
  });
}
