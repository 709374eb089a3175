import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import { DAY } from '../service/signing.ts';

/** What a license key is used for, and on which device. */
export const USAGE: readonly Case[] = [
  {
    name: 'check-outs of a floating license key',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, checkoutSeconds: 600 });
      const app = await kit.application();
      await app.must('activate', { key: key.key, label: 'pc' });
      await kit.pass(400);
      equal((await app.must('heartbeat'))['seconds_left'], 600);
      await kit.pass(600);
      matches(await app.ask('heartbeat'), { outcome: 'refused', code: 'CHECKOUT_EXPIRED' });
      await app.must('reactivate');
      equal((await app.must('heartbeat'))['seconds_left'], 600);
    },
  },
  {
    name: 'reservations of usage',
    run: async (kit) => {
      const key = kit.service.issue({ limitUsage: 10 });
      const app = await kit.application();
      matches(await app.ask('reserve', { units: 1 }), { outcome: 'not_activated' });
      await app.must('activate', { key: key.key, label: 'CI' });
      const reserved = await app.must('reserve', { units: 6, ttl_seconds: 60 });
      matches(reserved, { usage: 0, limit_usage: 10, reserved_units: 6 });
      equal(Date.parse(String(reserved['expires_at'])) / 1000, kit.service.state.now + 60);
      matches(await app.ask('reserve', { units: 5 }), { outcome: 'refused', code: 'USAGE_LIMIT_EXCEEDED', status: 400 });
      matches(await app.must('commit', { id: reserved['id'], units: 4 }), { usage: 4, limit_usage: 10, reserved_units: 0 });
      matches(await app.ask('release', { id: reserved['id'] }), { outcome: 'refused', code: 'RESERVATION_NOT_FOUND' });
      const { id } = await app.must('reserve', { units: 6 });
      await app.must('release', { id });
      equal(key.usage, 4);
    },
  },
  {
    name: 'named counters',
    run: async (kit) => {
      const key = kit.service.issue({ counters: { exports: 10, pages: 5 } });
      const app = await kit.application();
      matches(await app.ask('increment', { counter: 'exports', units: 1 }), { outcome: 'not_activated' });
      await app.must('activate', { key: key.key, label: 'CI' });
      const { license_key } = await app.must('increment', { counter: 'exports', units: 4 });
      matches(license_key, { counters: { exports: { used: 4, remaining: 6 }, pages: { used: 0, remaining: 5 } } });
      matches(await app.ask('increment', { counter: 'exports', units: 7 }), {
        outcome: 'refused',
        code: 'COUNTER_LIMIT_REACHED',
        status: 400,
      });
      await app.must('increment', { counter: 'pages', units: 5 });
      const sent = kit.service.requests('validate');
      equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 3);
      deepStrictEqual(
        kit.service.sent('validate').map(({ increment }) => increment),
        [
          { counter: 'exports', units: 4 },
          { counter: 'exports', units: 7 },
          { counter: 'pages', units: 5 },
        ],
      );
      equal(key.counted.get('exports'), 4);
      equal(key.usage, 0);
    },
  },
  {
    name: 'what an application says of its device',
    run: async (kit) => {
      const device = { components: { serial: 'one' }, class: 'desktop', platform: 'linux-x64' };
      const application = { version: '2.0', released_at: '2026-01-01T00:00:00.000Z' };
      const { app } = await kit.licensed({ device, application });
      await app.must('validate');
      for (const operation of ['activate', 'lease', 'validate']) {
        matches(kit.service.sent(operation)[0], { device, application: { version: '2.0' } });
        equal(
          Date.parse((kit.service.sent(operation)[0]!['application'] as { released_at: string }).released_at),
          1_767_225_600_000,
        );
      }
      const at = new Date((kit.service.state.now + DAY) * 1000).toISOString();
      kit.through(() => ({
        status: 403,
        headers: { 'content-type': 'application/json', 'license-code': 'DEVICE_SWAP_LIMIT_REACHED', 'license-retry-at': at },
        text: JSON.stringify({ error: 'NotPermitted', detail: 'No', code: 'DEVICE_SWAP_LIMIT_REACHED', retry_at: at }),
      }));
      const refused = await app.ask('activate', { key: 'KEY', label: 'pc' });
      matches(refused, { outcome: 'refused', code: 'DEVICE_SWAP_LIMIT_REACHED' });
      equal(Date.parse(String(refused['retry_at'])), Date.parse(at));
    },
  },
];
