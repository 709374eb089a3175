import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Language } from './language.ts';

/** What a driver answers: `outcome`, and what the outcome has (packages/conformance/README.md). */
export type Answer = { readonly outcome: string } & Readonly<Record<string, unknown>>;

const ANSWER_MS = 30_000;

/** JSON in one line for everybody: some take a line separator of Unicode for the end of a line. */
const lineOf = (request: object): string =>
  JSON.stringify(request).replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);

/** A case asks for what a client does not have. */
export class LeftOut extends Error {}

/** A command with the fields that are set. Those of `open` are its options; of `vector`, its kind. */
function namesIn(command: string, fields: object): string[] {
  const { options = {}, kind, given: _given, ...others } = fields as { options?: object; kind?: string; given?: object };
  const set = Object.entries({ ...others, ...options }).filter(([, value]) => value !== undefined && value !== false);
  return [command, ...set.map(([name]) => `${command} ${name}`), ...(kind === undefined ? [] : [`${command} ${kind}`])];
}

/** A process that runs a client: reads a request from each line of its input, and writes an answer to a line of its output. */
export class Driver {
  private readonly answers: AsyncIterator<string>;
  private errors = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly without: ReadonlySet<string>,
  ) {
    this.answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    child.stderr!.on('data', (text) => void (this.errors += text));
    child.stdin!.on('error', () => {});
  }

  static start({ command, cwd, without = {} }: Language): Driver {
    const child = spawn(command, { cwd, shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    return new Driver(child, new Set(Object.values(without).flat()));
  }

  /** Whether the client has a command, or a field of one. */
  has(name: string): boolean {
    return !this.without.has(name);
  }

  assertHas(name: string): void {
    if (!this.has(name)) throw new LeftOut(`There is no \`${name}\`.`);
  }

  async ask(command: string, fields: object = {}): Promise<Answer> {
    for (const name of namesIn(command, fields)) this.assertHas(name);
    this.child.stdin!.write(`${lineOf({ command, ...fields })}\n`);
    const timer = setTimeout(() => this.kill(), ANSWER_MS);
    const { value, done } = await this.answers.next();
    clearTimeout(timer);
    if (done) throw new Error(`The driver ended before it answered \`${command}\`. ${this.errors.slice(-2000)}`);
    return JSON.parse(value) as Answer;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.child, 'exit');
    this.child.stdin!.end();
    const timer = setTimeout(() => this.kill(), ANSWER_MS);
    await ended;
    clearTimeout(timer);
  }

  /** With the processes that the command has started. */
  private kill(): void {
    try {
      process.kill(-this.child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
