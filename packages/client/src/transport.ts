import { type Idle, idleWait } from './background.ts';
import { Call } from './call.ts';
import { networkFailure } from './network-failure.ts';
import type { Unavailable } from './result.ts';
import { userAgent } from './user-agent.ts';

/** A response of the service, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Fetch = typeof globalThis.fetch;

/** One attempt of a request, for the log of an application. It contains neither a license key nor a body. */
export interface LoggedAttempt {
  readonly method: string;
  readonly url: string;
  /** The first one is 1. */
  readonly attempt: number;
  /** The HTTP status, if there was an answer that counts. */
  readonly status?: number;
  readonly reason?: Unavailable['reason'];
  readonly detail?: string;
}

export interface TransportOptions {
  readonly fetch?: Fetch;
  /** For a whole call, with all repeats and the waits between them: 30 seconds without it. An attempt takes 10 of them at most. */
  readonly timeoutMs?: number;
  readonly attempts?: number;
  /** Waits between attempts, and between the steps of what runs in the background; rejects if the signal is aborted. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Called after each attempt of a request, for a log. */
  readonly onAttempt?: (attempt: LoggedAttempt) => void;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** A clock that nobody can set, in milliseconds since any moment; `performance.now` without one. */
  readonly monotonic?: () => number;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly call: Call;
}

const TIMEOUT_MS = 30_000;
const ATTEMPT_MS = 10_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
const MAX_ANSWER = 1024 * 1024;
const MS = 1000;
const PROXY_SIGN_IN = 'The proxy does not let the request pass (407: it asks for a sign-in).';

/**
 * Sends requests, and repeats what failed for a reason that passes: with waits that double and are random, so that applications do not
 * all come back at once, and never before `Retry-After`. The caller sees to it that a repeated request does nothing twice.
 */
export class Transport {
  private readonly fetch: Fetch;
  private readonly timeoutMs: number;
  private readonly attempts: number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** The wait of what runs in the background. */
  readonly idle: Idle;
  private readonly random: () => number;
  private readonly onAttempt: TransportOptions['onAttempt'];
  private readonly monotonic: () => number;

  constructor({ fetch, timeoutMs, attempts, sleep, random, onAttempt, monotonic }: TransportOptions = {}) {
    // A browser's `fetch` may be called as a function only.
    this.fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.timeoutMs = timeoutMs ?? TIMEOUT_MS;
    this.attempts = attempts ?? ATTEMPTS;
    this.sleep = sleep ?? wait;
    this.idle = sleep ?? idleWait;
    this.random = random ?? Math.random;
    this.onAttempt = onAttempt;
    this.monotonic = monotonic ?? (() => performance.now());
  }

  /** What an operation of the application begins with. */
  begin(signal: AbortSignal | undefined): Call {
    return new Call(signal, this.timeoutMs);
  }

  /** Throws only if the signal of the call is aborted. */
  async send(outgoing: Outgoing): Promise<Answer | Unavailable> {
    const { call, method, url } = outgoing;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.attempt(outgoing);
      this.onAttempt?.({ method, url, attempt, ...loggedOutcome(outcome) });
      if (!('outcome' in outcome)) return outcome;
      const waitMs = this.waitAfter(attempt, outcome);
      if (attempt >= this.attempts || waitMs === null || waitMs >= call.leftMs) return outcome;
      await this.sleep(waitMs, call.signal);
      call.spend(waitMs);
    }
  }

  private async attempt({ method, url, headers, body, call }: Outgoing): Promise<Answer | Unavailable> {
    const { signal } = call;
    throwIfAborted(signal);
    const limitMs = Math.min(ATTEMPT_MS, call.leftMs);
    if (limitMs === 0) return unavailable('timeout', `No response within ${this.timeoutMs} ms.`);
    const agent = userAgent();
    const startedAt = this.monotonic();
    const attempt = new AbortController();
    const abort = (): void => attempt.abort();
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      abort();
    }, limitMs);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = await this.fetch(url, {
        method,
        headers: { ...(agent === undefined ? {} : { 'user-agent': agent }), ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: attempt.signal,
      });
      const text = await textOf(response);
      if (text === undefined) return unavailable('not_the_service', 'The response is too long.');
      const answer = { status: response.status, headers: response.headers, text };
      return asUnavailable(answer) ?? answer;
    } catch (error) {
      throwIfAborted(signal);
      if (isTimedOut) return unavailable('timeout', `No response within ${limitMs} ms.`);
      const { isTimeout: isSlow, detail } = networkFailure(error, url);
      return unavailable(isSlow ? 'timeout' : 'network', detail);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      call.spend(isTimedOut ? limitMs : Math.min(limitMs, this.monotonic() - startedAt));
    }
  }

  /** Null if waiting is pointless: the response will be the same, or the service wants to be left alone for long. */
  private waitAfter(attempt: number, { reason, retryAfterSeconds }: Unavailable): number | null {
    if (reason === 'not_the_service') return null;
    const asked = (retryAfterSeconds ?? 0) * MS;
    if (asked > LONGEST_WAIT_MS) return null;
    return asked + this.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}

const loggedOutcome = (outcome: Answer | Unavailable): Pick<LoggedAttempt, 'status' | 'reason' | 'detail'> =>
  'outcome' in outcome ? { reason: outcome.reason, detail: outcome.detail } : { status: outcome.status };

const unavailable = (reason: Unavailable['reason'], detail: string, retryAfterSeconds: number | null = null): Unavailable => ({
  outcome: 'unavailable',
  reason,
  retryAfterSeconds,
  detail,
});

function asUnavailable({ status, headers }: Answer): Unavailable | undefined {
  const retryAfter = secondsOf(headers.get('retry-after'));
  if (status === 407) return unavailable('not_the_service', PROXY_SIGN_IN);
  if (status === 429) return unavailable('rate_limited', 'Too many requests.', retryAfter);
  if (status >= 500 || status === 408) return unavailable('server_error', `The service answered ${status}.`, retryAfter);
  return undefined;
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / MS));
}

/** Undefined if the body is longer than any response of the service. */
async function textOf(response: Response): Promise<string | undefined> {
  if (!response.body) return shortTextOf(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let length = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > MAX_ANSWER) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** React Native has no streams. */
async function shortTextOf(response: Response): Promise<string | undefined> {
  if (Number(response.headers.get('content-length')) > MAX_ANSWER) return undefined;
  const text = await response.text();
  return text.length > MAX_ANSWER ? undefined : text;
}

/** Not every runtime has the method of this name, or a reason. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw (signal.reason as Error | undefined) ?? new Error('Aborted');
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const abort = (): void => {
      clearTimeout(timer);
      fail(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      done();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
