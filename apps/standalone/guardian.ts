import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Account } from './account.ts';

/**
 * A shell that starts PostgreSQL and stops it when its standard input ends: at `stop`, and just as well when this process
 * dies without a word. The stopper is a process of its own, so it does its work even when the shell is killed.
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

export class Guardian {
  /** Settles when the database is gone, whoever stopped it. */
  readonly ended: Promise<void>;

  private constructor(private readonly shell: ChildProcess) {
    this.ended = new Promise((resolve, reject) => shell.once('exit', () => resolve()).once('error', reject));
  }

  get hasEnded(): boolean {
    return this.shell.exitCode !== null || this.shell.signalCode !== null;
  }

  /** In a session of its own, where a terminal's Ctrl-C does not reach it. */
  static start(command: readonly string[], socketFolder: string, account: Account, log: string): Guardian {
    const output = openSync(log, 'w', 0o600);
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'latchkey-database', socketFolder, ...command], {
      ...account,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      detached: true,
      stdio: ['pipe', output, output],
    });
    closeSync(output);
    return new Guardian(shell);
  }

  async stop(): Promise<void> {
    this.shell.stdin!.end();
    await this.ended;
  }
}
