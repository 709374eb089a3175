import { aDevice } from '../../../testing/license-key.builder.ts';
import type { MatchRule } from '../policy/devices-policy.ts';
import { componentsOfTrial, isDeviceOfTrial, provingDigests, recognitionBy, trialRecognized } from './recognition.ts';

const LAPTOP = { machine_id: 'i', board_serial: 'b', mac: 'm', mac_2: 'n', model: 'X1', hostname: 'ada' };

const isKnown = (components: Readonly<Record<string, string>>, rule: MatchRule) =>
  isDeviceOfTrial(componentsOfTrial({ described: aDevice(LAPTOP), rule }), { described: aDevice(components), rule });

test('what only describes a device is not stored, and nothing is looked for by network cards', () => {
  const recognition = { described: aDevice(LAPTOP), rule: 'most' } as const;
  expect(componentsOfTrial(recognition)).toEqual({ machine_id: 'i', board_serial: 'b', mac: 'm', mac_2: 'n' });
  expect(provingDigests(recognition)).toEqual(['i', 'b']);
});

test('nothing is recognized without a rule, a description, or a component that proves the device', () => {
  const described = aDevice(LAPTOP);
  expect(recognitionBy(described, 'most')).toEqual({ described, rule: 'most' });
  expect(recognitionBy(described, undefined)).toBeUndefined();
  expect(recognitionBy(null, 'most')).toBeUndefined();
  expect(recognitionBy(aDevice({ mac: 'm', mac_2: 'n', model: 'X1', hostname: 'ada' }), 'any')).toBeUndefined();
});

test.each<[string, Readonly<Record<string, string>>, MatchRule, boolean]>([
  ['with all its components', LAPTOP, 'all', true],
  ['in another network, with another name', { ...LAPTOP, mac: 'o', mac_2: 'p', hostname: 'bob' }, 'most', true],
  ['with another board', { ...LAPTOP, board_serial: 'c' }, 'all', false],
  ['by one component that proves it', { machine_id: 'i' }, 'any', true],
  ['by its network cards', { machine_id: 'j', mac: 'm', mac_2: 'n' }, 'any', false],
  ['by its network cards alone', { mac: 'm' }, 'all', false],
  ['by its model and name', { machine_id: 'j', model: 'X1', hostname: 'ada' }, 'any', false],
])('a device %s', (_how, components, rule, expected) => {
  expect(isKnown(components, rule)).toBe(expected);
});

test('of several trials it is the one with most in common, then that of the smallest ID', () => {
  const recognition = { described: aDevice(LAPTOP), rule: 'any' } as const;
  const trials = [
    ['c', { machine_id: 'i', board_serial: 'b' }],
    ['b', { machine_id: 'i', board_serial: 'b' }],
    ['a', { machine_id: 'i' }],
  ] as const;
  expect(trialRecognized(trials, recognition)).toBe('b');
  expect(trialRecognized([], recognition)).toBeUndefined();
});
