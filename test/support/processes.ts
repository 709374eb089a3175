import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { SECRET_KEY } from './api.ts';
import { assertNoSecretsIn } from './logged-secrets.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
/** Where Node keeps what it has compiled, for further processes. */
const COMPILED = join(ROOT, 'node_modules/.cache/latchkey-compiled');

/** A running `latchkey` process. */
export interface RunningProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Its output so far, stdout and stderr. */
  readonly output: () => string;
  /** Waits for output that matches; throws if the process ends without it. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal and waits until the process has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const END_WITH_PARENT = ['--import', join(import.meta.dirname, 'end-with-parent.mjs')];

let isBuilt = false;
/** What bin/latchkey starts, before the arguments. The first process that a suite starts builds what has changed. */
export function latchkeyProgram(): string[] {
  if (!isBuilt) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  isBuilt = true;
  return [...END_WITH_PARENT, join(ROOT, 'dist/bundle/latchkey.js')];
}

/** The program of the last release, which runs from its sources. */
const latchkeyOfRelease = (root: string): string[] => [
  '--conditions=source',
  '--import',
  join(root, 'test/support/from-source.mjs'),
  join(root, 'apps/cli/main.ts'),
];

interface StartOptions {
  /** The leader of a process group of its own, as in a terminal. */
  readonly detached?: boolean;
  /** The folder of the last release. */
  readonly release?: string;
}

/**
 * Starts `latchkey` with these arguments. It sees PATH and these variables, nothing else of the environment, and dies with the
 * test run.
 */
export function startLatchkey(
  args: readonly string[],
  env: Record<string, string>,
  { detached = false, release }: StartOptions = {},
): RunningProcess {
  const program = release ? latchkeyOfRelease(release) : latchkeyProgram();
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: release ?? ROOT,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED, ...env },
    detached,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  const gone = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const line = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((settle, fail) => {
      const look = (): void => {
        const found = pattern.exec(printed);
        if (found) settle(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
      void gone.then(() => fail(new Error(`latchkey ${args.join(' ')} ended before it printed ${pattern}:\n${printed}`)));
      look();
    });
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await gone;
    assertNoSecretsIn(printed);
  };
  return { child, output: () => printed, line, end, [Symbol.asyncDispose]: () => end('SIGKILL') };
}

export interface ApiProcess extends RunningProcess {
  /** Its URL, without a trailing slash. */
  readonly url: string;
}

const settings = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') });

/** The worker as a process of its own, already processing events. Several may share a database. */
export async function startWorkerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  options?: StartOptions,
): Promise<RunningProcess> {
  const running = startLatchkey(['worker'], { ...settings(databaseUrl), WORKER_PORT: '0', ...env }, options);
  await running.line(/is processing events/);
  return running;
}

/** The API as a process of its own, listening on a free port. Several may share a database. */
export async function startApiProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  options?: StartOptions,
): Promise<ApiProcess> {
  const running = startLatchkey(['api'], { ...settings(databaseUrl), PORT: '0', SHUTDOWN_DRAIN_SECONDS: '0', ...env }, options);
  const [, url] = await running.line(/listening at (http:[^\s"]+)/);
  return { ...running, url: url! };
}
