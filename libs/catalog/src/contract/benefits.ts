import type { LicenseKeyProperties, LicenseKeyTerms } from './license-key-terms.ts';
import { Command, Query } from '@nestjs/cqrs';

type Scalars = { readonly [name: string]: string | number | boolean };

/** What a benefit of meter credits brings in every period. */
export interface MeterCreditTerms {
  readonly units: number;
  readonly rollover: boolean;
  readonly meter_id: string;
  readonly priority?: number;
  readonly expires_after_days?: number;
}

/** What license keys show of a flag, which ones, and what becomes of values that they have already. */
export interface FlagTerms {
  readonly values?: Scalars;
  /** Left out if it always was `own_key`. */
  readonly attach?:
    { readonly to: 'own_key' } | { readonly to: 'key_of'; readonly benefit_id: string } | { readonly to: 'choose' };
  readonly combine?: 'sum' | 'max' | 'replace';
}

/** The properties of a benefit by its type, as they are stored and as events of grants tell them. */
type TypedProperties =
  | { readonly type: 'custom'; readonly properties: { readonly note: string | null } }
  | {
      readonly type: 'downloadables';
      readonly properties: { readonly archived: { readonly [fileId: string]: boolean }; readonly files: string[] };
    }
  | ({ readonly type: 'feature_flag'; readonly properties: object } & FlagTerms)
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

/** A flag whose grants extend license keys of other purchases. */
type AddOn = BenefitSnapshot & {
  readonly type: 'feature_flag';
  readonly attach: Exclude<NonNullable<FlagTerms['attach']>, { readonly to: 'own_key' }>;
};

export const isAddOn = (benefit: BenefitSnapshot | undefined): benefit is AddOn =>
  benefit?.type === 'feature_flag' && benefit.attach !== undefined && benefit.attach.to !== 'own_key';

/**
 * Benefits by id, of any organization. Deleted benefits are included and marked. Unknown ids are missing in the result.
 * The caller checks the organization.
 */
export class FindBenefits extends Query<ReadonlyMap<string, BenefitSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** A benefit that a product brings. `removedAt` is set if it is offered no more: those who bought the product until then keep it. */
export interface OfferedBenefit {
  readonly benefit: BenefitSnapshot;
  readonly removedAt: Date | null;
}

/** The benefits of products by id, of any organization, in the seller's order; those first that are offered. Without deleted benefits. */
export class FindOfferedBenefits extends Query<ReadonlyMap<string, readonly OfferedBenefit[]>> {
  constructor(readonly productIds: readonly string[]) {
    super();
  }
}

/**
 * The terms of license-key benefits by id, of any organization, in one read. Deleted benefits are included and marked. Unknown
 * ids, and ids of benefits of another type, are missing in the result.
 */
export class FindLicenseKeyBenefits extends Query<ReadonlyMap<string, LicenseKeyTerms>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The ids of those events that are about a benefit of one of these types. Benefits whose type the events tell are not read. */
export class SelectEventsOfBenefits extends Command<ReadonlySet<string>> {
  constructor(
    readonly events: readonly { readonly id: string; readonly benefitId: string; readonly type: string | undefined }[],
    readonly types: readonly BenefitSnapshot['type'][],
  ) {
    super();
  }
}
