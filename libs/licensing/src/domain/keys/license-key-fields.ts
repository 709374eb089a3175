import type { Reservations } from '#support/reservations';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import type { KeyEntitlement } from './entitlement-parts.ts';
import type { EntitlementSources } from './key-entitlements.ts';
import type { StringKind } from './key-string.ts';
import type { RecentNetworks } from './leak-watch.ts';
import type { Status } from './license-key.errors.ts';
import type { StoredRenewals } from './stored-renewals.ts';

type FollowedTerm = 'limitActivations' | 'limitUsage' | 'expiresAt';

/** What a field takes part in, beside being stored and being read with a whole key. */
type Part =
  /** Read with a key that an application presents: validations, activations, heartbeats and leases depend on it. */
  | 'presented'
  /** In the snapshot, and with it in responses that show it. */
  | 'snapshot'
  /** Like `snapshot`, but left out if it is null. */
  | 'snapshot if set'
  /** Events of a change have its value before and after. They outlive customers that are anonymized. */
  | 'events'
  /** In the audit log, with its values. */
  | 'audit'
  /** What the seller writes about the key or its customer: given when the key is issued, changed by hand, erased with the customer. */
  | 'remark'
  /** Erased with the customer, though it is no remark. */
  | 'erased';

interface Field<Value, P extends Part> {
  readonly parts: readonly P[];
  /** Only a type. */
  readonly value?: Value;
}

const field = <Value>() => ({ in: <P extends Part = never>(...parts: readonly P[]): Field<Value, P> => ({ parts }) });

/**
 * The fields of a license key: one for each column of its row but those of its string. State, snapshot, loading, storing, events, audit
 * log and erasure follow from this declaration. A field takes part in nothing that is not said: no event and no entry of the audit log
 * has the text of a new remark.
 */
export const LICENSE_KEY_FIELDS = {
  id: field<string>().in('presented', 'snapshot'),
  organizationId: field<string>().in('presented', 'snapshot'),
  customerId: field<string>().in('presented', 'snapshot', 'audit'),
  /** Null if the customer holds the key as a whole. */
  memberId: field<string | null>().in('presented', 'audit'),
  benefitId: field<string>().in('presented', 'snapshot', 'events', 'audit'),
  /** The benefit grant that the key was issued for; null if it was issued directly. */
  grantId: field<string | null>().in('presented', 'snapshot', 'audit'),
  grantRevision: field<number | null>().in(),
  /** Its number among the keys that a purchase of several pieces brings; null if it has none. */
  ordinal: field<number | null>().in('snapshot if set', 'events', 'audit'),
  renewals: field<StoredRenewals | null>().in(),
  statusRevision: field<number>().in(),
  setByHand: field<readonly FollowedTerm[]>().in('audit'),
  displayKey: field<string>().in('presented', 'snapshot', 'audit'),
  status: field<Status>().in('presented', 'snapshot', 'events', 'audit'),
  limitActivations: field<number | null>().in('presented', 'snapshot', 'events', 'audit'),
  /** The IDs of the devices on which the key may be used; null if it may be on any. */
  allowedDevices: field<string[] | null>().in('presented', 'snapshot if set', 'audit', 'erased'),
  activationCount: field<number>().in('presented'),
  usage: field<number>().in('presented', 'snapshot', 'events'),
  limitUsage: field<number | null>().in('presented', 'snapshot', 'events', 'audit'),
  validations: field<number>().in('presented', 'snapshot'),
  lastValidatedAt: field<Date | null>().in('presented', 'snapshot'),
  expiresAt: field<Date | null>().in('presented', 'snapshot', 'events', 'audit'),
  createdAt: field<Date>().in('presented', 'snapshot'),
  modifiedAt: field<Date | null>().in('presented', 'snapshot'),
  grantedAfterDeletion: field<boolean>().in('presented', 'audit'),
  recentNetworks: field<RecentNetworks>().in('presented'),
  /** What the key entitles to; null if that is nothing. */
  entitlements: field<KeyEntitlement[] | null>().in('presented', 'snapshot if set', 'events', 'audit'),
  entitlementsRevision: field<number>().in(),
  /** Null if all of it comes from purchases that brought or renewed the key. The seller's reasons may be about people. */
  entitlementSources: field<EntitlementSources | null>().in('erased'),
  /** When something that was given by hand ends next. */
  entitlementsEndAt: field<Date | null>().in(),
  notes: field<string | null>().in('remark', 'audit'),
  metadata: field<{ readonly [name: string]: string | number | boolean } | null>().in('remark', 'audit'),
  policy: field<LicensePolicy | null>().in('presented', 'snapshot', 'events', 'audit'),
  policyState: field<PolicyState | null>().in('presented', 'snapshot'),
  reservations: field<Reservations>().in('presented'),
  /** When its expiry is announced next; see `expiry-notices.ts`. */
  noticeAt: field<Date | null>().in(),
  /** Since when a node-locked key has more activations than its limit; null if it has not. */
  overLimitSince: field<Date | null>().in(),
  /** When devices beyond those that are granted are released; null if none are to be. */
  releaseAt: field<Date | null>().in(),
} as const;

type Fields = typeof LICENSE_KEY_FIELDS;
export type FieldName = keyof Fields;
type PartsOf<F extends FieldName> = Fields[F]['parts'][number];
/** The names of the fields in a part. */
export type FieldIn<P extends Part> = { [F in FieldName]: P extends PartsOf<F> ? F : never }[FieldName];
type Values<F extends FieldName> = { -readonly [N in F]: Exclude<Fields[N]['value'], undefined> };

export const FIELD_NAMES = Object.keys(LICENSE_KEY_FIELDS) as FieldName[];

export const fieldsIn = <P extends Part>(part: P): FieldIn<P>[] =>
  FIELD_NAMES.filter((name): name is FieldIn<P> => (LICENSE_KEY_FIELDS[name].parts as readonly Part[]).includes(part));

/** What belongs to a key and is not in its row. */
interface NotInRow {
  /** The string. */
  key: string;
  /** The kind of a new string; strings that are loaded have none. */
  readonly stringKind?: StringKind;
  /** Set by the repository: customers are deleted in their own context. */
  readonly customerDeleted: boolean;
}

/** The state of a key. */
export type LicenseKeyState = Values<FieldName> & NotInRow;

/** The state of a key that an application presents. What is not read may change all the same. */
export type PresentedKeyState = Values<FieldIn<'presented'>> &
  NotInRow & { noticeAt?: Date | null; overLimitSince?: Date | null; releaseAt?: Date | null };

/** What a seller writes about a key. */
export type Remarks = Values<FieldIn<'remark'>>;

type IfSet<F extends FieldName> = { readonly [N in F]?: NonNullable<Fields[N]['value']> };

/** What a key has at one moment that an application presents. */
export type PresentedSnapshot = Readonly<Values<FieldIn<'snapshot'>>> &
  IfSet<FieldIn<'snapshot if set'> & FieldIn<'presented'>> & { readonly key: string };

/** What a key has at one moment. */
export type LicenseKeySnapshot = PresentedSnapshot & IfSet<FieldIn<'snapshot if set' | 'remark'>>;

const REMARKS = fieldsIn('remark');
const SHOWN = fieldsIn('snapshot');
const SHOWN_IF_SET = [...fieldsIn('snapshot if set'), ...REMARKS];
/** Copied for each snapshot: adding the properties one by one takes longer. */
const NOTHING = Object.fromEntries(['key', ...SHOWN, ...SHOWN_IF_SET].map((name) => [name, undefined]));

export function snapshotOf(state: LicenseKeyState): LicenseKeySnapshot;
export function snapshotOf(state: PresentedKeyState): PresentedSnapshot;
export function snapshotOf(state: LicenseKeyState | PresentedKeyState): PresentedSnapshot {
  const values = state as unknown as Readonly<Record<string, unknown>>;
  const snapshot: Record<string, unknown> = { ...NOTHING };
  snapshot['key'] = state.key;
  for (const name of SHOWN) snapshot[name] = values[name];
  for (const name of SHOWN_IF_SET) snapshot[name] = values[name] ?? undefined;
  return Object.freeze(snapshot) as unknown as PresentedSnapshot;
}

/** The remarks of a new key. */
export const issuedRemarks = (given: Partial<Remarks>): Remarks =>
  Object.fromEntries(REMARKS.map((name) => [name, emptyAsNull(given[name] ?? null)])) as Remarks;

/** Maps without pairs are stored as nothing. */
export const emptyAsNull = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? null : value;
