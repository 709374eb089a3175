import { Agent, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { TestApi } from '../support/api.ts';
import type { Answer } from '../support/call.ts';
import type { Contract } from '../support/contract.ts';
import { databaseDigest } from '../support/database-digest.ts';
import type { FuzzedRequest } from './fuzzed-requests.ts';

/** So many requests are under way at once. */
const CONCURRENT = 8;
/** A response that takes longer counts as none. */
const LONGEST_MS = 20_000;
export interface Finding {
  readonly problem: string;
  readonly request: string;
}

/** Sends requests to a listening API and collects what must not happen. */
export class Fuzzer {
  readonly findings: Finding[] = [];
  /** The number of requests that succeeded. */
  accepted = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT });

  constructor(
    private readonly api: TestApi,
    private readonly contract: Contract,
  ) {}

  /** Sends all requests; then those that were refused again, which must leave every row of the database as it is. */
  async run(requests: readonly FuzzedRequest[]): Promise<void> {
    const refused: FuzzedRequest[] = [];
    const waiting = requests.values();
    const sendWaiting = async (): Promise<void> => {
      for (const request of waiting) {
        const status = await this.send(request);
        if (status >= 400 && status < 500) refused.push(request);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, sendWaiting));
    await this.checkUnchanged(refused);
  }

  close(): void {
    this.agent.destroy();
  }

  /** If a request is not refused any more, or something was written, each is sent by itself. */
  private async checkUnchanged(requests: readonly FuzzedRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const before = await databaseDigest(this.api);
    const statuses: number[] = [];
    for (const request of requests) statuses.push(await this.send(request));
    if ((await databaseDigest(this.api)) === before) return;
    if (requests.length > 1) {
      const half = Math.ceil(requests.length / 2);
      await this.checkUnchanged(requests.slice(0, half));
      return this.checkUnchanged(requests.slice(half));
    }
    if (statuses[0]! >= 400) this.report(requests[0]!, `was refused with ${statuses[0]}, but changed something`);
  }

  private async send(request: FuzzedRequest): Promise<number> {
    try {
      const answer = await Promise.race([this.exchange(request), this.tooLong()]);
      if (answer.status < 300) this.accepted++;
      for (const problem of this.problemsOf(request, answer)) this.report(request, problem, answer);
      return answer.status;
    } catch (error) {
      this.report(request, String(error));
      return 0;
    }
  }

  private problemsOf({ operation }: FuzzedRequest, answer: Answer): string[] {
    return answer.status >= 500 ? [`responded with ${answer.status}`] : this.contract.differences(operation, answer);
  }

  private report({ method, url, headers, body }: FuzzedRequest, problem: string, answer?: Answer): void {
    const sent = `${method} ${url} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 2000)}`;
    this.findings.push({ problem, request: answer ? `${sent} → ${answer.status} ${answer.text.slice(0, 500)}` : sent });
  }

  private async tooLong(): Promise<never> {
    await setTimeout(LONGEST_MS, undefined, { ref: false });
    throw new Error(`did not respond within ${LONGEST_MS / 1000} seconds`);
  }

  private exchange({ method, url, headers, body }: FuzzedRequest): Promise<Answer> {
    const { port } = this.api.app.getHttpServer().address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { host: '127.0.0.1', port, method, path: url, agent: this.agent, headers: { ...headers, ...length } };
      const sent = send(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = String(response.headers['content-type']).startsWith('application/json');
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
          });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
