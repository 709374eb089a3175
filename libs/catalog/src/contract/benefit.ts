import type { LicenseKeyProperties } from './license-key-terms.ts';

type Scalars = { readonly [name: string]: string | number | boolean };

/** What a benefit of meter credits brings in every period. */
export interface MeterCreditTerms {
  readonly units: number;
  readonly rollover: boolean;
  readonly meter_id: string;
}

/** The properties of a benefit by its type, as they are stored and as events of grants tell them. */
type TypedProperties =
  | { readonly type: 'custom'; readonly properties: { readonly note: string | null } }
  | {
      readonly type: 'downloadables';
      readonly properties: { readonly archived: { readonly [fileId: string]: boolean }; readonly files: string[] };
    }
  | { readonly type: 'feature_flag'; readonly properties: object; readonly values?: Scalars }
  | { readonly type: 'license_keys'; readonly properties: LicenseKeyProperties }
  | { readonly type: 'meter_credit'; readonly properties: MeterCreditTerms };

/** The data of a benefit that other contexts need. */
export type BenefitSnapshot = TypedProperties & {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  /** The name of the benefit as customers read it. */
  readonly description: string;
  readonly selectable: boolean;
  readonly deletable: boolean;
  readonly is_deleted: boolean;
  readonly organization_id: string;
  readonly metadata: Scalars;
  readonly visibility: 'draft' | 'private' | 'public';
  readonly visibility_configurable: boolean;
};
