import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly errors: string;
}

/** Runs a command of the shell to its end. */
export async function runCommand(command: string, cwd: string, env: NodeJS.ProcessEnv, input = ''): Promise<Ended> {
  const child = spawn(command, { cwd, env, shell: true, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {}).end(input);
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, said, errors };
}

/** Whether the system has a program, and lets it do this. */
export const isAble = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
