import { AddressGuard, AddressNotAllowed, guardedLookup } from './address-guard.ts';
import type { Agent, Dispatcher } from 'undici';

const CONNECT_MS = 10_000;
const IDLE_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

const OPTIONS = {
  /** Not limited: hosts of several organizations may be at one origin, and must not wait for each other. */
  connections: null,
  pipelining: 1,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
};

type Send = typeof import('undici').request;
type Options = NonNullable<Parameters<Send>[1]>;

interface Loaded {
  readonly request: Send;
  readonly guarded: Agent;
  readonly allowed: Agent;
}

/** Requests to hosts that sellers choose. Connections are reused for a few seconds. */
export class GuardedAgents {
  private loaded: Promise<Loaded> | undefined;

  constructor(private readonly guard: AddressGuard) {}

  /**
   * Throws `AddressNotAllowed`. The literal of an address is not looked up, so it is checked here; so are names of this machine and of
   * local networks.
   */
  async request(url: URL, options: Omit<Options, 'dispatcher'>): Promise<Dispatcher.ResponseData<unknown>> {
    const { hostname, port } = url;
    const isAllowed = this.guard.isAllowed(hostname, port);
    if (!isAllowed && !this.guard.isPublic(hostname)) throw new AddressNotAllowed();
    const { request, allowed, guarded } = await (this.loaded ??= load());
    return request(url, { ...options, dispatcher: isAllowed ? allowed : guarded });
  }

  async destroy(): Promise<void> {
    const agents = await this.loaded;
    await Promise.all([agents?.guarded.destroy(), agents?.allowed.destroy()]);
  }
}

/** The first request loads `undici`, two megabytes of code that many processes never need. */
async function load(): Promise<Loaded> {
  const { Agent, request } = await import('undici');
  return {
    request,
    guarded: new Agent({ ...OPTIONS, connect: { timeout: CONNECT_MS, lookup: guardedLookup() } }),
    allowed: new Agent({ ...OPTIONS, connect: { timeout: CONNECT_MS } }),
  };
}

/** What is sent. */
export interface SafeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface FetchLimits {
  /** From the beginning of the connection to the last byte of the response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const LIMITS: FetchLimits = { timeoutMs: 10_000, maxBytes: 1_048_576 };
/** Responses with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

export class ResponseTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The response has more than ${maxBytes} bytes.`);
  }
}

/**
 * `fetch` for addresses that somebody else chooses: https to public hosts, and http as well to those that the operator allows. A
 * response is complete, small and in time, or there is none. Redirects are not followed.
 */
export class SafeFetch {
  private readonly agents: GuardedAgents;

  constructor(
    private readonly guard: AddressGuard,
    private readonly limits: FetchLimits = LIMITS,
  ) {
    this.agents = new GuardedAgents(guard);
  }

  async fetch(address: string, { method = 'GET', headers = {}, body }: SafeRequest = {}): Promise<Response> {
    const url = new URL(address);
    if (!this.isAllowed(url)) throw new AddressNotAllowed();
    const { timeoutMs } = this.limits;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error(`No complete response within ${timeoutMs / 1000} seconds.`)), timeoutMs);
    try {
      const options = { method: method as 'GET', headers, body, signal: stop.signal };
      const response = await this.agents.request(url, options);
      const content = await this.read(response.body);
      return new Response(WITHOUT_BODY.has(response.statusCode) ? null : content, {
        status: response.statusCode,
        headers: Object.entries(response.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        ),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether a request to the address may be tried: the addresses that its name resolves to are checked by the request. */
  isAllowed({ protocol, hostname, port }: URL): boolean {
    if (this.guard.isAllowed(hostname, port)) return protocol === 'https:' || protocol === 'http:';
    return protocol === 'https:' && this.guard.isPublic(hostname);
  }

  destroy(): Promise<void> {
    return this.agents.destroy();
  }

  private async read(body: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > this.limits.maxBytes) throw new ResponseTooLarge(this.limits.maxBytes);
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  }
}
