import fc from 'fast-check';
import { DomainError } from '#kernel';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aDevice, aLicenseKey, anInstallation } from '../../../testing/license-key.builder.ts';
import type { Activation } from '../activations/activation.ts';
import { MOST_INSTALLATIONS } from '../activations/places.ts';
import type { Installation } from '../keys/license-key.types.ts';
import type { FloatingPolicy } from '../policy/floating-policy.ts';

const code = (expected: string) => expect.objectContaining({ code: expected });

/** A floating key, whose check-outs last a minute, and what applications do with it. */
async function opened(limit: number, floating: Partial<FloatingPolicy> = {}) {
  const keys = new InMemoryLicenseKeys();
  const key = aLicenseKey()
    .limitedTo(limit)
    .governedBy({ floating: { checkoutSeconds: 60, overdraft: 0, ...floating }, devices: { match: 'most' } })
    .newUnsaved();
  keys.policies.set(key.benefitId, { leaseSeconds: 600, graceSeconds: 0, maxOfflineDevices: limit });
  await keys.addAll([key]);
  const which = { id: key.id, within: [key.organizationId] };
  const activate = (installation: Partial<Installation>) => {
    const attempt = (to: 'activate' | 'activateInSlotOfLease') =>
      keys.change({ ...which, to }, (found) => found.activate(anInstallation(installation), keys.databaseTime));
    return attempt('activate').catch(() => attempt('activateInSlotOfLease'));
  };
  const run = (device: string, installation: string | null = null) => activate({ device, installation });
  const heartbeat = (activationId: string) =>
    keys.change({ ...which, to: 'use' }, (found) => found.heartbeat(activationId, keys.databaseTime));
  const end = (activationId: string) =>
    keys.change({ ...which, to: 'deactivate' }, (found) => found.deactivate(activationId, keys.databaseTime));
  const lease = (device: string, installation: string) =>
    keys.change({ ...which, to: 'lease' }, (found) => {
      const request = { activationId: null, installation: anInstallation({ device, installation }) };
      return found.lease(request, () => 1).activation;
    });
  const pass = (seconds: number) => void (keys.databaseTime = new Date(keys.databaseTime.getTime() + seconds * 1000));
  const liveActivations = () =>
    key.activations.filter((each) => each.isLive && each.checkoutExpiresAt && each.checkoutExpiresAt > keys.databaseTime);
  const takenPlaces = () => new Set(liveActivations().map(({ placeId }) => placeId)).size;
  return { key, keys, activate, run, heartbeat, end, lease, pass, liveActivations, takenPlaces };
}

test('processes of a device share a place, and the first that ends takes nothing from the other', async () => {
  const { key, run, heartbeat, end } = await opened(1, { processes: { perDevice: 2 } });
  const [first, second] = [await run('laptop', 'a'), await run('laptop', 'b')];
  expect([first.id === second.id, second.placeId, key.takenSlots]).toEqual([false, first.id, 1]);
  await end(first.id);
  expect(await heartbeat(second.id)).toBe(second);
  await expect(run('desktop', 'a')).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  await end(second.id);
  expect([key.activationCount, (await run('desktop', 'a')).isLive]).toEqual([0, true]);
});

test('a process beyond those of one place takes a further place, or is refused at the limit', async () => {
  const { key, run, end } = await opened(2, { processes: { perDevice: 2 } });
  const [first, , third] = [await run('laptop', 'a'), await run('laptop', 'b'), await run('laptop', 'c')];
  expect([third.placeId, key.takenSlots, key.activationCount]).toEqual([third.id, 2, 2]);
  expect((await run('laptop', 'd')).placeId).toBe(third.id);
  await expect(run('laptop', 'e')).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  expect((await run('laptop', 'c')).id).toBe(third.id);
  await end(first.id);
  expect((await run('laptop', 'e')).placeId).toBe(first.id);
});

test('with one process on a place, each takes one', async () => {
  const { key, run } = await opened(2, { processes: { perDevice: 1 } });
  for (const name of ['a', 'b']) await run('laptop', name);
  expect(key.takenSlots).toBe(2);
  await expect(run('laptop', 'c')).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
});

test.each([undefined, { perDevice: 1 }])(
  'an application that sends no ID of its process and is opened twice renews one check-out (processes: %p)',
  async (processes) => {
    const { key, run } = await opened(1, processes && { processes });
    const first = await run('laptop');
    expect([(await run('laptop')).id, key.takenSlots]).toEqual([first.id, 1]);
  },
);

test('a process whose check-out expired comes back to its place, unless others fill it', async () => {
  const { run, heartbeat, pass } = await opened(2, { processes: { perDevice: 2 } });
  const [first, second] = [await run('laptop', 'a'), await run('laptop', 'b')];
  pass(30);
  await heartbeat(second.id);
  pass(30);
  expect((await run('laptop', 'a')).id).toBe(first.id);
  pass(59);
  await heartbeat(first.id);
  const third = await run('laptop', 'c');
  expect(third.placeId).toBe(first.placeId);
  const again = await run('laptop', 'b');
  expect([again.id === second.id, again.placeId]).toEqual([false, again.id]);
  await expect(heartbeat(second.id)).rejects.toEqual(code('CHECKOUT_EXPIRED'));
  expect((await run('laptop', 'b')).id).toBe(again.id);
});

test('without the rule up to sixteen processes share a place, and no live check-out makes room for another one', async () => {
  const { key, run, heartbeat, pass } = await opened(1);
  const processes = [];
  for (let n = 0; n < MOST_INSTALLATIONS; n += 1) processes.push(await run('laptop', `p${n}`));
  await expect(run('laptop', 'one more')).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  pass(30);
  for (const [n, { id }] of processes.entries()) if (n !== 7) await heartbeat(id);
  pass(30);
  expect((await run('laptop', 'one more')).placeId).toBe(processes[0]!.id);
  expect(processes.map(({ isLive }) => isLive)).toEqual(processes.map((_each, n) => n !== 7));
  expect([key.takenSlots, key.activationCount]).toEqual([1, 1]);
});

test('processes in accounts that the hardware tells to be one device share its place', async () => {
  const { key, activate } = await opened(2, { processes: { perDevice: 2 } });
  const described = aDevice({ board_serial: 'b', mac: 'm' });
  const places = [];
  for (const device of ['admin', 'work', 'guest']) places.push((await activate({ device, described })).placeId);
  expect([places[1], new Set(places).size, key.takenSlots]).toEqual([places[0], 2, 2]);
});

test('a leased process counts until its lease is over', async () => {
  const { key, run, lease, pass } = await opened(2, { processes: { perDevice: 1 } });
  const leased = await lease('laptop', 'a');
  pass(300);
  expect((await run('laptop', 'b')).placeId).not.toBe(leased.placeId);
  await expect(run('laptop', 'c')).rejects.toEqual(code('ACTIVATION_LIMIT_REACHED'));
  pass(300);
  expect([(await run('laptop', 'c')).isLive, key.takenSlots]).toEqual([true, 1]);
});

test('in any history no place has too many processes, no more places are taken than allowed, and each check-out ends alone', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof(
    fc.record({ run: fc.constantFrom('laptop', 'desktop'), process: name }),
    fc.record({ heartbeat: fc.nat(9) }),
    fc.record({ end: fc.nat(9) }),
    fc.record({ pass: fc.constantFrom(1, 30, 60) }),
  );
  let [granted, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, limit, perDevice) => {
        const world = await opened(limit, { processes: { perDevice } });
        for (const each of steps) {
          const before = world.liveActivations();
          const ended = 'end' in each ? before[each.end % (before.length || 1)] : undefined;
          try {
            if ('run' in each) await world.run(each.run, each.process);
            else if ('heartbeat' in each) await world.heartbeat(world.key.activations[each.heartbeat]?.id ?? world.key.id);
            else if ('pass' in each) world.pass(each.pass);
            else if (ended) await world.end(ended.id);
            granted++;
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            refused++;
          }
          const live = world.liveActivations();
          for (const { placeId } of live) {
            const sharing = live.filter((other) => other.placeId === placeId);
            expect(sharing.length).toBeLessThanOrEqual(perDevice);
            expect(new Set(sharing.map(({ device }) => device)).size).toBe(1);
          }
          expect(world.takenPlaces()).toBeLessThanOrEqual(limit);
          expect(new Set(live.map(({ device, installation }) => `${device}/${installation}`)).size).toBe(live.length);
          const isOver = ({ checkoutExpiresAt }: Activation) => checkoutExpiresAt! <= world.keys.databaseTime;
          expect(before.filter((other) => other !== ended && !live.includes(other) && !isOver(other))).toEqual([]);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(Math.min(granted, refused)).toBeGreaterThan(200);
});
