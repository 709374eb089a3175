import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import type { Reply } from '../service/exchange.ts';

const PAGE = 'https://licenses.example.com/portal/acme/device';
const SHOWN = { user_code: 'K7QM-R2X9', verification_uri: PAGE, verification_uri_complete: `${PAGE}?code=K7QM-R2X9` };
const JSON_TYPE = { 'content-type': 'application/json' };
const json = (body: object): Reply => ({ status: 200, headers: JSON_TYPE, text: JSON.stringify(body) });

/** Which license key of a customer who signed in is activated. */
export const SIGNED_IN_KEYS: readonly Case[] = [
  {
    name: 'a sign-in of somebody without a license key for the application',
    run: async (kit) => {
      const { service } = kit;
      const [key, other] = [service.issue(), service.issue()];
      const clientId = service.offerSignIn([key.benefitId]);
      const app = await kit.application({ benefit_ids: [other.benefitId] });
      matches(await app.ask('sign_in', { client_id: clientId, label: 'laptop' }), {
        outcome: 'refused',
        code: 'NO_LICENSE_KEY',
        status: 404,
      });
      matches(service.sent('sign-in/keys'), [{ benefit_ids: [other.benefitId] }]);
      key.status = 'revoked';
      const any = await kit.application();
      matches(await any.ask('sign_in', { client_id: clientId, label: 'laptop' }), { outcome: 'refused', code: 'NO_LICENSE_KEY' });
      matches(await any.ask('validate'), { outcome: 'not_activated' });
    },
  },
  {
    name: 'a sign-in of somebody with several license keys: the application chooses',
    run: async (kit) => {
      const { service } = kit;
      const first = service.issue();
      const second = service.issue({ benefitId: first.benefitId, expiresAt: service.state.now + 86_400 });
      const clientId = service.offerSignIn([first.benefitId]);
      const app = await kit.application({ benefit_ids: [first.benefitId] });
      const { offered } = await app.must('sign_in', { client_id: clientId, label: 'laptop', choose: 1 });
      matches(offered, [
        { id: first.id, key: first.key, benefit_id: first.benefitId, expires_at: null },
        { id: second.id, key: second.key, display_key: `****-${second.key.slice(-6)}`, benefit_id: second.benefitId },
      ]);
      deepStrictEqual([first.activations.length, second.activations.length], [0, 1]);
      const other = await kit.application();
      await other.must('sign_in', { client_id: clientId, label: 'desktop' });
      equal(first.activations.length, 1);
    },
  },
  {
    name: 'a sign-in with a full license key is refused as an activation is',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue({ limitActivations: 1, isManaged: true });
      const clientId = service.offerSignIn([key.benefitId]);
      const first = await kit.application();
      await first.must('sign_in', { client_id: clientId, label: 'first' });
      const app = await kit.application();
      const refused = await app.ask('sign_in', { client_id: clientId, label: 'second' });
      matches(refused, { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED', status: 403 });
      ok(String(refused['manage_url']).startsWith('https://licenses.example.com/portal/acme/manage#license='));
      matches(await app.ask('validate'), { outcome: 'not_activated' });
      await first.must('deactivate');
      await app.must('sign_in', { client_id: clientId, label: 'second' });
    },
  },
  {
    name: 'answers to a sign-in that are malformed, or name other benefits',
    run: async (kit) => {
      const { service } = kit;
      const [key, other] = [service.issue(), service.issue()];
      const clientId = service.offerSignIn([key.benefitId, other.benefitId]);
      const app = await kit.application({ benefit_ids: [key.benefitId] });
      const outcomeWith = async (end: string, reply: Reply): Promise<unknown> => {
        kit.through(({ path }, answer) => (path.endsWith(end) ? reply : answer()));
        return app.ask('sign_in', { client_id: clientId, label: 'laptop' });
      };
      const malformed = { outcome: 'untrusted', fault: 'malformed' };
      const begun = { device_code: 'x', ...SHOWN, expires_in: 600, interval: 5 };
      matches(await outcomeWith('/sign-in', json({})), malformed);
      matches(await outcomeWith('/sign-in', json({ ...begun, verification_uri: 'file:///etc/passwd' })), malformed);
      matches(await outcomeWith('/sign-in', json({ ...begun, verification_uri_complete: 'calculator:' })), malformed);
      for (const license_keys of [[], 'none', ['none'], [{ id: key.id, benefit_id: key.benefitId }]]) {
        matches(await outcomeWith('/sign-in/keys', json({ status: 'signed_in', license_keys })), malformed);
      }
      const foreign = { id: other.id, key: other.key, display_key: '****', benefit_id: other.benefitId, expires_at: null };
      const wrong = await outcomeWith('/sign-in/keys', json({ status: 'signed_in', license_keys: [foreign] }));
      matches(wrong, { outcome: 'untrusted', fault: 'wrong_benefit' });
      deepStrictEqual([key.activations, other.activations], [[], []]);
    },
  },
];
