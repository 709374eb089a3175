import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Answers, Question, Reply, Usage } from './child.ts';
import type { NpmService, NpmServiceAnswers } from './npm-service.ts';

/** V8 and the memory allocator as `bin/latchkey` sets them. */
export const AS_SHIPPED: ForkOptions = {
  execArgv: ['--max-semi-space-size=16', '--no-allocation-site-pretenuring', '--heap-growing-percent=60'],
  env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
};

type Asked = PromiseWithResolvers<unknown>;

/** Characters of error output that are kept; a server under load may log an error for every request. */
const MAX_ERROR_OUTPUT = 2_000;

/** A benchmark child process, as seen from the parent. */
export class Child<Ready, Known extends Answers = Record<never, never>> {
  private readonly asked = new Map<number, Asked>();
  private count = 0;
  private errorText = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly name: string,
  ) {
    process.on('message', (reply: Reply) => this.hear(reply));
    process.stderr!.on(
      'data',
      (text: Buffer) => (this.errorText += text.toString('utf8', 0, MAX_ERROR_OUTPUT - this.errorText.length)),
    );
    process.on('exit', (code, signal) => this.lost(new Error(`${name} ended by itself (${signal ?? code}): ${this.errorText}`)));
  }

  /** The value that the process sent when it was ready. */
  ready!: Ready;

  /** Starts a compiled module of the bench and waits until it is ready. */
  static async start<Ready, Known extends Answers = Record<never, never>>(
    module: URL,
    args: readonly string[] = [],
    options: ForkOptions = {},
  ): Promise<Child<Ready, Known>> {
    const name = [module.pathname.split('/').at(-1), args[0]].filter(Boolean).join(' ');
    const child = new Child<Ready, Known>(fork(module, args, { ...options, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }), name);
    child.ready = (await child.expect(0)) as Ready;
    return child;
  }

  ask<Name extends keyof Known & string>(
    name: Name,
    ...[argument]: Parameters<Known[Name]>
  ): Promise<Awaited<ReturnType<Known[Name]>>> {
    const id = ++this.count;
    this.process.send({ id, name, argument } satisfies Question);
    return this.expect(id) as Promise<Awaited<ReturnType<Known[Name]>>>;
  }

  usage(): Promise<Usage> {
    const id = ++this.count;
    this.process.send({ id, name: 'usage', argument: undefined } satisfies Question);
    return this.expect(id) as Promise<Usage>;
  }

  /** The beginning of the process's standard error output. */
  get errorOutput(): string {
    return this.errorText;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.disconnect();
    await ended;
  }

  private expect(id: number): Promise<unknown> {
    const asked = Promise.withResolvers<unknown>();
    this.asked.set(id, asked);
    return asked.promise;
  }

  private hear(reply: Reply): void {
    const id = 'ready' in reply ? 0 : reply.id;
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if ('error' in reply) asked?.reject(new Error(`${this.name}: ${reply.error}`));
    else asked?.resolve('ready' in reply ? reply.ready : reply.answer);
  }

  private lost(error: Error): void {
    for (const asked of this.asked.values()) asked.reject(error);
    this.asked.clear();
  }
}

/** Starts a service with an npm script; `ready` is the number of milliseconds until its first response. */
export const startNpmService = (service: NpmService): Promise<Child<number, NpmServiceAnswers>> =>
  Child.start(new URL('./npm-service.js', import.meta.url), [JSON.stringify(service)]);
