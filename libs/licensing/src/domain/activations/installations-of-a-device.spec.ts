import {
  aDevice,
  aLicenseKey,
  anInstallation,
  aValidationInput,
  NOW,
  secondsAfterNow as after,
} from '../../../testing/license-key.builder.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import type { Installation } from '../keys/license-key.types.ts';
import type { LicensePolicy } from '../policy/license-policy.ts';
import type { Purpose } from '../keys/loaded-with-key.ts';
import { MOST_INSTALLATIONS } from './places.ts';

const DAY = 86_400;
const code = (expected: string) => expect.objectContaining({ code: expected });
const RECOGNIZING: LicensePolicy = { devices: { match: 'most' } };
/** A notebook with two systems: their IDs differ, the hardware is the same. */
const HARDWARE = { board_serial: 'b', system_serial: 's', mac: 'm' };
const [LINUX, WINDOWS] = ['l', 'w'].map((machine_id) => aDevice({ ...HARDWARE, machine_id })) as [
  ReturnType<typeof aDevice>,
  ReturnType<typeof aDevice>,
];

/** A key with leases, and what applications do with it. */
async function opened({ limit = 1, policy = RECOGNIZING }: { limit?: number; policy?: LicensePolicy } = {}) {
  const keys = new InMemoryLicenseKeys();
  const key = aLicenseKey().limitedTo(limit).governedBy(policy).newUnsaved();
  keys.policies.set(key.benefitId, { leaseSeconds: DAY, graceSeconds: 0, maxOfflineDevices: limit });
  await keys.addAll([key]);
  let index = 0;
  const which = <P extends Purpose>(to: P, named: object = {}) => ({ id: key.id, within: [key.organizationId], to, ...named });
  const activate = async (installation: Partial<Installation>) => {
    const attempt = (to: 'activate' | 'activateInSlotOfLease') =>
      keys.change(which(to, installation), (found) => found.activate(anInstallation(installation), keys.databaseTime));
    return attempt('activate').catch(() => attempt('activateInSlotOfLease'));
  };
  const lease = (activationId: string) =>
    keys.change(which('lease', { activationId }), (found) =>
      found.lease({ activationId, installation: anInstallation() }, () => index++),
    );
  const deactivate = (activationId: string) =>
    keys.change(which('deactivate', { activationId }), (found) => found.deactivate(activationId, keys.databaseTime));
  const remove = (activationId: string) =>
    keys.change(which('deactivate', { activationId }), (found) => found.removeDevice(activationId, keys.databaseTime));
  const validate = (activationId: string) =>
    keys.change(which('use', { activationId }), (found) => found.validate(aValidationInput({ activationId }), NOW));
  const leases = () => keys.change(which('deactivate'), ({ leasing }) => ({ all: leasing.leases, held: leasing.heldPlaces }));
  const pass = (seconds: number) => void (keys.databaseTime = new Date(keys.databaseTime.getTime() + seconds * 1000));
  return { keys, key, activate, lease, deactivate, remove, validate, leases, pass };
}

test.each([
  [
    'two accounts, which the hardware tells to be one device',
    RECOGNIZING,
    ['admin', 'work'].map((device) => ({ device, described: LINUX })),
  ],
  ['three programs of a seller', RECOGNIZING, ['editor', 'viewer', 'sync'].map((device) => ({ device, described: LINUX }))],
  [
    'two systems',
    RECOGNIZING,
    [
      { device: 'linux', described: LINUX },
      { device: 'windows', described: WINDOWS },
    ],
  ],
  ['two accounts with an ID of the machine', {}, ['admin', 'work'].map((installation) => ({ device: 'machine', installation }))],
])('%s share a place, and each has an activation and a lease with its own device', async (_what, policy, installations) => {
  const { key, activate, lease, validate, leases } = await opened({ policy });
  const made = [];
  for (const each of installations) made.push({ each, activation: await activate(each) });
  expect(new Set(made.map(({ activation }) => activation.id)).size).toBe(installations.length);
  expect(new Set(made.map(({ activation }) => activation.placeId)).size).toBe(1);
  for (const round of [1, 2]) {
    for (const { each, activation } of made) {
      expect([round, (await lease(activation.id)).activation.device]).toEqual([round, each.device]);
      expect(await validate(activation.id)).toBe(activation);
      expect((await activate(each)).id).toBe(activation.id);
    }
  }
  const { all, held } = await leases();
  expect(new Set(all.map(({ statusIndex }) => statusIndex)).size).toBe(installations.length);
  expect([key.activationCount, key.takenSlots, held]).toEqual([1, 1, []]);
  await expect(activate({ device: 'other', described: aDevice({ board_serial: 'x', mac: 'x' }) })).rejects.toEqual(
    code('ACTIVATION_LIMIT_REACHED'),
  );
});

test('an installation that is deactivated ends alone, and the last one frees the place', async () => {
  const { keys, key, activate, lease, deactivate } = await opened();
  const [admin, work] = [
    await activate({ device: 'admin', described: LINUX }),
    await activate({ device: 'work', described: LINUX }),
  ];
  for (const { id } of [admin, work]) await lease(id);
  await deactivate(admin.id);
  expect([key.activationCount, key.takenSlots, work.isLive]).toEqual([1, 1, true]);
  expect(key.leasing.leases.map(({ endedAt }) => endedAt !== null)).toEqual([true, false]);
  await expect(lease(admin.id)).rejects.toEqual(code('ACTIVATION_NOT_FOUND'));
  await lease(work.id);
  await deactivate(work.id);
  expect([key.activationCount, key.takenSlots]).toEqual([0, 0]);
  const other = await activate({ device: 'other', described: aDevice({ board_serial: 'x', mac: 'x' }) });
  expect(other.placeId).toBe(other.id);
  const named = (name: string) => keys.events.filter((event) => event.name === name).map(({ payload }) => payload);
  expect(named('license_key.activated')).toMatchObject([
    { activation_id: admin.id, place_id: admin.id },
    { activation_id: work.id, place_id: admin.id },
    { activation_id: other.id, place_id: other.id },
  ]);
  expect(named('license_key.deactivated')).toMatchObject([
    { activation_id: admin.id, place_id: admin.id },
    { activation_id: work.id, place_id: admin.id },
  ]);
});

test('a device is removed with all of its installations, and moves once', async () => {
  const { keys, key, activate, lease, remove } = await opened();
  keys.policies.set(key.benefitId, {
    leaseSeconds: DAY,
    graceSeconds: 0,
    maxOfflineDevices: 1,
    moves: { limit: 1, periodDays: 30 },
  });
  const installed = [];
  for (const device of ['admin', 'work', 'guest']) installed.push(await activate({ device, described: LINUX }));
  for (const { id } of installed) await lease(id);
  await remove(installed[1]!.id);
  expect(installed.map(({ isLive }) => isLive)).toEqual([false, false, false]);
  expect(key.takenSlots).toBe(0);
  const next = await activate({ device: 'next', described: aDevice({ board_serial: 'x', mac: 'x' }) });
  await lease(next.id);
  await remove(next.id);
  await expect(activate({ device: 'third', described: aDevice({ board_serial: 'y', mac: 'y' }) })).rejects.toMatchObject({
    code: 'ACTIVATION_LIMIT_REACHED',
    retryAt: after(DAY),
  });
});

test('a device that moved counts as one whose leases can be verified until the last of them is over', async () => {
  const { keys, key, activate, lease, remove, pass } = await opened();
  const moves = { limit: 1, periodDays: 1 };
  keys.policies.set(key.benefitId, { leaseSeconds: 7 * DAY, graceSeconds: 0, maxOfflineDevices: 1, moves });
  const [admin, work] = [
    await activate({ device: 'admin', described: LINUX }),
    await activate({ device: 'work', described: LINUX }),
  ];
  for (const { id } of [admin, work]) await lease(id);
  pass(3 * DAY);
  await lease(admin.id);
  await remove(work.id);
  const next = await activate({ device: 'next', described: aDevice({ board_serial: 'x', mac: 'x' }) });
  pass(5 * DAY);
  await lease(next.id);
  await remove(next.id);
  await expect(activate({ device: 'third', described: aDevice({ board_serial: 'y', mac: 'y' }) })).rejects.toMatchObject({
    code: 'ACTIVATION_LIMIT_REACHED',
    retryAt: after(10 * DAY),
  });
});

test('leases of several installations hold one place, until the last of them is over', async () => {
  const { keys, key, activate, lease, remove, pass } = await opened();
  keys.policies.set(key.benefitId, { leaseSeconds: DAY, graceSeconds: 0, maxOfflineDevices: 1, held: 'until_lease_ends' });
  const [admin, work] = [
    await activate({ device: 'admin', described: LINUX }),
    await activate({ device: 'work', described: LINUX }),
  ];
  await lease(admin.id);
  pass(DAY / 2);
  await lease(work.id);
  await remove(admin.id);
  const refused = () => activate({ device: 'other', described: aDevice({ board_serial: 'x', mac: 'x' }) });
  await expect(refused()).rejects.toMatchObject({ code: 'ACTIVATION_LIMIT_REACHED', retryAt: after(1.5 * DAY) });
  pass(DAY / 2);
  await expect(refused()).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  // The device itself gets its place back, with another account as well.
  expect((await activate({ device: 'guest', described: LINUX })).isLive).toBe(true);
  expect([key.activationCount, key.takenSlots]).toEqual([1, 1]);
});

test('the seller ends the held place of a device with several installations at once, and the reason is kept', async () => {
  const { keys, key, activate, lease, remove } = await opened();
  keys.policies.set(key.benefitId, { leaseSeconds: DAY, graceSeconds: 0, maxOfflineDevices: 1, held: 'until_lease_ends' });
  const [admin, work] = [
    await activate({ device: 'admin', described: LINUX }),
    await activate({ device: 'work', described: LINUX }),
  ];
  for (const { id } of [admin, work]) await lease(id);
  await remove(admin.id);
  const which = { id: key.id, within: [key.organizationId], activationId: admin.id, to: 'deactivate' } as const;
  await keys.change(which, (found) => found.endHeldPlace(admin.id, 'Stolen.'));
  expect([key.takenSlots, key.leasing.heldPlaces]).toEqual([0, []]);
  expect(key.leasing.leases.map(({ stored }) => stored.placeEndReason)).toEqual(['Stolen.', null]);
  await expect(keys.change(which, (found) => found.endHeldPlace(admin.id, 'Again.'))).rejects.toThrow('No lease');
});

test('the seventeenth installation takes the room of the one that was not heard of for longest', async () => {
  const { key, activate, lease, validate, pass } = await opened();
  const installed = [];
  for (let n = 0; n < MOST_INSTALLATIONS; n += 1) {
    installed.push(await activate({ device: `d${n}`, described: LINUX }));
    pass(7200);
  }
  await activate({ device: 'd0', described: LINUX });
  await lease(installed[1]!.id);
  const added = await activate({ device: 'one more', described: LINUX });
  expect(installed.map(({ isLive }) => isLive)).toEqual(installed.map((_each, n) => n !== 1));
  expect([added.placeId, key.activationCount]).toEqual([installed[0]!.id, 1]);
  expect(key.leasing.leases[0]!.endedAt).not.toBeNull();
  await expect(validate(installed[1]!.id)).rejects.toEqual(code('ACTIVATION_NOT_FOUND'));
});

test('no more than sixteen other installations of a device have leases that can be verified, also ended ones', async () => {
  const { key, keys, activate, lease, deactivate, pass } = await opened();
  keys.policies.set(key.benefitId, { leaseSeconds: 30 * DAY, graceSeconds: 0, maxOfflineDevices: 1 });
  const first = await activate({ device: 'first', described: LINUX });
  for (let n = 0; n < MOST_INSTALLATIONS; n += 1) {
    const { id } = await activate({ device: `copy ${n}`, described: LINUX });
    await lease(id);
    await deactivate(id);
  }
  await expect(lease(first.id)).rejects.toMatchObject({ code: 'OFFLINE_LIMIT_REACHED', retryAt: after(30 * DAY) });
  pass(30 * DAY);
  await lease(first.id);
});

test('an installation that was activated before it had an ID keeps its activation', async () => {
  const { activate } = await opened({ policy: {} });
  const before = await activate({ device: 'machine' });
  expect((await activate({ device: 'machine', installation: 'a' })).id).toBe(before.id);
  const other = await activate({ device: 'machine', installation: 'b' });
  expect([other.id === before.id, other.placeId]).toEqual([false, before.id]);
  expect((await activate({ device: 'machine' })).id).toBe(before.id);
});

test('installations share the place of a floating key: one check-out, until both have ended or expired', async () => {
  const policy = { ...RECOGNIZING, floating: { checkoutSeconds: 600, overdraft: 0 } };
  const { key, activate, deactivate, pass } = await opened({ policy });
  const [admin, work] = [
    await activate({ device: 'admin', described: LINUX }),
    await activate({ device: 'work', described: LINUX }),
  ];
  const other = { device: 'other', described: aDevice({ board_serial: 'x', mac: 'x' }) };
  expect([key.activationCount, key.takenSlots]).toEqual([1, 1]);
  await deactivate(admin.id);
  await expect(activate(other)).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  pass(300);
  const again = await activate({ device: 'admin', described: LINUX });
  pass(400);
  await expect(activate(other)).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  await activate({ device: 'work', described: LINUX });
  expect(key.takenSlots).toBe(1);
  for (const { id } of [again, work]) await deactivate(id);
  expect([key.activationCount, (await activate(other)).isLive]).toEqual([0, true]);
});

test('a floating key whose slot is held by the lease of an ended installation gives it to another one of the device', async () => {
  const policy = { ...RECOGNIZING, floating: { checkoutSeconds: 600, overdraft: 0 } };
  const { key, keys, activate, lease, deactivate, pass } = await opened({ policy });
  keys.policies.set(key.benefitId, { leaseSeconds: DAY, graceSeconds: 0, maxOfflineDevices: 1, held: 'until_lease_ends' });
  const admin = await activate({ device: 'admin', described: LINUX });
  await activate({ device: 'work', described: LINUX });
  await lease(admin.id);
  pass(700);
  await deactivate(admin.id);
  keys.events.length = 0;
  const other = { device: 'other', described: aDevice({ board_serial: 'x', mac: 'x' }) };
  await expect(activate(other)).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  await activate({ device: 'work', described: LINUX });
  expect(keys.events).toEqual([]);
  expect(key.activationCount).toBe(1);
});

test('an installation has the class of its device, and is no swap', async () => {
  const devices = { match: 'most', classes: [{ class: 'desktop', limit: 1 }], swaps: { limit: 0, every: 'year' } } as const;
  const { key, activate } = await opened({ limit: 1, policy: { devices } });
  const first = await activate({ device: 'admin', described: { ...LINUX, class: 'desktop' } });
  const second = await activate({ device: 'work', described: { ...WINDOWS, class: 'server' } });
  expect([first.deviceProfile!.class, second.deviceProfile!.class]).toEqual(['desktop', 'desktop']);
  expect([key.deviceSwaps, key.devices!.takenIn('desktop')]).toEqual([0, 1]);
});

test('a rotation leaves installations as they are, and a transfer ends all of them', async () => {
  const { keys, key, activate, lease } = await opened();
  const [admin, work] = [
    await activate({ device: 'admin', described: LINUX }),
    await activate({ device: 'work', described: LINUX }),
  ];
  const which = { id: key.id, within: [key.organizationId] };
  await keys.change(which, (found) => found.rotate('ROTATED-1', null, NOW));
  for (const { id, device } of [admin, work]) expect((await lease(id)).activation.device).toBe(device);
  const activationIds = [admin.id, work.id];
  await keys.change({ ...which, activationIds, to: 'deactivate' }, (found) => found.transferTo('another', NOW, activationIds));
  expect([key.activationCount, admin.isLive, work.isLive]).toEqual([0, false, false]);
});
