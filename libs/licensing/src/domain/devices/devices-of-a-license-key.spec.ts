import {
  aDevice,
  aLicenseKey,
  anInstallation,
  aValidationInput,
  type LeasedKey,
  withDevices,
  NOW,
  secondsAfterNow as after,
} from '../../../testing/license-key.builder.ts';
import type { Installation } from '../keys/license-key.types.ts';
import type { DescribedDevice } from './described-device.ts';
import type { DevicesPolicy, MatchRule } from '../policy/devices-policy.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const code = (expected: string) => expect.objectContaining({ code: expected });

const keyWith = (devices: DevicesPolicy, limit = 3): LeasedKey => aLicenseKey().limitedTo(limit).governedBy({ devices }).build();

/** As a command does it, with what the repository loads. */
const activate = (key: LeasedKey, particulars: Partial<Installation>, now = NOW) =>
  withDevices(key).activate(anInstallation(particulars), now);
const deactivate = (key: LeasedKey, id: string, now = NOW) => withDevices(key).deactivate(id, now);

const FIVE = { serial: 'b', chassis: 'c', disk: 'd', mac: 'm', machine: 'i' };

describe('a device', () => {
  test.each<[MatchRule, number]>([
    ['all', 5],
    ['most', 3],
    ['any', 1],
    [{ atLeast: 4 }, 4],
    [{ atLeast: 9 }, 5],
  ])('is the same by the rule %j with %i of 5 components, and another one with fewer', (match, needed) => {
    const withMatches = (matches: number) =>
      Object.fromEntries(Object.entries(FIVE).map(([name, value], index) => [name, index < matches ? value : `new ${value}`]));
    for (const matches of [0, 1, 2, 3, 4, 5]) {
      const key = keyWith({ match });
      const { id } = activate(key, { described: aDevice(FIVE) });
      const again = activate(key, { described: aDevice({ ...withMatches(matches), other: 'o' }) });
      expect([matches, again.id === id]).toEqual([matches, matches >= needed]);
    }
  });

  test('is not compared without a rule, without components, or with what has ended', () => {
    const bare = keyWith({ classes: [] });
    activate(bare, { described: aDevice(FIVE) });
    activate(bare, { described: aDevice(FIVE) });
    expect(bare.takenSlots).toBe(2);
    const key = keyWith({ match: 'any' });
    activate(key, { described: aDevice({}) });
    activate(key, { described: aDevice({}) });
    const { id } = activate(key, { described: aDevice(FIVE) });
    deactivate(key, id);
    expect(activate(key, { described: aDevice(FIVE) }).id).not.toBe(id);
  });

  test('that fits several activations is the one with most matches, then the oldest, then the smallest ID', () => {
    const key = keyWith({ match: 'any' }, 9);
    const later = activate(key, { described: aDevice({ a: '1', b: '1' }) }, after(2));
    const older = activate(key, { described: aDevice({ a: '2', b: '2' }) }, after(1));
    const other = activate(key, { described: aDevice({ a: '3', b: '3' }) }, after(1));
    const described = (a: string, b: string) => ({ described: aDevice({ a, b }) });
    const [smaller] = [older, other].sort((some, another) => (some.id < another.id ? -1 : 1));
    expect(activate(key, described('1', '2'), after(3))).toBe(older);
    Object.assign(older.stored, { deviceProfile: { components: { a: '2', b: '2' } } });
    expect(activate(key, described('2', '3'), after(3))).toBe(smaller);
    Object.assign(older.stored, { deviceProfile: { components: { a: '2', b: '2' } } });
    expect(activate(key, { described: aDevice({ a: '1', b: '1', c: '2' }) }, after(3))).toBe(later);
  });

  test('has its components, platform and version renewed, and keeps its class and what it does not send', () => {
    const key = keyWith({ match: 'most' });
    const { id } = activate(key, { described: { ...aDevice(FIVE), class: 'desktop', platform: 'linux' } });
    const described = { ...aDevice({ serial: 'b', chassis: 'new', disk: 'new' }), class: 'server', platform: 'bsd' };
    const application = { version: '2.0', releasedAt: null };
    // One of three components is too few.
    expect(activate(key, { device: 'other', described }, after(1)).id).not.toBe(id);
    const three = { ...described, components: aDevice({ serial: 'b', chassis: 'c', disk: 'new' }).components };
    const found = activate(key, { device: 'new', described: three, application }, after(HOUR));
    expect(found.id).toBe(id);
    expect([found.device, found.deviceProfile]).toEqual([
      'new',
      {
        components: { ...FIVE, disk: 'new' },
        class: 'desktop',
        isVirtual: false,
        platform: 'bsd',
        applicationVersion: '2.0',
        lastSeenAt: after(HOUR).toISOString(),
      },
    ]);
  });

  test('keeps 16 components, those that were sent last', () => {
    const key = keyWith({ match: 'any' });
    const named = (from: number) =>
      Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`n${String(from + index).padStart(2, '0')}`, 'v']));
    activate(key, { described: aDevice(named(0)) });
    const kept = (components: Record<string, string>) =>
      Object.keys(activate(key, { described: aDevice(components) }).deviceProfile!.components!);
    expect(kept(named(12))).toEqual(Object.keys(named(12)));
    expect(kept({ n12: 'v', n00: 'v' })).toEqual(['n12', 'n00', ...Object.keys(named(13)).slice(0, 14)]);
    expect(key.takenSlots).toBe(1);
  });

  test('is seen again after an hour, and nothing is written before that unless something changed', () => {
    const key = keyWith({});
    const { id } = activate(key, { described: aDevice(FIVE) });
    const validate = (seconds: number, components: typeof FIVE = FIVE) => {
      const input = aValidationInput({ activationId: id, described: aDevice(components) });
      return key.validate(input, after(seconds))!.pullNewDevice();
    };
    const written = [HOUR - 1, HOUR, HOUR + 1].map((seconds) => validate(seconds));
    expect(written).toEqual([false, true, false]);
    expect(validate(HOUR + 2, { ...FIVE, disk: 'new' })).toBe(true);
  });

  test('that is not that of the activation which the request names is refused, and changes nothing', () => {
    const key = keyWith({ match: 'most' });
    const { id } = activate(key, { device: 'copied', described: aDevice(FIVE) });
    const stranger = aDevice({ serial: 'x', chassis: 'c', disk: 'x', mac: 'x' });
    expect(() => key.validate(aValidationInput({ activationId: id, described: stranger }), NOW)).toThrow(code('DEVICE_MISMATCH'));
    expect(key.snapshot.validations).toBe(0);
    expect(() => key.validate(aValidationInput({ activationId: id }), NOW)).not.toThrow();
    expect(() => key.validate(aValidationInput({ activationId: id, described: aDevice({}) }), NOW)).not.toThrow();
  });

  test('with the ID of other hardware takes a place of its own, and each of them gets its own again', () => {
    const key = keyWith({ match: 'most' }, 2);
    const [one, other, third] = ['1', '2', '3'].map((n) => aDevice({ serial: n, mac: n, cpu: 'c' })) as [
      DescribedDevice,
      ...DescribedDevice[],
    ];
    const first = activate(key, { device: 'copied', described: one });
    const second = activate(key, { device: 'copied', described: other! });
    expect(second.id).not.toBe(first.id);
    expect(activate(key, { device: 'copied', described: one }, after(1)).id).toBe(first.id);
    expect(activate(key, { device: 'copied', described: other! }, after(1)).id).toBe(second.id);
    expect(() => activate(key, { device: 'copied', described: third! })).toThrow(code('ACTIVATION_LIMIT_REACHED'));
    expect(activate(key, { device: 'copied' }, after(2)).id).toBe(first.id);
  });

  test('is recognized by components that identify it, and only by those that both have', () => {
    const key = keyWith({ match: 'most' }, 3);
    const model = { cpu: 'i7', hostname: 'pc', product: 'p', vendor: 'v', board: 'b', model: 'm' };
    const { id } = activate(key, { described: aDevice({ ...model, machine_id: '1', mac: 'a', mac_2: 'b' }) });
    const named = (components: Record<string, string>) => activate(key, { described: aDevice(components) }).id === id;
    expect(named({ ...model, machine_id: '2', mac: 'x' })).toBe(false);
    expect(named(model)).toBe(false);
    expect(named({ mac: 'b', hostname: 'renamed' })).toBe(true);
    expect(named({ machine_id: '1', mac: 'dock', mac_2: 'a' })).toBe(true);
    expect(named({ mac_7: 'dock' })).toBe(true);
  });

  test('gives its components and its class to an activation that has none', () => {
    const key = keyWith({ match: 'all' });
    const { id } = activate(key, {});
    const described = { ...aDevice(FIVE), class: 'desktop' };
    const { deviceProfile } = key.validate(aValidationInput({ activationId: id, described }), NOW)!;
    expect(deviceProfile).toMatchObject({ components: FIVE, class: 'desktop' });
    expect(() => key.validate(aValidationInput({ activationId: id, described: aDevice({ disk: 'x' }) }), NOW)).toThrow(
      code('DEVICE_MISMATCH'),
    );
    expect(activate(key, { described: aDevice(FIVE) }).id).toBe(id);
  });
});

describe('classes', () => {
  const inClass = (name: string | null, isVirtual = false) => ({ described: { ...aDevice({}), class: name, isVirtual } });

  test('have limits beside that of the key, and slots that are given back', () => {
    const key = keyWith({ classes: [{ class: 'desktop', limit: 1 }] });
    const { id } = activate(key, inClass('desktop'));
    expect(() => activate(key, inClass('desktop'))).toThrow(code('DEVICE_CLASS_LIMIT_REACHED'));
    activate(key, inClass(null));
    deactivate(key, id);
    activate(key, inClass('desktop'));
    activate(key, inClass('laptop'));
    expect(() => activate(key, inClass('desktop'))).toThrow(code('ACTIVATION_LIMIT_REACHED'));
  });

  test('of virtual devices are their own by the rule, else virtual devices are refused or like others', () => {
    const own = keyWith({ virtual: 'own_class', classes: [{ class: 'virtual', limit: 1 }] });
    expect(activate(own, inClass('desktop', true)).deviceProfile).toMatchObject({ class: 'virtual', isVirtual: true });
    expect(() => activate(own, inClass('desktop', true))).toThrow(code('DEVICE_CLASS_LIMIT_REACHED'));
    const refusing = keyWith({ virtual: 'refuse' });
    const { id } = activate(refusing, inClass('desktop'));
    expect(() => activate(refusing, inClass('desktop', true))).toThrow(code('VIRTUAL_DEVICE_REFUSED'));
    const input = aValidationInput({ activationId: id, ...inClass('desktop', true) });
    expect(() => refusing.validate(input, NOW)).toThrow(code('VIRTUAL_DEVICE_REFUSED'));
    expect(activate(keyWith({ virtual: 'allow' }), inClass('desktop', true)).deviceProfile).toMatchObject({ class: 'desktop' });
  });
});

describe('swaps', () => {
  const swapping = (limit: number, swaps: number) => keyWith({ match: 'all', swaps: { limit: swaps, every: 'month' } }, limit);
  const ends = new Date('2026-07-01T12:00:00.000Z');
  /** Activates and deactivates at once. */
  const passes = (key: LeasedKey, device: string, now = NOW) => deactivate(key, activate(key, { device }, now).id, now);

  test('are new devices beyond the limit in a period, and are refused until the next one', () => {
    const key = swapping(2, 1);
    for (const device of ['a', 'b', 'c']) passes(key, device);
    expect(key.policyState?.devices).toMatchObject({ devices: 3, swaps: 1 });
    const refusal = expect.objectContaining({ code: 'DEVICE_SWAP_LIMIT_REACHED', retryAt: ends });
    expect(() => activate(key, { device: 'd' }, after(DAY))).toThrow(refusal);
    activate(key, { device: 'd' }, ends);
    expect(key.policyState?.devices).toMatchObject({ startedAt: ends.toISOString(), devices: 1, swaps: 0 });
  });

  test('are no devices that were active in the period: by their ID or their components', () => {
    const key = swapping(1, 1);
    const described = aDevice(FIVE);
    deactivate(key, activate(key, { device: 'a', described }).id);
    passes(key, 'b', after(1));
    passes(key, 'a', after(2));
    deactivate(key, activate(key, { described }, after(3)).id, after(3));
    expect(key.policyState?.devices).toMatchObject({ devices: 2, swaps: 1 });
    expect(() => activate(key, {}, after(4))).toThrow(code('DEVICE_SWAP_LIMIT_REACHED'));
  });

  test('count what is active when a period begins, also if it is deactivated first', () => {
    const key = swapping(1, 0);
    const { id } = activate(key, { device: 'a' });
    deactivate(key, id, ends);
    expect(key.policyState?.devices).toMatchObject({ devices: 1, swaps: 0 });
    expect(() => activate(key, { device: 'b' }, ends)).toThrow(code('DEVICE_SWAP_LIMIT_REACHED'));
    activate(key, { device: 'a' }, ends);
  });

  test('are set back by the seller, who is refused without such a policy', () => {
    const key = swapping(1, 1);
    passes(key, 'a');
    passes(key, 'b');
    key.update({ deviceSwaps: 0 }, NOW);
    expect(key.pullEvents().at(-1)).toMatchObject({ name: 'license_key.updated', payload: { changed: ['device_swaps'] } });
    passes(key, 'c');
    expect(() => activate(key, { device: 'd' })).toThrow(code('DEVICE_SWAP_LIMIT_REACHED'));
    expect(() => keyWith({}).update({ deviceSwaps: 0 }, NOW)).toThrow('does not limit swaps');
  });
});
