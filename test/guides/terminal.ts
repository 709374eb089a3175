import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Follows what a block has printed, with its exit status. */
const END = /␄(\d+)\n/;

/** A shell that a reader has open: what one block sets, the next one has, and programs in the background go on until it is closed. */
export class Terminal implements AsyncDisposable {
  private printed = '';
  private errors = '';
  /** Looks whether a block has ended. */
  private look = (): void => {};

  private readonly closed: Promise<unknown>;

  private constructor(private readonly shell: ChildProcess) {
    this.closed = once(shell, 'close');
    shell.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.printed += text;
      this.look();
    });
    shell.stderr!.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    shell.on('close', () => this.look());
  }

  static open(folder: string, env: NodeJS.ProcessEnv): Terminal {
    const shell = spawn('bash', ['--norc', '-s'], { cwd: folder, env, stdio: 'pipe' });
    shell.stdin.write(`trap 'kill $(jobs -p) 2> /dev/null' EXIT\n`);
    return new Terminal(shell);
  }

  /** Runs commands, none of which may fail, and returns what they print. */
  async run(commands: string): Promise<string> {
    this.printed = '';
    this.errors = '';
    const ended = new Promise<void>((settle) => {
      this.look = () => {
        if (END.test(this.printed) || this.shell.exitCode !== null) settle();
      };
    });
    this.shell.stdin!.write(`{\n${commands}\n} < /dev/null\nprintf '␄%s\\n' "$?"\n`);
    await ended;
    const [printed, status] = this.printed.split(END);
    if (status === '0') return printed!;
    throw new Error(`Exit status ${status}:\n${commands}\n${this.printed}\n${this.errors}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.shell.stdin!.end();
    await this.closed;
  }
}
