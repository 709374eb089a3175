import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { Benefit } from '../../domain/benefit.ts';
import { SnakeCaseJson } from './snake-case-json.ts';

/** The row as queries see it. */
export interface BenefitsTable {
  readonly id: string;
  readonly organization_id: string;
  readonly type: 'custom' | 'feature_flag' | 'license_keys' | 'meter_credit';
  readonly description: string;
  readonly visibility: 'draft' | 'private' | 'public';
  readonly selectable: boolean;
  readonly deletable: boolean;
  readonly properties: PropertiesShape;
  readonly metadata: { [key: string]: string | number | boolean };
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

/** The properties as they are stored and shown, of the type that the row says. */
type PropertiesShape =
  | LicenseKeysShape
  | { readonly meter_id: string; readonly units: number; readonly rollover: boolean }
  | { readonly note: string | null }
  | { readonly [key in never]: never };

/** The properties of a `license_keys` benefit as they are stored and shown. */
export interface LicenseKeysShape {
  readonly prefix: string | null;
  readonly expires: { readonly ttl: number; readonly timeframe: 'year' | 'month' | 'day' } | null;
  readonly activations: { readonly limit: number; readonly enable_customer_admin: boolean } | null;
  readonly limit_usage: number | null;
  readonly deliver_by_email?: boolean;
}

export interface CatalogTables {
  readonly 'catalog.benefits': BenefitsTable;
}

export const BenefitMapping = defineEntity({
  class: entityClass(Benefit),
  schema: 'catalog',
  tableName: 'benefits',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    type: p.text(),
    description: p.text(),
    visibility: p.text(),
    deletable: p.boolean(),
    properties: p.type(SnakeCaseJson),
    metadata: p.json(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});
