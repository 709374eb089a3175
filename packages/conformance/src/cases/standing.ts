import { deepStrictEqual, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Application } from '../application.ts';
import type { Case, Kit } from '../kit.ts';
import { changing, type Network } from '../service/exchange.ts';

const AT = '2026-06-01T12:00:00.000Z';
const UNTIL = '2027-06-01T12:00:00.000Z';

/** What the service tells, and what a client makes of it. Members that a client does not know are left out. */
const TOLD: readonly (readonly [string, object])[] = [
  ['good', {}],
  ['trial', { trial: {} }],
  [`trial;until="${UNTIL}"`, { trial: { until: UNTIL } }],
  [`past_due;until="${UNTIL}"`, { past_due: { until: UNTIL } }],
  ['over_limit;limit=3;used=10', { over_limit: { limit: 3, used: 10 } }],
  [`renewed;at="${AT}";until="${UNTIL}"`, { renewed: { at: AT, until: UNTIL } }],
  [`past_due;until="${UNTIL}", over_limit;limit=3;used=10`, { past_due: { until: UNTIL }, over_limit: { limit: 3, used: 10 } }],
  ['moved;to="Mars", renewed', { renewed: {} }],
  ['trial;until=', {}],
  ['TRIAL', {}],
];

/** What `validate` says about the standing, with times in one form. */
async function standingOf(app: Application): Promise<unknown> {
  const { standing } = await app.must('validate');
  const told = JSON.stringify(standing ?? null);
  return JSON.parse(told, (name, value: unknown) =>
    name === 'at' || name === 'until' ? new Date(String(value)).toISOString() : value,
  );
}

async function activated(kit: Kit): Promise<Application> {
  const app = await kit.application();
  await app.must('activate', { key: kit.service.issue({ limitUsage: 10 }).key, label: 'laptop' });
  return app;
}

const withStanding = (standing: string): Network =>
  changing('/validate', (reply) => ({ ...reply, headers: { ...reply.headers, 'license-standing': standing } }));

/** What a customer needs to know (docs/licensing/standing.md). */
export const STANDING: readonly Case[] = [
  {
    name: 'the standing of a license key: trial, past due, over the limit, renewed',
    run: async (kit) => {
      const app = await activated(kit);
      const { state } = kit.service;
      for (const [header, standing] of TOLD) {
        state.standing = header;
        deepStrictEqual(await standingOf(app), standing, header);
      }
    },
  },
  {
    name: 'a standing that somebody changed, took away or made up',
    run: async (kit) => {
      const app = await activated(kit);
      const { state } = kit.service;
      state.standing = `past_due;until="${UNTIL}"`;
      for (const standing of ['good', '', `past_due;until="${AT}"`]) {
        kit.through(withStanding(standing));
        matches(await app.ask('validate'), { outcome: 'untrusted', fault: 'bad_signature' }, standing);
      }
      kit.through(
        changing('/validate', ({ headers: { 'license-standing': _told, ...headers }, ...reply }) => ({ ...reply, headers })),
      );
      matches(await app.ask('validate'), { outcome: 'untrusted', fault: 'bad_signature' }, 'taken away');
      state.standing = null;
      kit.through(withStanding('over_limit;limit=3;used=10'));
      deepStrictEqual(await standingOf(app), null, 'nobody signed it');
      state.standing = 'trial';
      kit.online();
      deepStrictEqual(await standingOf(app), { trial: {} });
    },
  },
  {
    name: 'a service that tells no standing, and an answer that is repeated',
    run: async (kit) => {
      const app = await activated(kit);
      const { state } = kit.service;
      state.standing = null;
      matches(await app.must('validate'), { license_key: { status: 'granted' } });
      deepStrictEqual(await standingOf(app), null);
      state.standing = 'trial';
      let isLost = true;
      kit.through((_received, answer) => {
        const reply = answer();
        const lost = isLost;
        isLost = false;
        return lost ? 'lost' : reply;
      });
      const repeated = await app.must('validate', { increment_usage: 2 });
      matches(repeated, { license_key: { usage: 2 } });
      deepStrictEqual(repeated['standing'] ?? null, null);
    },
  },
];
