import { createServer, type Server } from 'node:net';
import { freePort } from '../../apps/process/listening.ts';

const HOST = '127.0.0.1';

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(port, HOST, () => resolve(server));
  });

test('processes that start at the same time get different ports, which outgoing connections do not take', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, (_, index) => freePort(HOST, process.pid + index)));
  expect(new Set(ports).size).toBeGreaterThan(1);
  for (const port of ports) expect(port).toBeLessThan(32_768);
});

test('a port that is in use is passed over', async () => {
  await using server = await listen(await freePort(HOST));
  expect(await freePort(HOST)).not.toBe((server.address() as { port: number }).port);
});
