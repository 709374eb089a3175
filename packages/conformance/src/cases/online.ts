import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../kit.ts';

const HOUR = 3600;

/** What applications do while all is well, and what a seller has decided. */
export const ONLINE: readonly Case[] = [
  {
    name: 'activate, validate, lease, check, deactivate',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue();
      const app = await kit.application();
      for (const command of ['validate', 'lease', 'heartbeat', 'deactivate', 'reactivate', 'offline_deactivate']) {
        matches(await app.ask(command), { outcome: 'not_activated' });
      }
      deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
      const activated = await app.must('activate', {
        key: key.key,
        label: 'laptop',
        conditions: { major: 1 },
        meta: { room: 7 },
      });
      const { id } = key.activations[0]!;
      equal(activated['activation_id'], id);
      matches(service.sent('activate')[0], { label: 'laptop', conditions: { major: 1 }, meta: { room: 7 } });
      matches(await app.must('validate'), { license_key: { id: key.id, status: 'granted', usage: 0 } });
      matches(service.sent('validate')[0], { activation_id: id, conditions: { major: 1 } });
      matches(await app.must('lease'), { license: { usable: true, state: 'valid' } });
      await app.open();
      matches(await app.check(), { usable: true, state: 'valid', refresh_due: false, lease: { activation_id: id } });
      await app.must('deactivate');
      deepStrictEqual(key.activations, []);
      deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
    },
  },
  {
    name: 'a deactivation that the device signs',
    run: async (kit) => {
      const signed = await kit.leased();
      await signed.app.must('deactivate');
      const signs = kit.service.requests('lease')[0]!.headers['license-device-key'] !== undefined;
      const sent = () => kit.service.requests('deactivate').map(({ headers }) => headers['license-deactivation'] !== undefined);
      deepStrictEqual([sent(), signed.key.activations], [[signs], []]);

      // Between the application and the service, somebody takes away the key of the device: the service does not know it.
      kit.through(({ headers: { 'license-device-key': _key, ...headers }, ...received }, answer) =>
        answer({ ...received, headers }),
      );
      const unknown = await kit.licensed();
      await unknown.app.must('deactivate');
      deepStrictEqual([sent().slice(1), unknown.key.activations], [signs ? [true, false] : [false], []]);
      deepStrictEqual(await unknown.app.check(), { usable: false, reason: 'no_lease' });
    },
  },
  {
    name: 'a lease: valid, renewed half way, in grace, over',
    run: async (kit) => {
      const { app } = await kit.leased();
      kit.offline();
      await app.open();
      await kit.pass(13 * HOUR);
      matches(await app.check(), { usable: true, state: 'valid', refresh_due: true });
      matches(await app.must('refresh'), { status: { outcome: 'unavailable', reason: 'network' }, renewal: null });
      await kit.pass(11.5 * HOUR);
      matches(await app.check(), { usable: true, state: 'grace' });
      await kit.pass(HOUR);
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
      kit.online();
      matches(await app.must('refresh'), { renewal: { outcome: 'ok' }, license: { usable: true, state: 'valid' } });
      matches(await app.must('refresh'), { status: { outcome: 'ok', status: 'valid' }, renewal: null });
    },
  },
  {
    name: 'what a key is for',
    run: async (kit) => {
      const [cheap, suite] = [kit.service.issue(), kit.service.issue()];
      const app = await kit.application({ benefit_ids: [suite.benefitId] });
      matches(await app.ask('activate', { key: cheap.key, label: 'pc' }), { outcome: 'refused', code: 'BENEFIT_MISMATCH' });
      equal(cheap.activations.length, 0);
      const { app: other } = await kit.licensed();
      await other.open({ benefit_ids: [suite.benefitId] });
      deepStrictEqual(await other.check(), { usable: false, reason: 'wrong_benefit' });
      for (const command of ['lease', 'validate']) {
        matches(await other.ask(command), { outcome: 'untrusted', fault: 'wrong_benefit' });
      }
      for (const benefit_ids of [
        [randomUUID(), suite.benefitId],
        [suite.benefitId, randomUUID()],
      ]) {
        const either = await kit.application({ benefit_ids });
        await either.must('activate', { key: suite.key, label: 'pc' });
        matches(await either.must('lease'), { license: { usable: true } });
      }
      equal(suite.activations.length, 2);
    },
  },
  {
    name: 'a key of another benefit that the service activates nevertheless',
    run: async (kit) => {
      const [cheap, suite] = [kit.service.issue(), kit.service.issue()];
      kit.service.state.keys.ignoreBenefits();
      const app = await kit.application({ benefit_ids: [suite.benefitId] });
      matches(await app.ask('activate', { key: cheap.key, label: 'pc' }), { outcome: 'untrusted', fault: 'wrong_benefit' });
      for (const command of app.able('lease', 'validate')) matches(await app.ask(command), { outcome: 'not_activated' });
    },
  },
  {
    name: 'a key as it was typed, then as it was meant',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue();
      const app = await kit.application();
      const typed = `\u201c${key.key.toLowerCase().replaceAll('-', '\u2013')}\u201d\r\n`;
      await app.must('activate', { key: typed, label: 'pc' });
      deepStrictEqual(
        service.sent('activate').map((body) => body['key']),
        [typed, key.key],
      );
      await app.must('validate');
      equal(service.sent('validate')[0]!['key'], key.key);
      matches(await app.ask('activate', { key: 'UNKNOWN', label: 'pc' }), { outcome: 'refused', code: 'NOT_FOUND', status: 404 });
      equal(service.requests('activate').length, 3);
    },
  },
  {
    name: 'a full license key leads to its devices',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, isManaged: true });
      const first = await kit.application();
      await first.must('activate', { key: key.key, label: 'first' });
      const app = await kit.application();
      const refused = await app.ask('activate', { key: key.key, label: 'second' });
      matches(refused, { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED', status: 403, waited: 0 });
      equal(String(refused['manage_url']).startsWith('https://licenses.example.com/portal/acme/manage#'), true);
      let asked = 0;
      kit.through((received, answer) => {
        if (received.path.endsWith('/activate') && ++asked === 4) key.activations = [];
        return asked === 3 ? 'lost' : answer();
      });
      const activated = await app.must('activate', { key: key.key, label: 'second', manage: true });
      deepStrictEqual(activated['pages'], [refused['manage_url']]);
      equal(key.activations.length, 1);
      matches(await first.ask('lease'), { outcome: 'refused', code: 'ACTIVATION_NOT_FOUND' });
    },
  },
  {
    name: 'a device that was removed is activated again',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      key.activations = [];
      matches(await app.ask('lease'), { outcome: 'refused', code: 'ACTIVATION_NOT_FOUND' });
      await app.must('reactivate');
      matches(await app.must('lease'), { license: { usable: true } });
      matches(key.activations, [{ label: 'laptop' }]);
    },
  },
];
