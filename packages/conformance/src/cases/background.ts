import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case, Kit } from '../kit.ts';

const HOUR = 3600;
const BUSY = { status: 503, headers: {}, text: '' };
const PAGE = { status: 403, headers: { 'content-type': 'text/html' }, text: '<h1>Please sign in</h1>' };
const GATEWAY = {
  status: 401,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({ error: 'Unauthorized', detail: 'Sign in' }),
};

/** Waits are as long as they should be, a tenth more or less. */
function waitsAre(waits: readonly unknown[], expected: readonly number[]): void {
  const waited = waits.map(Number);
  const isRight = expected.every((seconds, n) => Math.abs(waited[n]! - seconds) <= seconds / 10);
  ok(isRight && waited.length === expected.length, `waits of ${String(waits)} s instead of ${String(expected)} s`);
}

/** A process that lives for weeks, on a machine that sleeps at night. */
async function livesForWeeks(kit: Kit): Promise<void> {
  const { key, app } = await kit.licensed();
  for (let day = 0; day < 24; day++) {
    await kit.sleep(16 * HOUR);
    matches(await app.check(), { usable: true, refresh_due: true });
    matches(await app.must('refresh'), { status: { outcome: 'ok' }, renewal: { outcome: 'ok' } });
    matches(await app.check(), { usable: true, state: 'valid', refresh_due: false });
    await kit.pass(8 * HOUR);
    const kept = await app.must('keep_fresh', { every_seconds: 600, times: 2 });
    equal(kept['refreshed'], 2);
  }
  kit.offline();
  await kit.sleep(72 * HOUR);
  deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
  kit.online();
  matches(await app.must('refresh'), { renewal: { outcome: 'ok' }, license: { usable: true } });
  key.status = 'revoked';
  await kit.sleep(16 * HOUR);
  matches(await app.must('refresh'), { license: { usable: false, reason: 'revoked' } });
}

/** What the library does by itself. The driver ends it after so many steps, and nothing waits. */
export const BACKGROUND: readonly Case[] = [
  {
    name: 'kept fresh in the background: a lease is renewed, and a revocation arrives',
    run: async (kit) => {
      const { key, app } = await kit.licensed({ attempts: 1 });
      await kit.pass(13 * HOUR);
      let lists = 0;
      kit.through(({ path }, answer) => {
        if (!path.endsWith('/status-lists/0')) return answer();
        lists += 1;
        if (lists === 3) key.status = 'revoked';
        return lists === 1 ? BUSY : answer();
      });
      const kept = await app.must('keep_fresh', { every_seconds: 700, times: 3 });
      equal(kept['refreshed'], 3);
      waitsAre((kept['waits'] as unknown[]).slice(0, 2), [700, 700]);
      deepStrictEqual([lists, kit.service.requests('lease').length], [3, 2]);
      deepStrictEqual(await app.check(), { usable: false, reason: 'revoked' });
    },
  },
  { name: 'a process that lives for weeks, on a machine that sleeps at night', run: livesForWeeks },
  {
    name: 'kept checked out in the background: two heartbeats may be lost, and a refusal ends them',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, checkoutSeconds: 600 });
      const app = await kit.application({ attempts: 1 });
      await app.must('activate', { key: key.key, label: 'pc' });
      kit.through((_received, answer) => {
        const { length } = kit.service.requests('heartbeat');
        if (length === 2) return 'lost';
        if (length === 3) return PAGE;
        if (length === 5) return GATEWAY;
        if (length === 6) key.activations = [];
        return answer();
      });
      const kept = await app.must('keep_checked_out', { times: 8 });
      const failed = ['unavailable', 'unavailable'];
      deepStrictEqual(kept['heartbeats'], ['ok', ...failed, 'ok', 'unavailable', 'refused']);
      waitsAre(kept['waits'] as unknown[], [200, 30, 30, 200, 30]);
      matches(await app.ask('heartbeat'), { outcome: 'refused', code: 'ACTIVATION_NOT_FOUND' });
    },
  },
];
