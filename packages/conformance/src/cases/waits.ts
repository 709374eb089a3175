import { ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';

const BUSY = { status: 503, headers: { 'retry-after': '19' }, text: '' };

/** Waits until the customer has removed a device. */
export const WAITS: readonly Case[] = [
  {
    name: 'the wait for a free device ends after an hour, also where the service cannot be reached',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, isManaged: true });
      const first = await kit.application();
      await first.must('activate', { key: key.key, label: 'first' });
      const app = await kit.application();
      kit.through((_received, answer) => (kit.service.requests('activate').length <= 2 ? answer() : BUSY));
      const refused = await app.ask('activate', { key: key.key, label: 'second', manage: true });
      matches(refused, { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED' });
      const waited = Number(refused['waited']);
      ok(waited > 3500 && waited < 3700, `${waited} s`);
    },
  },
  {
    name: 'the wait for a free device can be canceled',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1, isManaged: true });
      const first = await kit.application();
      await first.must('activate', { key: key.key, label: 'first' });
      const app = await kit.application();
      const canceled = await app.ask('activate', { key: key.key, label: 'second', manage: true, cancel_after_seconds: 60 });
      matches(canceled, { outcome: 'canceled' });
      const waited = Number(canceled['waited']);
      ok(waited >= 60 && waited < 90, `${waited} s`);
      await first.must('deactivate');
      await app.must('activate', { key: key.key, label: 'second', manage: true });
      matches(await app.must('lease'), { license: { usable: true } });
    },
  },
];
