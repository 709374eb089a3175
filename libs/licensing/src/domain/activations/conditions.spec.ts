import { type Conditions, sameConditions } from './conditions.ts';

const withProto = (value: string): Conditions => JSON.parse(`{"__proto__": "${value}"}`) as Conditions;

test.each<[Conditions, Conditions]>([
  [{}, {}],
  [
    { os: 'linux', major: 2, beta: true },
    { beta: true, major: 2, os: 'linux' },
  ],
  [{ major: 1 }, { major: 1.0 }],
  [withProto('a'), withProto('a')],
])('%j equal %j', (some, others) => {
  expect(sameConditions(some, others)).toBe(true);
  expect(sameConditions(others, some)).toBe(true);
});

test.each<[string, Conditions, Conditions]>([
  ['fewer', { os: 'linux', major: 2 }, { os: 'linux' }],
  ['none', { os: 'linux' }, {}],
  ['other names', { os: 'linux' }, { platform: 'linux' }],
  ['other values', { os: 'linux' }, { os: 'Linux' }],
  ['text for a number', { major: 2 }, { major: '2' }],
  ['text for a truth', { beta: true }, { beta: 'true' }],
  ['a number for a truth', { beta: true }, { beta: 1 }],
  ['zero for a lie', { beta: false }, { beta: 0 }],
  ['empty text for a lie', { beta: false }, { beta: '' }],
  ['inherited names', { toString: 'x' }, { os: 'x' }],
  ['a prototype', withProto('a'), withProto('b')],
])('%s differ', (_what, some, others) => {
  expect(sameConditions(some, others)).toBe(false);
  expect(sameConditions(others, some)).toBe(false);
});
