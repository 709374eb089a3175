import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.ts';

/** A request as it arrived. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request. */
type Answering = (response: ServerResponse, request: ReceivedWebhook) => void;

/** A receiver of webhooks on this machine. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: ReceivedWebhook[] = [];
  private answering: Answering = (response) => response.writeHead(200).end();

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
        receiver.received.push(received);
        receiver.answering(response, received);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** How requests are answered from now on. */
  answer(answering: Answering): void {
    this.answering = answering;
  }

  /** The requests to a path, once there are that many. */
  async at(path: string, count: number): Promise<ReceivedWebhook[]> {
    const own = () => this.received.filter((request) => request.path === path);
    await eventually(() => own().length >= count);
    return own();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
