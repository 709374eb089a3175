import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Application } from '../application.ts';
import type { Case, Kit } from '../kit.ts';
import type { LicenseKey } from '../service/license-key.ts';
import { DAY } from '../service/signing.ts';

const wrapped = (text: string): string => text.replace(/.{1,72}/g, '> $&\r\n');

const HOUR = 3600;
const SET_BACK = { usable: false, reason: 'clock_set_back' };

/** A request file, and the lease file that answers it. */
async function leaseFileFor(kit: Kit, app: Application, key: LicenseKey): Promise<string> {
  const { file } = await app.must('offline_request', { label: 'laboratory' });
  return kit.service.state.leaseFile(key, String(file));
}

async function takeIn(kit: Kit, app: Application, key: LicenseKey): Promise<string> {
  const file = await leaseFileFor(kit, app, key);
  matches(await app.must('import_lease', { file }), { license: { usable: true, state: 'valid' } });
  return file;
}

/** The clock of the machine is ahead, the application runs, and the clock is right again. */
async function onceAhead(app: Application): Promise<void> {
  await app.setWrong(400 * DAY);
  await app.open();
  deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
  await app.setWrong(0);
  await app.open();
  deepStrictEqual(await app.check(), SET_BACK);
}

/** Activation by files that somebody carries (docs/licensing/offline-activation.md). */
export const FILES: readonly Case[] = [
  {
    name: 'a machine without a network: request, lease file, deactivation',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1 });
      const app = await kit.application();
      const request = await app.must('offline_request', { label: ' Laboratory\n', platform: 'linux', app_version: '2.1\r\n' });
      const answer = kit.service.state.leaseFile(key, wrapped(String(request['file'])));
      matches(key.activations, [{ label: 'Laboratory', meta: { platform: 'linux', app_version: '2.1' } }]);
      matches(await app.must('import_lease', { file: wrapped(answer) }), { license: { usable: true, state: 'valid' } });
      matches(await app.must('import_lease', { file: answer }), { license: { usable: true } });
      await app.open();
      matches(await app.check(), { usable: true, refresh_due: false });

      const { file } = await app.must('offline_deactivate');
      equal(kit.service.state.takesBack(key, String(file)), true);
      deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
      await app.open();
      equal((await app.must('last_deactivation'))['file'], file);
      matches(await app.ask('import_lease', { file: answer }), { outcome: 'untrusted', fault: 'replayed' });
      matches(await app.ask('offline_deactivate'), { outcome: 'not_activated' });
      equal(kit.service.received.length, 0);
    },
  },
  {
    name: 'lease files that are not for this request',
    run: async (kit) => {
      const key = kit.service.issue();
      const app = await kit.application();
      const other = await kit.application();
      const first = await app.must('offline_request', { label: 'one' });
      const second = await app.must('offline_request', { label: 'two' });
      await other.must('offline_request', { label: 'other' });
      const [outdated, current] = [first, second].map(({ file }) => kit.service.state.leaseFile(key, String(file)));
      equal(key.activations.length, 1);
      matches(await app.ask('import_lease', { file: outdated }), { outcome: 'untrusted', fault: 'wrong_nonce' });
      matches(await other.ask('import_lease', { file: current }), { outcome: 'untrusted', fault: 'wrong_device' });
      matches(await app.ask('import_lease', { file: 'x'.repeat(70_000) }), { outcome: 'untrusted', fault: 'too_long' });
      await app.must('import_lease', { file: current });

      const wrong = await kit.application({ benefit_ids: [randomUUID()] });
      const { file } = await wrong.must('offline_request', { label: 'wrong' });
      const answer = kit.service.state.leaseFile(key, String(file));
      matches(await wrong.ask('import_lease', { file: answer }), { outcome: 'untrusted', fault: 'wrong_benefit' });
    },
  },
  {
    name: 'a machine without a network whose clock was ahead once: a new lease file is the truth',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1 });
      const app = await kit.application();
      const first = await takeIn(kit, app, key);
      await onceAhead(app);
      deepStrictEqual(
        (await app.must('import_lease', { file: first }))['license'],
        SET_BACK,
        'a file that is known proves nothing',
      );
      await kit.pass(HOUR);
      await takeIn(kit, app, key);
      await app.open();
      await kit.pass(12 * HOUR);
      matches(await app.check(), { usable: true, state: 'valid' });
      await app.setWrong(-6 * HOUR);
      await app.open();
      deepStrictEqual(await app.check(), SET_BACK, 'a clock that is set back is noticed as before');
      await app.setWrong(0);
      matches(await app.check(), { usable: true });
      await kit.pass(14 * HOUR);
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
      equal(kit.service.received.length, 0);
    },
  },
  {
    name: 'a machine without a network whose clock is behind',
    run: async (kit) => {
      const app = await kit.application({ wrongBy: -30 * DAY });
      await takeIn(kit, app, kit.service.issue());
      await app.open();
      await kit.pass(HOUR);
      matches(await app.check(), { usable: true, state: 'valid' });
      await app.setWrong(0);
      await app.open();
      matches(await app.check(), { usable: true, state: 'valid' });
      await kit.pass(2 * DAY);
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
    },
  },
  {
    name: 'a machine whose clock was ahead once gives its license back by file',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1 });
      const app = await kit.application();
      await takeIn(kit, app, key);
      await onceAhead(app);
      const { file } = await app.must('offline_deactivate');
      equal(kit.service.state.takesBack(key, String(file)), true);
      deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
      matches(await app.ask('offline_deactivate'), { outcome: 'not_activated' });
      await takeIn(kit, app, key);
      await app.open();
      matches(await app.check(), { usable: true, state: 'valid' });
    },
  },
  {
    name: 'an application that derives its device',
    run: async (kit) => {
      const { key, app } = await kit.leased({ device_id: 'machine-7' });
      equal((await app.must('device_id'))['device_id'], 'machine-7');
      deepStrictEqual(
        key.activations.map(({ device }) => device),
        ['machine-7'],
      );
      await app.open({ device_id: 'machine-8' });
      deepStrictEqual(await app.check(), { usable: false, reason: 'wrong_device' });
    },
  },
];
