import { AddressGuard } from './address-guard.ts';
import { GuardedAgents } from './guarded-agents.ts';
import { AddressNotAllowed } from './guarded-lookup.ts';

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
