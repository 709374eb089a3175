import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../kit.ts';
import type { Reply } from '../service/exchange.ts';

const PAGE = 'https://licenses.example.com/portal/acme/device';
const SHOWN = { user_code: 'K7QM-R2X9', verification_uri: PAGE, verification_uri_complete: `${PAGE}?code=K7QM-R2X9` };
const INSTALLED = { label: 'laptop', conditions: { major: 1 }, meta: { room: 7 } };

/** Customers sign in on a page of the service instead of typing a license key. */
export const SIGN_INS: readonly Case[] = [
  {
    name: 'a sign-in: the code is shown, allowed after a while, and the license key activated and stored',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue();
      service.issue();
      const clientId = service.offerSignIn([key.benefitId], [5, 5, 'allowed']);
      const app = await kit.application();
      const signedIn = await app.must('sign_in', { client_id: clientId, ...INSTALLED });
      const [activation, ...others] = key.activations;
      deepStrictEqual([signedIn['codes'], signedIn['offered'], others], [[SHOWN], [], []]);
      equal(signedIn['activation_id'], activation!.id);
      equal(signedIn['waited'], 15);
      matches(service.sent('sign-in'), [{ organization_id: kit.organizationId, client_id: clientId }]);
      equal(service.sent('sign-in/keys').length, 3);
      matches(service.sent('activate'), [{ key: key.key, benefit_id: key.benefitId, ...INSTALLED }]);
      for (const command of app.able('lease')) await app.must(command);
      await app.open();
      matches(await app.must('validate'), { license_key: { id: key.id, status: 'granted' } });
    },
  },
  {
    name: 'a sign-in that the customer refuses, or that is over, and an application that is not registered',
    run: async (kit) => {
      const { service } = kit;
      const { benefitId } = service.issue();
      const app = await kit.application();
      const denied = await app.ask('sign_in', { client_id: service.offerSignIn([benefitId], [5, 'denied']), label: 'laptop' });
      matches(denied, { outcome: 'refused', code: 'SIGN_IN_DENIED', status: 403 });
      const expired = await app.ask('sign_in', { client_id: service.offerSignIn([benefitId], [5, 'expired']), label: 'laptop' });
      matches(expired, { outcome: 'refused', code: 'SIGN_IN_EXPIRED', status: 404 });
      const unknown = await app.ask('sign_in', { client_id: randomUUID(), label: 'laptop' });
      matches(unknown, { outcome: 'refused', code: 'SIGN_IN_NOT_OFFERED', status: 404 });
      matches(await app.ask('validate'), { outcome: 'not_activated' });
      deepStrictEqual(service.sent('activate'), []);
    },
  },
  {
    name: 'a sign-in asks as rarely as the service wants, and no longer than the code is valid',
    run: async (kit) => {
      const { service } = kit;
      const { benefitId } = service.issue();
      const app = await kit.application();
      const slow = await app.must('sign_in', {
        client_id: service.offerSignIn([benefitId], [5, 10, 15, 5, 'allowed']),
        label: 'laptop',
      });
      equal(slow['waited'], 5 + 5 + 10 + 15 + 15);
      const undecided = await app.ask('sign_in', { client_id: service.offerSignIn([benefitId], [5]), label: 'laptop' });
      matches(undecided, { outcome: 'refused', code: 'SIGN_IN_EXPIRED', status: 404 });
      // Requests take time, too, by the clocks of some clients.
      const waited = Number(undecided['waited']);
      ok(waited >= 590 && waited <= 600, `${waited} s`);
    },
  },
  {
    name: 'a sign-in outlasts a network that is lost meanwhile, and pages in between',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue();
      const clientId = service.offerSignIn([key.benefitId], [5, 'allowed']);
      const app = await kit.application();
      const page: Reply = { status: 403, headers: { 'content-type': 'text/html' }, text: '<h1>Please sign in</h1>' };
      const disturbed = [page, { ...page, status: 200 }, { status: 503, headers: {}, text: '' }];
      let asked = 0;
      kit.through(({ path }, answer) => {
        if (!path.endsWith('/sign-in/keys')) return answer();
        asked += 1;
        if (asked === 1) return answer();
        return asked < 7 ? 'lost' : (disturbed[asked - 7] ?? answer());
      });
      await app.must('sign_in', { client_id: clientId, label: 'laptop' });
      equal(key.activations.length, 1);
      kit.through(({ path }, answer) => (path.endsWith('/sign-in/keys') ? 'lost' : answer()));
      const lost = await app.ask('sign_in', { client_id: clientId, label: 'laptop' });
      matches(lost, { outcome: 'unavailable', reason: 'network' });
      ok(Number(lost['waited']) > 500 && Number(lost['waited']) < 700, `${String(lost['waited'])} s`);
      kit.offline();
      matches(await app.ask('sign_in', { client_id: clientId, label: 'laptop' }), { outcome: 'unavailable', reason: 'network' });
      kit.through(() => page);
      const signedOut = await app.ask('sign_in', { client_id: clientId, label: 'laptop' });
      matches(signedOut, { outcome: 'unavailable', reason: 'not_the_service' });
    },
  },
  {
    name: 'a sign-in can be canceled',
    run: async (kit) => {
      const { service } = kit;
      const key = service.issue();
      const clientId = service.offerSignIn([key.benefitId], [5]);
      const app = await kit.application();
      const canceled = await app.ask('sign_in', { client_id: clientId, label: 'laptop', cancel_after_seconds: 20 });
      equal(canceled.outcome, 'canceled');
      equal(canceled['waited'], 20);
      const { length } = service.sent('sign-in/keys');
      service.state.signIns.steps = ['allowed'];
      matches(await app.ask('validate'), { outcome: 'not_activated' });
      equal(service.sent('sign-in/keys').length, length);
      await app.must('sign_in', { client_id: clientId, label: 'laptop' });
    },
  },
];
