import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows, type InColumn } from '#engine/persistence';
import type { SignedKeyFormat, SnakeCased } from '#support/texts';
import { Benefit } from '../../domain/benefit.ts';
import type { FlagTerms } from '../../contract/index.ts';
import type { LicensePolicy } from '../../domain/license-policy.ts';
import type { Visibility } from '../../domain/visibility.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

/** The stored and published form of `properties`, by `type`. */
type PropertiesShape =
  | LicenseKeysShape
  | {
      readonly meter_id: string;
      readonly units: number;
      readonly rollover: boolean;
      readonly priority?: number;
      readonly expires_after_days?: number;
    }
  | { readonly files: string[]; readonly archived: { readonly [id: string]: boolean } }
  | { readonly note: string | null }
  | FlagTerms;

/** The stored and published properties of a `license_keys` benefit. */
export interface LicenseKeysShape {
  readonly prefix: string | null;
  readonly expires: { readonly ttl: number; readonly timeframe: 'year' | 'month' | 'day' } | null;
  readonly activations: {
    readonly limit: number;
    readonly enable_customer_admin: boolean;
    /** These are stored for floating keys only. */
    readonly mode?: 'floating';
    readonly checkout_seconds?: number;
    readonly overdraft?: number;
    readonly processes?: { readonly per_device: number };
    /** Stored for node-locked keys only. */
    readonly over_limit?: { readonly policy: 'newest_refused' | 'oldest_released'; readonly after_days: number };
  } | null;
  readonly limit_usage: number | null;
  readonly deliver_by_email?: boolean;
  readonly first_steps?: string;
  readonly offline?: {
    readonly lease_seconds: number;
    readonly grace_seconds: number;
    readonly max_offline_devices: number;
    readonly held?: 'until_lease_ends' | 'until_renewal_is_due' | 'released_at_once';
    readonly moves?: { readonly limit: number; readonly period_days: number };
  };
  readonly key_format?:
    | {
        readonly alphabet: string;
        readonly groups: number;
        readonly group_length: number;
        readonly check: 'none' | 'luhn_mod_n';
        readonly accepts_typed_input: boolean;
      }
    | SnakeCased<SignedKeyFormat>;
  readonly policy?: InColumn<LicensePolicy>;
  readonly replaces_benefit_ids?: string[];
  readonly quantity?: 'each' | 'devices';
  readonly when_bought_again?: 'renew';
  readonly when_leaked?: 'rotate' | 'disable';
}

export const BenefitMapping = defineEntity({
  name: 'BenefitRow',
  schema: 'catalog',
  tableName: 'benefits',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    type: p.text().$type<'custom' | 'downloadables' | 'feature_flag' | 'license_keys' | 'meter_credit'>(),
    description: p.text(),
    visibility: p.text().$type<Visibility>(),
    deletable: p.boolean(),
    properties: p.type(SnakeCaseJson).$type<PropertiesShape>(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});

export const benefitRows = aggregateRows(Benefit, BenefitMapping).auditedAs({ type: 'benefit' });

/** `selectable` is not part of the aggregate; it always has the default of its column. */
type BenefitRow = InferKyselyTable<typeof BenefitMapping> & { selectable: boolean };

export interface CatalogTables {
  'catalog.benefits': BenefitRow;
}
