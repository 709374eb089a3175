import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Demo } from '../../apps/standalone/demo/demo.ts';
import { eventually } from './eventually.ts';
import { type RunningProcess, startLatchkey } from './processes.ts';

/** Creates an empty data folder that every user of the system can reach. */
export const newDataFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-data-')));

/** Copies a data folder, with owners and modes. */
export function copyOf(dataFolder: string): string {
  const copy = newDataFolder();
  execFileSync('cp', ['-a', `${dataFolder}/.`, copy]);
  return copy;
}

export const removeDataFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

export const demoIn = (folder: string): Demo => JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo;

/** What `npm start` runs. */
export class Standalone implements AsyncDisposable {
  /** Null if the process was killed. */
  readonly exitCode: Promise<number | null>;

  private constructor(
    private readonly running: RunningProcess,
    readonly folder: string,
  ) {
    this.exitCode = once(running.child, 'close').then(([code]) => code as number | null);
  }

  static start(folder: string, env: Record<string, string> = {}): Standalone {
    const settings = { LATCHKEY_DATA: folder, PORT: '0', ...env };
    return new Standalone(startLatchkey(['start'], settings, { detached: true }), folder);
  }

  get output(): string {
    return this.running.output();
  }

  /** Waits until it prints that it is ready; returns its URL. */
  async ready(): Promise<string> {
    const [, address] = await this.running.line(/ready at (\S+)/);
    return address!;
  }

  /** Sends SIGINT to the process group, as Ctrl-C in a terminal does. */
  interrupt(): Promise<number | null> {
    process.kill(-this.running.child.pid!, 'SIGINT');
    return this.exitCode;
  }

  freeze(): void {
    this.running.child.kill('SIGSTOP');
  }

  kill(): Promise<void> {
    return this.running.end('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await eventually(() => processesOf(this.folder).length === 0);
  }
}

/** Ids of the processes of a data folder: PostgreSQL has its working folder there, the supervisor has it in its arguments. */
export function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const isInside = readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
        return isInside || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}

/** The supervisors among them: shells that stop PostgreSQL when Latchkey has ended. */
export const supervisorsOf = (folder: string): number[] =>
  processesOf(folder).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('latchkey-database'));

export const postmasterOf = (folder: string): number =>
  Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'));
