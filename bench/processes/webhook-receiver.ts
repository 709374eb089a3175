import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';

/** Milliseconds since 1970 of the first request with each event, by path and event id. */
type Arrivals = Record<string, Record<string, number>>;

/** Answers every request with 200 at once, but those to this path never. */
const SILENT = '/silent';
let count = 0;
const arrivals: Arrivals = {};
const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  if (request.url === SILENT) return;
  (arrivals[request.url!] ??= {})[String(request.headers['webhook-id'])] ??= at;
  request.resume().on('end', () => {
    count += 1;
    response.writeHead(200).end();
  });
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

const answers = { count: () => count, arrivals: () => arrivals };
export type ReceiverAnswers = typeof answers;
await serveParent((server.address() as AddressInfo).port, answers, async () => server.close());
