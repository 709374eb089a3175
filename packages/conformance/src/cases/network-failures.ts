import { ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Opening } from '../application.ts';
import type { Case } from '../kit.ts';
import { startUntrustedServer } from '../service/untrusted-server.ts';

const HTML = { 'content-type': 'text/html' };
/** A label of a name has at most 63 characters, so nobody has to ask a name server. */
const NO_HOST = `${'x'.repeat(64)}.invalid`;

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What is said of a failure, for people who have to find its cause. */
export const NETWORK_FAILURES: readonly Case[] = [
  {
    name: 'the detail says why there is no answer',
    run: async (kit) => {
      const { app } = await kit.licensed({ attempts: 1 });
      await using inspecting = await startUntrustedServer();
      const asked = async (changes: Opening, expected: object, detail: RegExp): Promise<void> => {
        await app.open(changes);
        const answer = await app.ask('validate');
        matches(answer, { outcome: 'unavailable', ...expected });
        ok(detail.test(String(answer['detail'])), `${detail} is not in ${String(answer['detail'])}`);
      };
      const network = { reason: 'network' };
      await asked({ url: `http://${NO_HOST}` }, network, /^No such host: x+\.invalid \(.+\)\.$/);
      await asked(
        { url: `http://127.0.0.1:${await closedPort()}` },
        network,
        /^Connection refused by 127\.0\.0\.1:\d+ \(.+\)\.$/,
      );
      await asked({ url: inspecting.url }, network, /^Certificate of 127\.0\.0\.1:\d+ not trusted \(.+\)\.$/);
      kit.through(() => 'silent');
      await asked({ timeout_ms: 100 }, { reason: 'timeout' }, /^No response within /);
      kit.through(() => ({ status: 407, headers: { ...HTML, 'proxy-authenticate': 'Basic' }, text: '<h1>Sign in</h1>' }));
      await asked({}, {}, /proxy/i);
      matches(await app.check(), { usable: true });
    },
  },
];
