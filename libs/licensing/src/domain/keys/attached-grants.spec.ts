import { fits, isUsable, type KeyToExtend } from './attached-grants.ts';

const NOW = new Date('2027-01-01T00:00:00Z');
const key: KeyToExtend = { status: 'granted', expiresAt: null, benefitId: 'app', memberId: null };

test.each<[boolean, Partial<KeyToExtend>]>([
  [true, {}],
  [true, { expiresAt: new Date(NOW.getTime() + 1) }],
  [false, { expiresAt: NOW }],
  [false, { status: 'revoked' }],
  [false, { status: 'disabled' }],
])('that a key is usable is %s: %j', (expected, changes) => {
  expect(isUsable({ ...key, ...changes }, NOW)).toBe(expected);
});

test.each<[boolean, Partial<KeyToExtend>, Parameters<typeof fits>[1]]>([
  [true, {}, { memberId: null, keyBenefitId: null }],
  [true, {}, { memberId: 'ada', keyBenefitId: 'app' }],
  [true, { memberId: 'ada' }, { memberId: 'ada', keyBenefitId: null }],
  [true, { memberId: 'ada' }, { memberId: null, keyBenefitId: null }],
  [false, { memberId: 'ada' }, { memberId: 'grace', keyBenefitId: null }],
  [false, {}, { memberId: null, keyBenefitId: 'other' }],
])('that a key fits is %s: %j, %j', (expected, changes, grant) => {
  expect(fits({ ...key, ...changes }, grant)).toBe(expected);
});
