import { isDeepStrictEqual } from 'node:util';
import { type Dispatcher, errors, Pool } from 'undici';
import type { Answer } from '../support/answer.ts';
import type { Contract } from '../support/contract.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { MCP_OPERATION, problemsOfMcp } from './fuzzed-mcp.ts';
import { STRAY_ENDS } from './fuzzed-requests.ts';
import { isRefused, type Sent, suspects } from './suspects.ts';

/** So many requests are under way at once. */
const CONCURRENT = 8;
/** How often a request is sent that the service says it has no time for. */
const ATTEMPTS = 3;
/** A response that takes longer counts as none. */
const LONGEST_MS = 20_000;
/** What is answered for a path that no operation has. */
const NO_SUCH_PATH = { error: 'ResourceNotFound', detail: 'Not found' };

export interface Finding {
  readonly problem: string;
  readonly request: string;
}

/** A service that listens on a port of this machine. */
export interface Target {
  readonly port: number;
  /** When rows of its database were written, in milliseconds since 1970, in order. */
  changes(): Promise<readonly number[]>;
}

const isAccepted = ({ status }: Sent): boolean => status >= 200 && status < 300;

/** Sends requests to a service and collects what must not happen. */
export class Fuzzer {
  readonly findings: Finding[] = [];
  /** The number of requests that succeeded. */
  accepted = 0;
  private readonly pool: Pool;

  constructor(
    private readonly target: Target,
    private readonly contract: Contract,
    private readonly longestMs = LONGEST_MS,
  ) {
    const timeouts = { headersTimeout: longestMs, bodyTimeout: longestMs };
    this.pool = new Pool(`http://127.0.0.1:${target.port}`, { connections: CONCURRENT, pipelining: 1, ...timeouts });
  }

  /** Sends all requests; those that were refused must leave every row of the database as it is. */
  async run(requests: readonly FuzzedRequest[]): Promise<void> {
    const before = (await this.target.changes()).length;
    const sent = await this.sendAll(requests);
    const changes = (await this.target.changes()).slice(before);
    this.accepted += sent.filter(isAccepted).length;
    await this.checkUnchanged(suspects(sent, changes).map(({ request }) => request));
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  /** Requests are sent together as long as nothing is written. Otherwise those that are accepted by now are left out, and the others divided. */
  private async checkUnchanged(requests: readonly FuzzedRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const before = (await this.target.changes()).length;
    const refused = (await this.sendAll(requests)).filter(isRefused).map(({ request }) => request);
    if ((await this.target.changes()).length === before) return;
    if (refused.length < requests.length) return this.checkUnchanged(refused);
    if (requests.length === 1) return this.report(requests[0]!, 'was refused, but changed something');
    const half = Math.ceil(requests.length / 2);
    await this.checkUnchanged(requests.slice(0, half));
    await this.checkUnchanged(requests.slice(half));
  }

  private async sendAll(requests: readonly FuzzedRequest[]): Promise<Sent[]> {
    const sent: Sent[] = [];
    const waiting = requests.values();
    const sendWaiting = async (): Promise<void> => {
      for (const request of waiting) {
        const fromMs = Date.now();
        const status = await this.send(request);
        sent.push({ request, status, fromMs, toMs: Date.now() + 1 });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, sendWaiting));
    return sent;
  }

  /** The status of the response; 0 if there is none. */
  private async send(request: FuzzedRequest): Promise<number> {
    try {
      const answer = await this.answerTo(request);
      for (const problem of this.problemsOf(request, answer)) this.report(request, problem, answer);
      return answer.status;
    } catch (error) {
      const isLate = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
      this.report(request, isLate ? `did not respond within ${this.longestMs / 1000} seconds` : String(error));
      return 0;
    }
  }

  /** On a busy machine any request may be too late once. What makes a request late does so each time. */
  private async answerTo(request: FuzzedRequest, attempts = ATTEMPTS): Promise<Answer> {
    const answer = await this.exchange(request);
    const isUnavailable = answer.status === 503 || answer.text.includes('The service responded with 503');
    return isUnavailable && attempts > 1 ? this.answerTo(request, attempts - 1) : answer;
  }

  private problemsOf({ operation, url }: FuzzedRequest, answer: Answer): string[] {
    if (answer.status >= 500) return [`responded with ${answer.status}`];
    if (operation === MCP_OPERATION) return problemsOfMcp(answer);
    const isNowhere = STRAY_ENDS.some((end) => url.split('?')[0]!.endsWith(end)) && isDeepStrictEqual(answer.body, NO_SUCH_PATH);
    if (isNowhere) return [];
    return this.contract.operations.has(operation) ? this.contract.differences(operation, answer) : problemsOfPage(answer);
  }

  private report({ method, url, headers, body }: FuzzedRequest, problem: string, answer?: Answer): void {
    const sent = `${method} ${url} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 2000)}`;
    this.findings.push({ problem, request: answer ? `${sent} → ${answer.status} ${answer.text.slice(0, 500)}` : sent });
  }

  private async exchange({ method, url, headers, body }: FuzzedRequest): Promise<Answer> {
    const started = performance.now();
    const response = await this.pool.request({ method: method as Dispatcher.HttpMethod, path: url, headers, body });
    const answer = { status: response.statusCode, headers: response.headers, text: await response.body.text() };
    if (performance.now() - started > this.longestMs) throw new errors.BodyTimeoutError();
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { ...answer, body: answer.text === '' ? undefined : isJson ? JSON.parse(answer.text) : answer.text };
  }
}

/** Responses that the document does not have: pages are shown with a policy. */
function problemsOfPage({ headers }: Answer): string[] {
  const isPage = String(headers['content-type']).startsWith('text/html');
  return isPage && !String(headers['content-security-policy']).startsWith("default-src 'none'; ") ? ['has no policy'] : [];
}
