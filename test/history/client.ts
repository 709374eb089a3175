import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { OVERLOADED, type Kind, type Operations, type Outcome, type SubjectType } from './operations.ts';
import type { Recorder } from './recorder.ts';

/** Any JSON value. */
export type Json = ReturnType<typeof JSON.parse>;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** With the seller's token. */
  readonly asSeller?: boolean;
}

/** Where requests go, and on whose behalf. */
export interface Target {
  readonly urls: readonly string[];
  readonly token: string;
}

const RESPONSE_MS = 20_000;
const RETRY_MS = 50;
const PATIENCE_MS = 180_000;

/** Sends requests to API processes at random and records what it is told. */
export class Client {
  constructor(
    readonly number: number,
    readonly random: () => number,
    private readonly target: Target,
    private readonly recorder: Recorder,
  ) {}

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  /**
   * Sends one request and records the outcome. If `repeats`, a request without a response is sent again with the same idempotency
   * key until there is one.
   */
  run<K extends Kind>(
    operation: { readonly kind: K; readonly subject: string; readonly input: Operations[K]['input'] },
    { repeats, ...request }: ApiRequest & { readonly repeats: boolean },
    answerOf: (body: Json) => Operations[K]['answer'],
  ): Promise<Outcome<Operations[K]['answer']>> {
    const send = async (): Promise<Outcome<Operations[K]['answer']>> => {
      const outcome = await (repeats ? this.untilAnswered(request) : this.send(request));
      return outcome.outcome === 'done' ? { ...outcome, answer: answerOf(outcome.answer) } : outcome;
    };
    return this.recorder.run({ ...operation, client: this.number } as never, send);
  }

  /** Records what several requests found together. */
  async observe<K extends Kind>(kind: K, subject: string, read: () => Promise<Operations[K]['answer']>): Promise<void> {
    const operation = { kind, subject, input: null, client: this.number };
    await this.recorder.run(operation as never, async () => ({ outcome: 'done', answer: await read() }) as never);
  }

  /** Records a new subject. */
  async created(subject: string, type: SubjectType, limit: number | null): Promise<void> {
    const operation = { kind: 'create', subject, client: this.number, input: { type, limit } } as const;
    await this.recorder.run(operation, async () => ({ outcome: 'done', answer: null }));
  }

  /** The body of the response to one request; undefined unless it succeeds. */
  async find(request: ApiRequest): Promise<Json> {
    const outcome = await this.send(request);
    return outcome.outcome === 'done' ? outcome.answer : undefined;
  }

  /** The body of the response; throws unless the request succeeds in the end. */
  async get(request: ApiRequest): Promise<Json> {
    const outcome = await this.untilAnswered(request);
    if (outcome.outcome === 'done') return outcome.answer;
    throw new Error(`${request.method} ${request.path}: ${JSON.stringify(outcome)}`);
  }

  /** The items of all pages of a list of the seller. */
  async list(path: string): Promise<Json[]> {
    const items: Json[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = await this.get({ method: 'GET', path: `${path}&limit=100&page=${page}`, asSeller: true });
      items.push(...body.items);
      pages = body.pagination.max_page;
    }
    return items;
  }

  private async untilAnswered(request: ApiRequest): Promise<Outcome<Json>> {
    const key = randomUUID();
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const outcome = await this.send(request, key);
      if (!isTemporary(outcome) || performance.now() > deadline) return outcome;
      await pause(RETRY_MS);
    }
  }

  /** A process that refuses connections has not got the request, so another one gets it. */
  private async send(request: ApiRequest, key?: string): Promise<Outcome<Json>> {
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
      const url = this.pick(this.target.urls);
      try {
        if (url !== undefined) return await this.exchange(url, request, key);
      } catch (error) {
        const { code, message } = (error as { cause?: { code?: string; message?: string } }).cause ?? {};
        if (code !== 'ECONNREFUSED') return { outcome: 'unknown', reason: code ?? message ?? String(error) };
      }
      await pause(RETRY_MS);
    }
    return { outcome: 'unknown', reason: 'no process accepts requests' };
  }

  private async exchange(url: string, { method, path, body, asSeller }: ApiRequest, key?: string): Promise<Outcome<Json>> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(asSeller ? { authorization: `Bearer ${this.target.token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    const text = await response.text();
    if (response.status >= 500) return { outcome: 'unknown', reason: `${response.status}` };
    const answer = text === '' ? null : JSON.parse(text);
    if (response.status < 300) return { outcome: 'done', answer };
    const code = response.headers.get('license-code') ?? answer.error ?? String(response.status);
    return code === 'IdempotencyKeyInUse' ? { outcome: 'unknown', reason: code } : { outcome: 'refused', code };
  }
}

/** Whether the same request with the same key may have another outcome later. */
const isTemporary = (outcome: Outcome<Json>): boolean =>
  (outcome.outcome === 'unknown' && outcome.reason !== '500') || (outcome.outcome === 'refused' && outcome.code === OVERLOADED);
