import { once } from 'node:events';

/** Resource usage of one benchmark process. */
export interface Usage {
  /** Now. */
  readonly memoryMb: number;
  readonly peakMemoryMb: number;
  readonly cpuSeconds: number;
}

export interface Question {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly ready: unknown };

export type Answers = Readonly<Record<string, (argument: never) => unknown>>;

function usage(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    memoryMb: process.memoryUsage.rss() / 2 ** 20,
    peakMemoryMb: maxRSS / 1024,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
  };
}

/**
 * Serves requests of the parent process over IPC. When the parent disconnects, however it ended, calls `close` and exits.
 */
export async function serveParent(
  ready: unknown,
  answers: Answers,
  close: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (!process.send) throw new Error('This module is started by the benchmark: npm run bench');
  const known: Answers = { usage, ...answers };
  const reply = (message: Reply): void => void process.send?.(message);
  process.on('message', ({ id, name, argument }: Question) => {
    Promise.resolve()
      .then(() => known[name]!(argument as never))
      .then(
        (answer) => reply({ id, answer }),
        (error: unknown) => reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
  // Ctrl-C in a terminal reaches all processes of the group; the parent decides when its children stop.
  process.on('SIGINT', () => undefined);
  reply({ ready });
  if (process.connected) await once(process, 'disconnect');
  await close();
  process.exit();
}
