import type { Conditions } from './conditions.ts';
import type { Status } from './license-key.errors.ts';

/** What a seller sets when issuing a key, and may change by hand later. */
export interface SellerTerms {
  readonly limitActivations: number | null;
  readonly limitUsage: number | null;
  readonly expiresAt: Date | null;
}

/** A key as it stands at one moment. */
export interface LicenseKeySnapshot extends SellerTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
  /** The benefit grant that the key was issued for; null where it was issued directly. */
  readonly grantId: string | null;
  readonly key: string;
  readonly displayKey: string;
  readonly status: Status;
  readonly usage: number;
  readonly validations: number;
  readonly lastValidatedAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
}

export interface NewLicenseKey extends SellerTerms {
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly memberId: string | null;
  readonly key: string;
  /** Left out for a key that no grant is behind. */
  readonly grant?: { readonly id: string; readonly revision: number };
}

/** What a benefit says of its keys now; it overwrites whatever was said before. */
export type GrantedTerms = Pick<LicenseKeySnapshot, 'limitActivations' | 'limitUsage' | 'expiresAt'>;

/** The grant that a key belongs to, as it stands. `revision` counts all decisions, `stateRevision` is the last to grant or to revoke. */
export interface GrantState {
  readonly isGranted: boolean;
  readonly revision: number;
  readonly stateRevision: number;
}

export interface Installation {
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly device: string | null;
}

export interface Presentation {
  readonly activationId: string | null;
  readonly conditions: Conditions;
  readonly benefitId: string | null;
  readonly customerId: string | null;
  readonly incrementUsage: number;
}

/** What a seller may change by hand; a field left out stays as it is. */
export type Terms = Partial<SellerTerms & Pick<LicenseKeySnapshot, 'status' | 'usage'>>;

/** A string that opens the key no longer than until then. */
export interface ReplacedString {
  readonly key: string;
  readonly validUntil: Date;
}
