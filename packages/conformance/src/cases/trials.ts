import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../kit.ts';

const DAY = 86_400;
const LAPTOP = { components: { machine_id: 'b08dfa6083e7567a1921a715000001fb', mac: '00:16:3e:00:53:01' } };
const INSTALLED = { label: 'laptop', conditions: { major: 1 }, meta: { room: 7 } };

/** Applications that nobody has bought yet. */
export const TRIALS: readonly Case[] = [
  {
    name: 'a trial: described, activated, used without a network',
    run: async (kit) => {
      const { service } = kit;
      const benefitId = service.offerTrial(14 * DAY);
      const app = await kit.application({
        device: LAPTOP,
        application: { version: '2.1.0', released_at: '2026-01-01T00:00:00Z' },
      });
      const activated = await app.must('trial', { benefit_id: benefitId, ...INSTALLED });
      const [key] = service.state.keys.issued;
      equal(activated['activation_id'], key!.activations[0]!.id);
      deepStrictEqual(service.sent('trial'), [{ organization_id: kit.organizationId, benefit_id: benefitId, device: LAPTOP }]);
      equal(service.requests('trial')[0]!.headers['license-device'], key!.activations[0]!.device);
      matches(service.sent('activate'), [{ key: key!.key, benefit_id: benefitId, ...INSTALLED, device: LAPTOP }]);
      matches(await app.must('validate'), { license_key: { id: key!.id, status: 'granted' } });
      await app.must('lease');
      await app.open();
      matches(await app.check(), { usable: true, state: 'valid' });
    },
  },
  {
    name: 'a deleted folder is no second trial',
    run: async (kit) => {
      const { service } = kit;
      const benefitId = service.offerTrial(14 * DAY);
      const first = await kit.application({ device: LAPTOP });
      const { activation_id: activationId } = await first.must('trial', { benefit_id: benefitId, label: 'laptop' });
      await kit.pass(10 * DAY);
      const again = await kit.application({ device: LAPTOP });
      equal((await again.must('trial', { benefit_id: benefitId, label: 'laptop' }))['activation_id'], activationId);
      const [key, ...others] = service.state.keys.issued;
      deepStrictEqual(others, []);
      await again.must('lease');
      await kit.pass(4 * DAY);
      deepStrictEqual(await again.check(), { usable: false, reason: 'expired' });
      const other = await kit.application({ device: { components: { machine_id: randomUUID() } } });
      await other.must('trial', { benefit_id: benefitId, label: 'desktop' });
      equal(service.state.keys.issued.length, 2);
      equal(key!.activations.length, 1);
    },
  },
  {
    name: 'a trial that is over, or is not offered',
    run: async (kit) => {
      const { service } = kit;
      const benefitId = service.offerTrial(DAY);
      const first = await kit.application({ device: LAPTOP });
      await first.must('trial', { benefit_id: benefitId, label: 'laptop' });
      await kit.pass(DAY);
      for (const app of [first, await kit.application({ device: LAPTOP })]) {
        matches(await app.ask('trial', { benefit_id: benefitId, label: 'laptop' }), {
          outcome: 'refused',
          code: 'EXPIRED',
          status: 403,
        });
      }
      const app = await kit.application({ device: LAPTOP });
      const refused = await app.ask('trial', { benefit_id: randomUUID(), label: 'laptop' });
      matches(refused, { outcome: 'refused', code: 'TRIAL_NOT_OFFERED', status: 404 });
      matches(await app.ask('validate'), { outcome: 'not_activated' });
      kit.offline();
      matches(await app.ask('trial', { benefit_id: benefitId, label: 'laptop' }), { outcome: 'unavailable', reason: 'network' });
    },
  },
  {
    name: 'a trial key of another benefit',
    run: async (kit) => {
      const { service } = kit;
      const [asked, given] = [service.offerTrial(DAY), service.offerTrial(DAY)];
      kit.through((received, answer) => {
        const changed = received.text.replace(asked, given);
        return answer(received.path.endsWith('/trial') ? { ...received, text: changed } : received);
      });
      const app = await kit.application({ device: LAPTOP });
      matches(await app.ask('trial', { benefit_id: asked, label: 'laptop' }), { outcome: 'refused', code: 'BENEFIT_MISMATCH' });
      kit.through((received, answer) => {
        const reply = answer();
        return received.path.endsWith('/trial') ? { ...reply, text: '{"id":"none"}' } : reply;
      });
      matches(await app.ask('trial', { benefit_id: asked, label: 'laptop' }), { outcome: 'untrusted', fault: 'malformed' });
      matches(await app.ask('validate'), { outcome: 'not_activated' });
    },
  },
];
