import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { CustomerView } from '#customer-portal/views';
import type { CustomerAccess } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { fieldPicker } from '#platform/wire';
import type { LicenseKeyRow, LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { shownCounters } from './counters.view.ts';
import { installationsIn, SHARING, type SharingRow, STANDS_FOR_PLACE } from './installations.ts';
import { toDeviceView } from './to-device-view.ts';
import {
  AnnouncedLicenseKeyView,
  LicenseKeyView,
  type LicenseKeyWithActivationsView,
  PortalLicenseKeyView,
  type ListedActivationView,
} from './license-key.view.ts';
import { leakSuspectedIn, policyFields } from './license-policy.view.ts';

type Column = keyof LicenseKeyRow;

/** Fields that no column has as they are. */
const NOT_STORED: ReadonlySet<string> = new Set(['customer', 'key', 'leak_suspected', 'is_trial', 'counters']);

/** What a view shows of a row, and the encrypted string to show the key itself. */
const columnsOf = <F extends object>({ fields }: { readonly fields: F }) =>
  [...Object.keys(fields).filter((name) => !NOT_STORED.has(name)), 'encrypted_key'] as (
    Exclude<keyof F, 'customer' | 'key' | 'leak_suspected' | 'is_trial' | 'counters'> | 'encrypted_key'
  )[];

export const KEY_COLUMNS = columnsOf(LicenseKeyView) satisfies readonly Column[];
export const PORTAL_KEY_COLUMNS = columnsOf(PortalLicenseKeyView) satisfies readonly Column[];

/** The columns of a view without the key itself. */
export const ANNOUNCED_KEY_COLUMNS = KEY_COLUMNS.filter((column) => column !== 'encrypted_key');

export const ACTIVATION_COLUMNS = [
  ...(['id', 'license_key_id', 'label', 'meta', 'created_at', 'modified_at'] as const),
  ...(['checkout_expires_at', 'last_heartbeat_at', 'device_profile'] as const),
] as const;

export type ActivationColumns = Pick<LicensingTables['licensing.activations'], (typeof ACTIVATION_COLUMNS)[number]> & {
  /** Only in lists of the devices of a key. */
  readonly sharing?: readonly SharingRow[] | null;
};

/** Without the times of a check-out and without a device if the activation has none. */
export function toActivationView(activation: ActivationColumns): ListedActivationView {
  const { checkout_expires_at, last_heartbeat_at, device_profile, sharing, ...row } = activation;
  const device = device_profile === null ? {} : { device: toDeviceView(device_profile) };
  return {
    ...row,
    ...(checkout_expires_at === null ? {} : { checkout_expires_at, last_heartbeat_at: last_heartbeat_at! }),
    ...device,
    ...installationsIn({ ...row, ...device }, sharing),
  };
}

export const toActivationViews = (rows: readonly ActivationColumns[]): ListedActivationView[] => rows.map(toActivationView);

/** The license keys of the organizations. */
export const visibleKeys = (em: EntityManager, organizations: readonly string[]) =>
  readDb<LicensingTables>(em).selectFrom('licensing.license_keys').where(anyOf('organization_id', organizations));

/** Matches the license keys that a customer or member sees in the portal. */
export function isOwnKey({
  organizationId,
  customerId,
  member,
  seesEverything,
  seesUnassigned,
}: CustomerAccess): RawBuilder<boolean> {
  const ofCustomer = sql<boolean>`organization_id = ${organizationId} and customer_id = ${customerId}`;
  if (seesEverything) return ofCustomer;
  const ofMember = sql`member_id = ${member!.id}`;
  return sql<boolean>`${ofCustomer} and ${seesUnassigned ? sql`(${ofMember} or member_id is null)` : ofMember}`;
}

export const portalKeys = (em: EntityManager, access: CustomerAccess) =>
  readDb<LicensingTables>(em).selectFrom('licensing.license_keys').where(isOwnKey(access));

export type KeyOverLimit = Pick<LicenseKeyRow, 'activation_count' | 'over_limit_since'>;

/** The places of a node-locked key that has more activations than its limit. */
export function placesOf(row: KeyOverLimit & Pick<LicenseKeyRow, 'limit_activations' | 'policy'>): {
  places?: LicenseKeyWithActivationsView['places'];
} {
  const { activation_count: taken, limit_activations: limit, over_limit_since, policy } = row;
  if (limit === null || taken <= limit || policy?.floating) return {};
  return { places: { taken, overdrawn: taken - limit, ...(over_limit_since ? { over_limit_since } : {}) } };
}

/** The activations of the organizations that are not deactivated. */
export const visibleActivations = (em: EntityManager, organizations: readonly string[]) =>
  readDb<LicensingTables>(em)
    .selectFrom('licensing.activations')
    .where(anyOf('organization_id', organizations))
    .where('deactivated_at', 'is', null);

/** The activations of a key that are not deactivated, as a list: one for each device, with its other installations. */
export const activationsOf = (em: EntityManager, key: Pick<LicenseKeyRow, 'organization_id' | 'id' | 'activation_count'>) => ({
  query: visibleActivations(em, [key.organization_id])
    .select([...ACTIVATION_COLUMNS, SHARING.as('sharing')])
    .where('license_key_id', '=', key.id)
    .where(STANDS_FOR_PLACE),
  large: ['label', 'meta', 'device_profile'],
  count: key.activation_count,
});

export type KeyRow = Pick<LicenseKeyRow, (typeof KEY_COLUMNS)[number]>;
export type PortalKeyRow = Pick<LicenseKeyRow, (typeof PORTAL_KEY_COLUMNS)[number]>;

type Fields = typeof LicenseKeyView.fields;
type Optional = { [F in keyof Fields]: Fields[F] extends { readonly optional: true } ? F : never }[keyof Fields];
type Shown<Row> = { [C in keyof Row]: C extends Optional ? Exclude<Row[C], null> | undefined : Row[C] };

const OPTIONAL = Object.entries(LicenseKeyView.fields)
  .filter(([, { optional }]) => optional)
  .map(([name]) => name);

/** Optional fields are left out where nothing is stored. */
function withoutNulls<Row extends object>(row: Row): Shown<Row> {
  const shown = { ...(row as object) } as Record<string, unknown>;
  for (const name of OPTIONAL) shown[name] ??= undefined;
  return shown as Shown<Row>;
}

/** What a view is made with besides the row. */
interface Reading {
  readonly keyring: Keyring;
  readonly now: Date;
}

type PolicyRow = Pick<LicenseKeyRow, 'policy' | 'policy_state' | 'usage' | 'created_at'>;

/** Usage counts from 0 again once its period is over. */
export function usageNow({ policy, policy_state, usage }: Omit<PolicyRow, 'created_at'>, now: Date): number {
  const endsAt = policy?.usagePeriod && policy_state?.usagePeriod?.endsAt;
  return endsAt && now >= new Date(endsAt) ? 0 : usage;
}

/** What is stored about the policy of a key, as views show it. */
function policyIn(row: PolicyRow, now: Date) {
  const { policy, policyState, isTrial } = policyFields(row.policy, row.policy_state);
  const counters = shownCounters({ policy: row.policy, policyState: row.policy_state, createdAt: row.created_at }, now);
  return { policy, policy_state: policyState, is_trial: isTrial, usage: usageNow(row, now), counters };
}

const pickView = fieldPicker(LicenseKeyView);
const pickPortalView = fieldPicker(PortalLicenseKeyView);

export const toView = (row: KeyRow, customer: CustomerView, { keyring, now }: Reading): LicenseKeyView =>
  pickView({
    ...withoutNulls(row),
    ...policyIn(row, now),
    leak_suspected: leakSuspectedIn(row.policy_state),
    customer,
    key: keyring.decrypt(row.encrypted_key),
  });

const pickAnnouncedView = fieldPicker(AnnouncedLicenseKeyView);

export const toAnnouncedView = (row: Omit<KeyRow, 'encrypted_key'>, customer: CustomerView, now: Date): AnnouncedLicenseKeyView =>
  pickAnnouncedView({
    ...withoutNulls(row),
    ...policyIn(row, now),
    leak_suspected: leakSuspectedIn(row.policy_state),
    customer,
  });

export const toPortalView = (row: PortalKeyRow, customer: CustomerView, { keyring, now }: Reading): PortalLicenseKeyView =>
  pickPortalView({ ...withoutNulls(row), ...policyIn(row, now), customer, key: keyring.decrypt(row.encrypted_key) });
