import { isRolledOutTo, withheld } from './offers.ts';
import { CHANNELS, channelsOf } from './channels.ts';

const FLAG = 'flag';
const flags = (values: { readonly [name: string]: string | number | boolean } = {}) => [{ benefit_id: FLAG, values }];

test('a channel also offers what is more stable', () => {
  expect(CHANNELS.map(channelsOf)).toEqual([
    ['stable'],
    ['stable', 'beta'],
    ['stable', 'beta', 'alpha'],
    ['stable', 'beta', 'alpha', 'dev'],
  ]);
});

test.each([
  ['a stable release', { channel: 'stable' }, { flags: [] }, null],
  ['after the update period', { channel: 'stable' }, { flags: [], refusal: 'UPDATES_ENDED' }, 'updates_ended'],
  ['a version that is too old', { channel: 'stable' }, { flags: [], refusal: 'VERSION_TOO_OLD' }, 'version_too_old'],
  ['a version that is too new', { channel: 'stable' }, { flags: [], refusal: 'VERSION_TOO_NEW' }, 'version_too_new'],
  ['a beta without a flag', { channel: 'beta' }, { flags: flags() }, 'channel_not_included'],
  ['a beta with its flag', { channel: 'beta' }, { flags: flags({ release_channel: 'beta' }) }, null],
  ['a beta with the flag of alphas', { channel: 'beta' }, { flags: flags({ release_channel: 'alpha' }) }, null],
  [
    'an alpha with the flag of betas',
    { channel: 'alpha' },
    { flags: flags({ release_channel: 'beta' }) },
    'channel_not_included',
  ],
  ['an unknown channel in a flag', { channel: 'beta' }, { flags: flags({ release_channel: 'all' }) }, 'channel_not_included'],
  ['with the required flag', { requiredBenefitIds: [FLAG] }, { flags: flags() }, null],
  ['with one of two required flags', { requiredBenefitIds: [FLAG, 'other'] }, { flags: flags() }, 'entitlement_missing'],
] as const)('%s', (_what, release, license, expected) => {
  const asked = { channel: 'stable', requiredBenefitIds: [], ...release } as const;
  expect(withheld(asked, { refusal: null, ...license })).toBe(expected);
});

describe('a rollout', () => {
  const devices = Array.from({ length: 2_000 }, (_, index) => `device ${index}`);
  const reached = (rolloutPercentage: number, id = 'release') =>
    devices.filter((device) => isRolledOutTo({ id, rolloutPercentage }, device));

  test('reaches nobody with 0, everybody with 100, and about as many as it says in between', () => {
    expect([reached(0).length, reached(100).length]).toEqual([0, devices.length]);
    expect(Math.abs(reached(10).length - 200)).toBeLessThan(60);
  });

  test('keeps its devices when it grows, and begins with other devices than another release', () => {
    const [few, more] = [reached(10), new Set(reached(30))];
    expect(few.every((device) => more.has(device))).toBe(true);
    expect(few).not.toEqual(reached(10, 'another'));
  });
});
