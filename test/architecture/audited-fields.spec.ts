import { contexts } from '../../apps/contexts.ts';
import { auditedProperties } from '../../libs/platform/src/persistence/audited.ts';

interface Mapped {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly meta: { readonly className?: string; readonly class?: { readonly name: string } };
}

/** Aggregates that are mapped as entities, with the reason why the audit log does not have them. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  SignIn: 'anybody can ask for a code; the session that it opens is in the log',
  SignInCode: 'the same',
  SignInRequest: 'the same, of users',
  SecondFactorAttempt: 'the session that it leads to is in the log',
  SingleSignOnAttempt: 'the same',
  Price: 'part of its product',
  Profile: 'part of its organization',
  Features: 'part of its organization',
  Periods: 'part of its product',
  TestClock: 'its repository records each move',
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
};

const mappings = contexts.flatMap(({ entities }) => entities as unknown as readonly Mapped[]);
const audited = auditedProperties();

test('every aggregate that is an entity is in the audit log, or is listed with a reason', () => {
  const classes = mappings.flatMap(({ meta }) => meta.class?.name ?? []).filter((name) => !name.endsWith('Row'));
  const known = new Set(audited.map(({ aggregate }) => aggregate));
  expect(classes.length).toBeGreaterThan(15);
  expect(classes.filter((name) => !known.has(name) && !(name in NOT_AUDITED))).toEqual([]);
});

test('a property that may be a secret is masked or left out', () => {
  const shown = audited.flatMap(({ type, fields }) =>
    fields
      .filter(({ property, isMasked }) => SUSPICIOUS.test(property) && !isMasked)
      .map(({ property }) => `${type}.${property}`),
  );
  expect(shown.filter((name) => !(name in KNOWN))).toEqual([]);
});
