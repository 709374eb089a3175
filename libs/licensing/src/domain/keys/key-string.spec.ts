import fc from 'fast-check';
import { displayForm, KeyString, newKeyString } from './key-string.ts';
import { NOW } from '../../../testing/license-key.builder.ts';

const UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;

describe('a new key string', () => {
  test.each([null, '', '   '])('is an upper-case UUID without a prefix (%j)', (prefix) => {
    expect(newKeyString(prefix)).toMatch(UUID);
  });

  test.each([
    ['ACME', 'ACME-'],
    [' acme pro ', 'ACME PRO-'],
    ['straße', 'STRASSE-'],
    ['a-b_c', 'A-B_C-'],
  ])('with the prefix %j starts with %j', (prefix, start) => {
    const key = newKeyString(prefix);
    expect(key.slice(0, start.length)).toBe(start);
    expect(key.slice(start.length)).toMatch(UUID);
  });

  test('is different every time', () => {
    expect(newKeyString(null)).not.toBe(newKeyString(null));
  });
});

describe('the display form', () => {
  test.each([
    ['0A1B2C3D-0000-4000-8000-00000000CAFE', '****-00CAFE'],
    ['ABCDEFGHIJKL', '****-GHIJKL'],
    ['ABCDEFGHIJK', '****-GHIJK'],
    ['ABC', '****-C'],
    ['A', '****-'],
    ['ключ-😀😀😀😀😀😀😀', '****-😀😀😀😀😀😀'],
  ])('of %s is %s', (key, displayKey) => {
    expect(displayForm(key)).toBe(displayKey);
  });

  test('never shows more than half of a key or more than six characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }), (key) => {
        const displayKey = displayForm(key).replace('****-', '');
        expect([...displayKey].length).toBeLessThanOrEqual(Math.min(6, [...key].length / 2));
        expect(key.endsWith(displayKey)).toBe(true);
      }),
    );
  });
});

test('a string that is replaced twice leaves two, which are told once', () => {
  const state = { key: 'ACME-000001', displayKey: '****-00001' };
  const string = new KeyString(state);
  string.replace('ACME-000002', NOW);
  string.replace('ACME-000003', NOW);
  expect(state).toEqual({ key: 'ACME-000003', displayKey: '****-00003' });
  const replaced = ['ACME-000001', 'ACME-000002'].map((key) => ({ key, validUntil: NOW }));
  expect([string.pullReplaced(), string.pullReplaced()]).toEqual([replaced, []]);
});
