import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import { changing, type Network } from '../service/exchange.ts';
import { DAY, keySet, SIGNERS } from '../service/signing.ts';
import { recordsIn, store } from '../stored.ts';

const HOUR = 3600;

const withSet = (token: string): Network =>
  changing('/jwks.json', (reply) => ({ ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), signed_keys: token }) }));

export const KEYS: readonly Case[] = [
  {
    name: 'revoked, suspended and granted again',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      const status = async (): Promise<unknown> => (await app.must('check_status'))['status'];
      key.status = 'revoked';
      await kit.pass(60);
      equal(await status(), 'revoked');
      deepStrictEqual(await app.check(), { usable: false, reason: 'revoked' });
      matches(await app.must('refresh'), { renewal: null });
      matches(await app.ask('validate'), { outcome: 'refused', code: 'REVOKED', status: 404 });
      matches(await app.ask('lease'), { outcome: 'refused', code: 'REVOKED', status: 403 });
      kit.offline();
      await app.open();
      deepStrictEqual(await app.check(), { usable: false, reason: 'revoked' });
      kit.online();
      key.status = 'disabled';
      equal(await status(), 'suspended');
      deepStrictEqual(await app.check(), { usable: false, reason: 'suspended' });
      key.status = 'granted';
      equal(await status(), 'valid');
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'an unsigned refusal ends no lease',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      await kit.pass(13 * HOUR);
      const text = JSON.stringify({ error: 'NotPermitted', detail: 'No' });
      kit.through(changing('/lease', () => ({ status: 403, headers: { 'license-code': 'REVOKED' }, text })));
      const refreshed = await app.must('refresh');
      matches(refreshed, { renewal: { outcome: 'refused', code: 'REVOKED' }, license: { usable: true, refresh_due: true } });
      kit.online();
      key.status = 'rotated';
      for (const command of ['validate', 'reactivate', 'lease']) {
        matches(await app.ask(command), { outcome: 'refused', code: 'ROTATED', status: 404 });
      }
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'another signing key',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const fetched = (): number => kit.service.received.filter(({ path }) => path.endsWith('/jwks.json')).length;
      const before = fetched();
      await app.must('validate');
      await app.open();
      await app.must('validate');
      equal(fetched(), before, 'a set that is known is not fetched again, also after a restart');
      kit.service.state.signWith(SIGNERS.next, [SIGNERS.next, SIGNERS.signing]);
      await app.must('validate');
      equal(fetched(), before + 1, 'one that lacks the key is fetched once');
      for (const command of app.able('lease')) await app.must(command);
      kit.offline();
      await app.open();
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'keys of somebody else',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const { state } = kit.service;
      state.signWith(SIGNERS.stranger, [SIGNERS.signing]);
      matches(await app.ask('validate'), { outcome: 'untrusted', fault: 'unknown_key' });
      kit.through(withSet(keySet([SIGNERS.stranger], state.now, SIGNERS.stranger)));
      for (const command of app.able('validate', 'lease', 'check_status')) {
        matches(await app.ask(command), { outcome: 'untrusted' });
      }
      matches(await app.check(), { usable: true });
      const other = await kit.application({ root_key: SIGNERS.stranger.jwk.x });
      state.signWith(SIGNERS.signing, [SIGNERS.signing]);
      kit.online();
      const activating = { key: kit.service.issue().key, label: 'pc' };
      matches(await other.ask('activate', activating), { outcome: 'untrusted', fault: 'bad_signature' });
      for (const command of other.able('validate', 'lease')) matches(await other.ask(command), { outcome: 'not_activated' });
    },
  },
  {
    name: 'a set of keys that was over when the lease was issued proves nothing',
    run: async (kit) => {
      const { key, app } = await kit.leased();
      const signed_keys = keySet([SIGNERS.signing], kit.service.state.now - 8 * DAY);
      const stored = recordsIn(app.storage)['lease'] as object;
      store(app.storage, 'lease', { ...stored, signedKeys: signed_keys });
      await app.open();
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });

      const { file } = await app.must('offline_request', { label: 'laptop' });
      const lease = JSON.parse(kit.service.state.leaseFile(key, String(file))) as object;
      matches(await app.ask('import_lease', { file: JSON.stringify({ ...lease, signed_keys }) }), {
        outcome: 'untrusted',
        fault: 'expired',
      });
      await app.must('import_lease', { file: JSON.stringify(lease) });
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'an expired signing key',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const old = keySet([SIGNERS.signing], kit.service.state.now);
      await kit.pass(8 * DAY);
      kit.through(withSet(old));
      matches(await app.ask('validate'), { outcome: 'untrusted', fault: 'expired' });
      matches(await app.ask('lease'), { outcome: 'untrusted', fault: 'expired' });
      kit.online();
      await app.must('lease');
      matches(await app.check(), { usable: true });

      const long = kit.service.issue({ offline: { leaseSeconds: 30 * DAY, graceSeconds: 0 } });
      await app.must('activate', { key: long.key, label: 'laptop' });
      await app.must('lease');
      kit.offline();
      await kit.pass(20 * DAY);
      await app.open();
      matches(await app.check(), { usable: true, state: 'valid' });
    },
  },
];
