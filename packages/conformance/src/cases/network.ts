import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import type { Network, Reply } from '../service/exchange.ts';
import { SIGNERS } from '../service/signing.ts';

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

/** What a busy machine leaves of the time limit may be too little for a further request to be answered. */
function outOfTime(result: Readonly<Record<string, unknown>>): void {
  equal(result['outcome'], 'unavailable');
  ok(['server_error', 'timeout'].includes(String(result['reason'])), String(result['reason']));
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
      outOfTime(unavailable);
      ok(Number(unavailable['waited']) <= 5, `one request: ${String(unavailable['waited'])} s`);

      const { state } = kit.service;
      state.signWith(SIGNERS.next, [SIGNERS.next]);
      kit.through(after(busy(503, '2')));
      await app.must('lease');
      state.signWith(SIGNERS.signing, [SIGNERS.signing]);
      const network = after(busy(503, '2'));
      kit.through((received, answer) => (received.path.endsWith('/jwks.json') ? busy(503, '2') : network(received, answer)));
      const without = await app.ask('lease');
      outOfTime(without);
      ok(Number(without['waited']) <= 5, `a request and that for its keys: ${String(without['waited'])} s`);

      await app.open({ timeout_ms: 100 });
      kit.through(() => 'silent');
      const { length } = kit.service.received;
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'timeout' });
      equal(kit.service.received.length, length + 1, 'nothing is left for another attempt');
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
];
