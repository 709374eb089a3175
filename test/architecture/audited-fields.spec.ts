import { contexts } from '../../apps/contexts.ts';
import { auditedProperties } from '../../libs/engine/src/persistence/audited.ts';
import { aggregatesOf } from './aggregate-state.ts';
import { layer } from './sources.ts';

/** Aggregates that the audit log does not have, and why. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  SignIn: 'anybody can ask for a code; the session that it opens is in the log',
  SignInCode: 'the same',
  SignInRequest: 'the same, of users',
  SecondFactorAttempt: 'the same',
  SingleSignOnAttempt: 'the same',
  DeviceSignIn: 'anybody can begin one; what the customer decides is in the log, as an action',
  TestClock: 'its moves are in the log, as actions',
  SeatPool: 'its seats are in the log, and how many were bought is told by the purchase',
};

/** Names that a secret could have. */
const SUSPICIOUS = /secret|token|digest|password|key$|^key|code|encrypted|url/i;
/** Properties with such names, and why they are no secrets. */
const KNOWN: Readonly<Record<string, string>> = {
  'license_key.displayKey': 'the last six characters, safe to publish',
  'benefit_grant.keyStatus': 'a status',
  'customer_seat.invitationTokenExpiresAt': 'a time',
  'product.renewalUrl': 'a page that customers are led to',
  'product.upgradeUrl': 'the same',
  'organization.avatarUrl': 'a picture that everybody may see',
};

const audited = auditedProperties();

test('every aggregate is in the audit log, or is listed with a reason', () => {
  expect(contexts.length).toBeGreaterThan(0);
  const aggregates = layer('domain').flatMap((source) => aggregatesOf(source).map(({ name }) => name!.text));
  const known = new Set(audited.map(({ aggregate }) => aggregate));
  expect(aggregates.length).toBeGreaterThan(15);
  expect(aggregates.filter((name) => !known.has(name) && !(name in NOT_AUDITED))).toEqual([]);
});

test('a property that may be a secret is masked or left out', () => {
  const shown = audited.flatMap(({ type, fields }) =>
    fields
      .filter(({ property, isMasked }) => SUSPICIOUS.test(property) && !isMasked)
      .map(({ property }) => `${type}.${property}`),
  );
  expect(shown.filter((name) => !(name in KNOWN))).toEqual([]);
});
