import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Opening } from '../application.ts';
import type { Case } from '../kit.ts';
import type { Network, Reply } from '../service/exchange.ts';
import { SIGNERS } from '../service/signing.ts';
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

const busy = (status: number, retryAfter?: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) },
  text: JSON.stringify({ error: 'TooManyRequests', detail: 'Later' }),
});

/** These replies first, then those of the service. */
const after =
  (...replies: (Reply | 'lost')[]): Network =>
  (_received, answer) =>
    replies.shift() ?? answer();

/** Loses this many answers: the service has decided, and the application does not know. */
function losing(count: number): Network {
  let left = count;
  return (_received, answer) => {
    const reply = answer();
    return left-- > 0 ? 'lost' : reply;
  };
}

export const NETWORK: readonly Case[] = [
  {
    name: 'lost answers',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 2, limitUsage: 10 });
      const app = await kit.application();
      kit.through(losing(2));
      await app.must('activate', { key: key.key, label: 'pc' });
      equal(key.activations.length, 1);
      kit.through(losing(1));
      matches(await app.must('validate', { increment_usage: 2 }), { license_key: { usage: 2, validations: 1 } });
      const [first, second] = kit.service.requests('validate');
      deepStrictEqual([first!.text, first!.headers['license-nonce']], [second!.text, second!.headers['license-nonce']]);
      kit.through(losing(1));
      matches(await app.must('reserve', { units: 3 }), { reserved_units: 3 });
      kit.through(losing(1));
      matches(await app.must('lease'), { license: { usable: true } });
      kit.through(losing(1));
      await app.must('deactivate');
      deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
    },
  },
  {
    name: 'each request has a nonce of its own, and each that counts an idempotency key',
    run: async (kit) => {
      const { app } = await kit.licensed();
      for (let n = 0; n < 3; n++) await app.must('validate', { increment_usage: 1 });
      const sent = kit.service.requests('validate').map(({ headers }) => [headers['license-nonce'], headers['idempotency-key']]);
      equal(new Set(sent.flat()).size, 6);
      for (const id of sent.flat()) ok(/^[\w-]{16,128}$/.test(String(id)), `${id}`);
    },
  },
  {
    name: 'overload',
    run: async (kit) => {
      const { app } = await kit.licensed();
      kit.through(after(busy(503), 'lost', busy(429, '3')));
      ok(Number((await app.must('validate'))['waited']) >= 3, 'not before Retry-After');

      kit.through(() => busy(503));
      const { length } = kit.service.received;
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'server_error', retry_after_seconds: null });
      equal(kit.service.received.length, length + 4, 'four attempts');

      kit.through(after(busy(429, '900')));
      const far = { outcome: 'unavailable', reason: 'rate_limited', retry_after_seconds: 900, waited: 0 };
      matches(await app.ask('validate'), far);
      await app.open({ timeout_ms: 3_600_000 });
      kit.through(after(busy(429, '900')));
      matches(await app.ask('validate'), far, 'also if there were time to wait');
      await app.open();
      kit.through(after(busy(503, new Date(Date.now() + 900_000).toUTCString())));
      const { retry_after_seconds: seconds, waited } = await app.ask('validate');
      ok(Number(seconds) > 800 && Number(seconds) <= 900 && waited === 0, `Retry-After as a date: ${seconds}`);
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'nobody there, no answer, and one that never ends',
    run: async (kit) => {
      const { app } = await kit.licensed({ attempts: 1 });
      await app.open({ url: 'http://127.0.0.1:1' });
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'network' });
      await app.open({ timeout_ms: 100 });
      kit.through(() => 'silent');
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'timeout' });
      await app.open();
      kit.through(() => ({ status: 200, headers: {}, text: 'x'.repeat(2 * 1024 * 1024) }));
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'not_the_service' });
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'a time limit is for the whole call: all requests, their repeats and the waits',
    run: async (kit) => {
      const { app } = await kit.licensed({ timeout_ms: 5000 });
      kit.through(() => busy(503, '2'));
      const unavailable = await app.ask('validate');
      matches(unavailable, { outcome: 'unavailable', reason: 'server_error' });
      ok(Number(unavailable['waited']) <= 5, `one request: ${String(unavailable['waited'])} s`);

      const { state } = kit.service;
      state.signWith(SIGNERS.next, [SIGNERS.next]);
      kit.through(after(busy(503, '2')));
      await app.must('lease');
      state.signWith(SIGNERS.signing, [SIGNERS.signing]);
      const network = after(busy(503, '2'));
      kit.through((received, answer) => (received.path.endsWith('/jwks.json') ? busy(503, '2') : network(received, answer)));
      const without = await app.ask('lease');
      matches(without, { outcome: 'unavailable', reason: 'server_error' });
      ok(Number(without['waited']) <= 5, `a request and that for its keys: ${String(without['waited'])} s`);

      await app.open({ timeout_ms: 100 });
      kit.through(() => 'silent');
      const { length } = kit.service.received;
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'timeout' });
      equal(kit.service.received.length, length + 1, 'nothing is left for another attempt');
    },
  },
  {
    name: 'the wait for a free device ends after an hour, also where the service cannot be reached',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, isManaged: true });
      const first = await kit.application();
      await first.must('activate', { key: key.key, label: 'first' });
      const app = await kit.application();
      kit.through((_received, answer) => (kit.service.requests('activate').length <= 2 ? answer() : busy(503, '19')));
      const refused = await app.ask('activate', { key: key.key, label: 'second', manage: true });
      matches(refused, { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED' });
      const waited = Number(refused['waited']);
      ok(waited > 3500 && waited < 3700, `${waited} s`);
    },
  },
  {
    name: 'the wait for a free device can be canceled',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, isManaged: true });
      const first = await kit.application();
      await first.must('activate', { key: key.key, label: 'first' });
      const app = await kit.application();
      const canceled = await app.ask('activate', { key: key.key, label: 'second', manage: true, cancel_after_seconds: 60 });
      matches(canceled, { outcome: 'canceled' });
      const waited = Number(canceled['waited']);
      ok(waited >= 60 && waited < 90, `${waited} s`);
      await first.must('deactivate');
      await app.must('activate', { key: key.key, label: 'second', manage: true });
      matches(await app.must('lease'), { license: { usable: true } });
    },
  },
  {
    name: 'each request says which library sends it',
    run: async (kit) => {
      const { app } = await kit.licensed();
      for (const command of app.able('check_status', 'validate')) await app.must(command);
      const agents = new Set(kit.service.received.map(({ headers }) => headers['user-agent']));
      equal(agents.size, 1);
      for (const agent of agents) ok(/^latchkey-[a-z]+\/\d+\.\d+\.\d+ \(.+\)$/.test(String(agent)), agent);
    },
  },
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
