import { deepStrictEqual, equal, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import type { Reply } from '../service/exchange.ts';

const HTML = { 'content-type': 'text/html' };
const PAGES: Readonly<Record<string, Reply>> = {
  'a page instead of the answer': { status: 200, headers: HTML, text: '<h1>Welcome to our hotel</h1>' },
  'a page that refuses': { status: 403, headers: HTML, text: '<h1>Please sign in</h1>' },
  'a page with another status': { status: 404, headers: HTML, text: '<h1>Not here</h1>' },
  'JSON of somebody else': {
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{"id":"x","status":"granted"}',
  },
};
const REDIRECTED: Reply = { status: 302, headers: { location: 'http://127.0.0.1:1/portal' }, text: '' };

/** Networks that answer themselves, or lead elsewhere. */
export const PORTALS: readonly Case[] = [
  {
    name: 'a captive portal',
    run: async (kit) => {
      const { app } = await kit.licensed();
      for (const [name, page] of Object.entries({ ...PAGES, 'a redirect': REDIRECTED })) {
        kit.through(() => page);
        for (const command of app.able('validate', 'lease', 'heartbeat', 'check_status')) {
          const { outcome } = await app.ask(command);
          ok(outcome === 'unavailable' || outcome === 'untrusted', `${name}: ${command}: ${outcome}`);
        }
        const activated = await app.ask('activate', { key: 'ANOTHER', label: 'pc' });
        ok(activated.outcome === 'unavailable' || activated.outcome === 'untrusted', `${name}: activate: ${activated.outcome}`);
        matches(await app.check(), { usable: true });
      }
      kit.through(() => PAGES['a page that refuses']!);
      matches(await app.ask('validate'), { outcome: 'unavailable', reason: 'not_the_service' });
      kit.through(() => PAGES['JSON of somebody else']!);
      matches(await app.ask('validate'), { outcome: 'untrusted', fault: 'not_signed' });
      const { length } = kit.service.received;
      kit.through(() => PAGES['a page with another status']!);
      await app.ask('validate');
      equal(kit.service.received.length, length + 1, 'a page of a portal is no reason to ask again');
      await app.open();
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'a redirect is not followed',
    run: async (kit) => {
      const { app } = await kit.licensed();
      for (const status of [301, 302, 307, 308]) {
        const elsewhere: string[] = [];
        kit.through(({ path, ...received }, answer) => {
          if (!path.startsWith('/elsewhere'))
            return { status, headers: { location: `${kit.service.url}/elsewhere${path}` }, text: '' };
          elsewhere.push(path);
          return answer({ ...received, path: path.slice('/elsewhere'.length) });
        });
        for (const command of app.able('validate', 'lease', 'check_status', 'activate')) {
          const fields = command === 'activate' ? { key: 'ANOTHER', label: 'pc' } : {};
          const { outcome } = await app.ask(command, fields);
          ok(outcome === 'unavailable' || outcome === 'untrusted', `${status}: ${command}: ${outcome}`);
        }
        deepStrictEqual(elsewhere, [], 'a license key is sent to nobody but the service');
      }
      matches(await app.check(), { usable: true });
    },
  },
];
