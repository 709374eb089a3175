import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { OsUser } from './postgres-user.ts';

/**
 * Starts PostgreSQL and stops it when standard input closes: on `stop`, and also when this process is killed. The stopper is a
 * separate process, so it works even if the shell itself is killed.
 */
const SCRIPT = `
  exec 3<&0
  socket_folder=$1; shift
  "$@" </dev/null 3<&- & postgres=$!
  { cat <&3 >/dev/null; kill -INT $postgres; } 2>/dev/null & stopper=$!
  wait $postgres
  status=$?
  kill $stopper 2>/dev/null
  rm -rf -- "$socket_folder"
  exit $status
`;

export class PostgresSupervisor {
  /** Resolves when PostgreSQL has exited, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(private readonly shell: ChildProcess) {
    this.ended = new Promise((resolve, reject) => shell.once('exit', () => resolve()).once('error', reject));
  }

  get hasEnded(): boolean {
    return this.shell.exitCode !== null || this.shell.signalCode !== null;
  }

  /** Runs in a session of its own, so that Ctrl-C in the terminal does not reach it. */
  static start(command: readonly string[], socketFolder: string, user: OsUser, log: string): PostgresSupervisor {
    const output = openSync(log, 'w', 0o600);
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'latchkey-database', socketFolder, ...command], {
      ...user,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      detached: true,
      stdio: ['pipe', output, output],
    });
    closeSync(output);
    return new PostgresSupervisor(shell);
  }

  async stop(): Promise<void> {
    this.shell.stdin!.end();
    await this.ended;
  }
}
