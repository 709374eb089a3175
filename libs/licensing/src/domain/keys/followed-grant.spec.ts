import { randomUUID } from 'node:crypto';
import { NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { FollowedGrant } from './followed-grant.ts';
import type { GrantState, GrantedTerms } from './license-key.types.ts';

const benefitId = randomUUID();
type State = ConstructorParameters<typeof FollowedGrant>[0];
const stateOf = (state: Partial<State> = {}): State => {
  return { grantId: randomUUID(), grantRevision: 1, statusRevision: 0, setByHand: [], ...state };
};
const grantOf = (state: Partial<State> = {}): FollowedGrant => new FollowedGrant(stateOf(state));
const decision = (revision: number, state: Partial<GrantState> = {}): GrantState => ({
  benefitId,
  isGranted: true,
  revision,
  stateRevision: 1,
  expiryRevision: 0,
  keyStatus: null,
  keyStatusRevision: 0,
  ordinal: null,
  quantityRevision: 0,
  ...state,
});
const TERMS: GrantedTerms = { limitActivations: 5, limitUsage: 100, expiresAt: secondsAfterNow(60), policy: null };
const KEY = {
  status: 'granted',
  policy: null,
  policyState: null,
  expiresAt: null,
  hasRenewedTerm: false,
  isRenewed: false,
} as const;

test('a decision is applied once, and none that is older', () => {
  const state = stateOf({ grantRevision: 3 });
  const grant = new FollowedGrant(state);
  expect(grant.apply(decision(3), TERMS, KEY, NOW)).toBeNull();
  expect(grant.apply(decision(4), TERMS, KEY, NOW)).toMatchObject({ terms: { limitActivations: 5, limitUsage: 100 } });
  expect([grant.apply(decision(4), TERMS, KEY, NOW), state.grantRevision]).toEqual([null, 4]);
});

test('what was set by hand does not follow, until it does again', () => {
  const state = stateOf();
  const grant = new FollowedGrant(state);
  grant.noteSetByHand({ limitUsage: 7, expiresAt: NOW }, {});
  const again = decision(2, { stateRevision: 2 });
  expect(grant.apply(again, TERMS, KEY, NOW)!.terms).toEqual({ benefitId, ordinal: null, limitActivations: 5, policy: null });
  grant.noteSetByHand({}, { limitUsage: 100 });
  expect(state.setByHand).toEqual(['expiresAt']);
  expect(grant.apply(decision(3), TERMS, KEY, NOW)!.terms).toMatchObject({ limitUsage: 100 });
});

test('the list of what was set by hand is another one only if it changes', () => {
  const state = stateOf({ setByHand: ['limitUsage'] });
  const { setByHand } = state;
  new FollowedGrant(state).noteSetByHand({ limitUsage: 8 }, {});
  expect(state.setByHand).toBe(setByHand);
});

test('a revocation revokes, and a new grant restores, unless the status was set by hand meanwhile', () => {
  const revoked = decision(2, { stateRevision: 2, isGranted: false });
  expect(grantOf().apply(revoked, TERMS, KEY, NOW)!.terms).toEqual({ benefitId, ordinal: null, status: 'revoked' });
  expect(grantOf({ statusRevision: 1 }).apply(revoked, TERMS, KEY, NOW)!.terms).toEqual({ benefitId, ordinal: null });
  const granted = decision(2, { stateRevision: 2, keyStatus: 'disabled' });
  const restored = grantOf().apply(granted, TERMS, { ...KEY, status: 'revoked' }, NOW)!;
  expect([restored.terms.status, restored.isRenewal]).toEqual(['disabled', true]);
});
