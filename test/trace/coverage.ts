import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRODUCT = /^(?:apps|libs)\//;

/** The functions of the product that ran, as `file:offset:name`, by file. */
export type Ran = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What intervals run belongs to no request, and what a request does after a while, such as asking which lock it waits for, belongs to none that
 * has its usual time. A busy machine makes requests take that long, so both pause while functions are counted.
 */
let isCounting = false;
const AFTER_A_WHILE_MS = 100;
const { setInterval: startInterval, setTimeout: startTimeout } = globalThis;
const pausingInterval = (callback: () => void, ms?: number): NodeJS.Timeout =>
  startInterval(() => {
    if (!isCounting) callback();
  }, ms);
const pausingTimeout = (callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): NodeJS.Timeout => {
  if (ms < AFTER_A_WHILE_MS) return startTimeout(callback, ms, ...values);
  const timer: NodeJS.Timeout = startTimeout(() => void (isCounting ? timer.refresh() : callback(...values)), ms);
  return timer;
};

/** Notes which functions of the product run. */
export class Coverage implements AsyncDisposable {
  private readonly session = new Session();

  static async start(): Promise<Coverage> {
    const coverage = new Coverage();
    coverage.session.connect();
    Object.assign(globalThis, { setInterval: pausingInterval, setTimeout: pausingTimeout });
    await coverage.session.post('Profiler.enable');
    return coverage;
  }

  /**
   * The functions of the product that run until the action ends, because of it or of something else. V8 discards optimized code when it
   * begins to count; calls that it inlines later are not counted, so it begins anew each time.
   */
  async during(action: () => Promise<void>): Promise<Ran> {
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    isCounting = true;
    try {
      await action();
      const { result } = await this.session.post('Profiler.takePreciseCoverage');
      return productFunctions(result);
    } finally {
      isCounting = false;
      await this.session.post('Profiler.stopPreciseCoverage');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    Object.assign(globalThis, { setInterval: startInterval, setTimeout: startTimeout });
    await this.session.post('Profiler.disable');
    this.session.disconnect();
  }
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

function productFunctions(scripts: readonly Script[]): Ran {
  const ran = new Map<string, Set<string>>();
  for (const { url, functions } of scripts) {
    const file = relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url);
    if (!PRODUCT.test(file)) continue;
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count } = { startOffset: 0, count: 0 }] = ranges;
      if (count === 0) continue;
      const known = ran.get(file) ?? new Set();
      ran.set(file, known.add(`${startOffset}:${functionName}`));
    }
  }
  return ran;
}
