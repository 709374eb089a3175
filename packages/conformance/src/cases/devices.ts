import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Application } from '../application.ts';
import type { Case } from '../kit.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A notebook of a model, described as `describeDevice` does it. */
const notebook = (n: number, changes: object = {}) => ({
  components: {
    hostname: `nb-${n}`,
    cpu: 'A processor',
    product: '21F8CTO1WW',
    vendor: 'LENOVO',
    machine_id: `${n}`.repeat(32),
    disk_serial: `S676NX0T${n}`,
    mac_1: `6c:24:08:aa:00:0${n}`,
    ...changes,
  },
  platform: 'linux-x64',
});

/** The operations of a working day go on. */
async function goesOn(app: Application): Promise<void> {
  for (const command of app.able('validate', 'lease', 'reactivate', 'refresh')) await app.must(command);
  matches(await app.check(), { usable: true });
}

/** A customer's day with devices (docs/licensing/devices.md, offline-leases.md). */
export const DEVICES: readonly Case[] = [
  {
    name: 'moved: the application gives the license back, and another device takes it',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1 });
      const [before, after] = [await kit.application(), await kit.application()];
      for (const app of [before, after]) {
        await app.must('activate', { key: key.key, label: 'notebook' });
        await app.must('lease');
        matches(await app.check(), { usable: true });
        await app.must('deactivate');
        deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
      }
      deepStrictEqual(key.activations, []);
      matches(await before.ask('reactivate'), { outcome: 'not_activated' });
    },
  },
  {
    name: 'a place that a lease holds: the refusal says until when, and nobody waits for what nobody can remove',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, isManaged: true });
      const first = await kit.application();
      await first.must('activate', { key: key.key, label: 'first' });
      const app = await kit.application();
      kit.through((received, answer) => {
        const reply = answer();
        if (received.path.endsWith('/activate') && kit.service.requests('activate').length === 4) {
          key.activations = [];
          key.heldUntil = kit.service.state.now + DAY;
        }
        return reply;
      });
      const refused = await app.ask('activate', { key: key.key, label: 'second', manage: true });
      matches(refused, { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED' });
      equal(Date.parse(String(refused['retry_at'])) / 1000, kit.service.state.now + DAY);
      equal(refused['manage_url'] ?? null, null);
      equal(kit.service.requests('activate').length, 5);
      await kit.pass(DAY);
      await app.must('activate', { key: key.key, label: 'second' });
    },
  },
  {
    name: 'removed with a lease: it ends as soon as the device hears of it, and the place is taken again',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue({ limitActivations: 1 });
      const lost = await kit.application();
      await lost.must('activate', { key: key.key, label: 'lost' });
      await lost.must('lease');
      service.state.keys.remove(key, key.activations[0]!);
      const other = await kit.application();
      await other.must('activate', { key: key.key, label: 'new' });
      await other.must('lease');
      kit.offline();
      matches(await lost.check(), { usable: true });
      kit.online();
      matches(await lost.must('refresh'), { license: { usable: false, reason: 'revoked' } });
      kit.offline();
      await lost.open();
      deepStrictEqual(await lost.check(), { usable: false, reason: 'revoked' });
      kit.online();
      matches(await lost.ask('reactivate'), { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED' });
      await other.must('deactivate');
      await lost.must('reactivate');
      await goesOn(lost);
    },
  },
  {
    name: 'removed and never online again: the lease ends by its time',
    run: async (kit) => {
      const { key, app } = await kit.leased();
      kit.service.state.keys.remove(key, key.activations[0]!);
      kit.offline();
      await kit.pass(23 * HOUR);
      await app.open();
      matches(await app.check(), { usable: true });
      await kit.pass(3 * HOUR);
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
    },
  },
  {
    name: 'reinstalled: a device that is recognized takes no second place',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, match: 'most' });
      const before = await kit.application({ device: notebook(1) });
      await before.must('activate', { key: key.key, label: 'notebook' });
      await before.must('lease');
      const device = notebook(1, { machine_id: 'of the new system', hostname: 'fresh' });
      const after = await kit.application({ device });
      await after.must('activate', { key: key.key, label: 'notebook' });
      await after.must('lease');
      for (const app of [after, before, after]) await goesOn(app);
      equal(new Set(key.activations.map(({ placeId }) => placeId)).size, 1);
      const other = await kit.application({ device: notebook(2) });
      matches(await other.ask('activate', { key: key.key, label: 'other' }), { code: 'ACTIVATION_LIMIT_REACHED' });
    },
  },
  {
    name: 'a fleet of one model: each is a device of its own',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 3, match: 'most' });
      const apps = await Promise.all([1, 2, 3, 4].map((n) => kit.application({ device: notebook(n) })));
      const [last, ...others] = apps.toReversed();
      for (const app of others) {
        await app.must('activate', { key: key.key, label: 'notebook' });
        await app.must('lease');
      }
      equal(new Set(key.activations.map(({ id }) => id)).size, 3);
      matches(await last!.ask('activate', { key: key.key, label: 'notebook' }), {
        outcome: 'refused',
        code: 'ACTIVATION_LIMIT_REACHED',
      });
      await others[0]!.must('deactivate');
      for (const app of others.slice(1)) await goesOn(app);
    },
  },
  {
    name: 'a dock, another Wi-Fi, another name: the device stays the same',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, match: 'most' });
      const app = await kit.application({ device: notebook(1) });
      await app.must('activate', { key: key.key, label: 'notebook' });
      await app.must('lease');
      for (const changes of [
        { hostname: 'dhcp-4-22' },
        { mac_2: '00:e0:4c:68:00:01' },
        { mac_1: '00:e0:4c:68:00:01', mac_2: '6c:24:08:aa:00:01' },
        { mac_1: '2e:aa:bb:cc:dd:01' },
      ]) {
        await app.open({ device: notebook(1, changes) });
        await goesOn(app);
      }
      equal(key.activations.length, 1);
      await app.open({ device: notebook(2) });
      matches(await app.ask('validate'), { outcome: 'refused', code: 'DEVICE_MISMATCH', status: 404 });
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'updated, and back to a version that sends fewer components or none: the device stays the same',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, match: 'all' });
      const former = {
        components: { hostname: 'nb-1', cpu: 'A processor', machine_id: '1'.repeat(32), mac: '02:42:12:34:56:78' },
      };
      const app = await kit.application({ device: former });
      await app.must('activate', { key: key.key, label: 'notebook' });
      await app.must('lease');
      for (const device of [notebook(1), former, notebook(1), { components: { machine_id: '1'.repeat(32) } }, undefined]) {
        await app.open({ device });
        await goesOn(app);
      }
      equal(key.activations.length, 1);
    },
  },
  {
    name: 'a page in between ends nothing, whatever its form',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) });
      const pages = [
        { headers: { 'content-type': 'text/html' }, text: '<h1>Blocked by your firewall</h1>' },
        json({ detail: 'Blocked by your firewall' }),
        json({ error: 'Forbidden', detail: 'Blocked by your firewall' }),
        json({ error: 'Forbidden', detail: 'Blocked', code: 'REVOKED' }),
        json({ error: { code: 403 }, detail: 'Blocked' }),
        json({ error: 'Unauthorized', detail: 'Sign in' }),
        json({ error: 'Unauthorized' }),
        json({ detail: [{ blocked: true }] }),
      ];
      for (const page of pages) {
        for (const status of [400, 401, 403, 404, 422, 451]) {
          kit.through(() => ({ ...page, status }));
          for (const command of app.able('validate', 'lease', 'heartbeat', 'reactivate', 'deactivate')) {
            const answer = await app.ask(command);
            matches(answer, { outcome: 'unavailable', reason: 'not_the_service' }, `${command}: ${status} ${page.text}`);
          }
          const activated = await app.ask('activate', { key: 'ANOTHER', label: 'pc' });
          matches(activated, { outcome: 'unavailable', reason: 'not_the_service' });
          for (const command of app.able('refresh', 'check')) matches(await app.must(command), { license: { usable: true } });
        }
      }
      await app.open();
      matches(await app.check(), { usable: true });
      for (const [status, code, page] of [
        [403, 'REVOKED', { ...json({ detail: 'Revoked' }), headers: { 'license-code': 'REVOKED' } }],
        [404, 'EXPIRED', json({ error: 'ResourceNotFound', detail: 'Expired', code: 'EXPIRED' })],
        [403, 'NotPermitted', json({ error: 'NotPermitted', detail: 'No' })],
        [422, 'INVALID_REQUEST', json({ detail: [{ type: 'value_error', loc: ['body'], msg: 'No' }] })],
      ] as const) {
        kit.through(() => ({ ...page, status }));
        matches(await app.ask('validate'), { outcome: 'refused', status, code });
      }
      kit.online();
      await goesOn(app);
    },
  },
];
