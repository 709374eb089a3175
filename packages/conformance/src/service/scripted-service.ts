import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Answers } from './answers.ts';
import type { Network, Received } from './exchange.ts';
import type { LicenseKey, Terms } from './license-key.ts';
import type { Step } from './sign-ins.ts';

/** A service whose time, keys and network the situations control. It answers in the form of the real one, and signs with the same code. */
export class ScriptedService {
  readonly received: Received[] = [];
  network: Network = (_received, answer) => answer();

  private constructor(
    private readonly server: Server,
    private readonly answers: Answers,
  ) {}

  static async start(now: number): Promise<ScriptedService> {
    const server = createServer();
    const service = new ScriptedService(server, new Answers(now));
    server.on('request', (request, response) => void service.respond(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The time, who signs and what is published: may be changed. */
  get state(): Answers {
    return this.answers;
  }

  issue(terms: Partial<Terms> & { readonly key?: string } = {}): LicenseKey {
    return this.answers.keys.issue(terms, this.answers.now);
  }

  /** A benefit that offers trials of so many seconds. */
  offerTrial(seconds: number): string {
    const benefitId = randomUUID();
    this.answers.keys.offered.set(benefitId, seconds);
    return benefitId;
  }

  /** An application in which customers sign in: its ID. It finds license keys of these benefits, and `steps` says what the customer does. */
  offerSignIn(benefitIds: readonly string[], steps: readonly Step[] = ['allowed']): string {
    const clientId = randomUUID();
    this.answers.signIns.clients.set(clientId, benefitIds);
    this.answers.signIns.steps = [...steps];
    return clientId;
  }

  /** The bodies of the requests to an operation of license keys, in their order. */
  sent(operation: string): Record<string, unknown>[] {
    return this.requests(operation).map((each) => JSON.parse(each.text) as Record<string, unknown>);
  }

  requests(operation: string): Received[] {
    return this.received.filter(({ path }) => path.endsWith(`/license-keys/${operation}`));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const received = { method, path: url, headers: headers as Received['headers'], text: await text(request) };
    this.received.push(received);
    const reply = await this.network(received, (changed = received) => this.answers.to(changed));
    if (reply === 'silent') return;
    if (reply === 'lost') request.socket.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.text);
  }
}
