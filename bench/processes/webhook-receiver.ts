import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';

/** Milliseconds since 1970 of the first request about each resource, by path. */
type Arrivals = Record<string, Record<string, number>>;

const ID = /"data":\{"id":"([^"]+)"/;

/** Answers every request with 200 at once. */
let count = 0;
const arrivals: Arrivals = {};
const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    count += 1;
    const id = ID.exec(Buffer.concat(chunks).toString())?.[1];
    if (id !== undefined) (arrivals[request.url!] ??= {})[id] ??= at;
    response.writeHead(200).end();
  });
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

const answers = { count: () => count, arrivals: () => arrivals };
export type ReceiverAnswers = typeof answers;
await serveParent((server.address() as AddressInfo).port, answers, async () => server.close());
