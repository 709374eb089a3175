import type { Application } from '../activations/application.ts';
import type { Conditions } from '../activations/conditions.ts';
import type { DescribedDevice } from '../devices/described-device.ts';
import type { KeyEntitlement } from './key-entitlements.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import type { StringKind } from './key-string.ts';
import type { Status } from './license-key.errors.ts';

/** The terms that a seller sets when issuing a key and may change later. */
export interface SellerTerms {
  readonly limitActivations: number | null;
  readonly limitUsage: number | null;
  readonly expiresAt: Date | null;
}

/** What a seller keeps with a key. Left out if there is nothing. */
export interface SellerRemarks {
  readonly metadata?: { [name: string]: string | number | boolean };
  readonly notes?: string;
}

/** The state of a key at one moment. */
export interface LicenseKeySnapshot extends SellerTerms, SellerRemarks {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
  /** The benefit grant that the key was issued for; null if it was issued directly. */
  readonly grantId: string | null;
  readonly key: string;
  readonly displayKey: string;
  readonly status: Status;
  readonly usage: number;
  readonly validations: number;
  readonly lastValidatedAt: Date | null;
  /** The flags that the key shows; left out if it has none. */
  readonly entitlements?: KeyEntitlement[];
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
}

/** The terms that a benefit sets on its keys. They overwrite the terms of an existing key that were not set by hand. */
export type GrantedTerms = Pick<LicenseKeySnapshot, FollowedTerm | 'policy'>;

/** Terms that a seller can also set by hand. */
export type FollowedTerm = keyof SellerTerms;

/** What was used of a key where it was issued before. */
export interface KeyHistory {
  readonly usage: number;
  /** Its live activations. They may be more than the key allows now. */
  readonly installations: readonly Installation[];
}

export interface NewLicenseKey extends SellerTerms, NewRemarks {
  /** That of the entry of a pool which has the string; a new one if left out. */
  readonly id?: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly memberId: string | null;
  readonly key: string;
  /** `own` if left out. */
  readonly stringKind?: StringKind;
  readonly policy?: LicensePolicy | null;
  /** When what the purchase brings begins; when the key is issued, if left out. */
  readonly startsAt?: Date | null;
  /** Left out for a key that is issued directly. */
  readonly grant?: { readonly id: string; readonly revision: number };
  /** Only for a key that was issued elsewhere. */
  readonly history?: KeyHistory | null;
}

/** What a seller writes about a key; no pairs and blank notes remove what was there. */
export interface NewRemarks {
  readonly metadata?: { [name: string]: string | number | boolean };
  readonly notes?: string | null;
}

/** The current state of a key's grant. */
export interface GrantState {
  readonly benefitId: string;
  readonly isGranted: boolean;
  /** The number of decisions about the grant. */
  readonly revision: number;
  /** The last decision that granted or revoked. */
  readonly stateRevision: number;
  /** The last decision after which the expiry starts anew; 0 if there was none. */
  readonly expiryRevision: number;
  /** The last status of the key set by hand that the grant has applied; null if none was set. */
  readonly keyStatus: Status | null;
  /** The number of that status among those set by hand. */
  readonly keyStatusRevision: number;
}

/** What an application sends when it activates. */
export interface Installation {
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly device: string | null;
  readonly described?: DescribedDevice | null;
  readonly application?: Application | null;
}

/** What an application sends to get a lease: its activation, or what is needed to activate it. */
export interface LeaseRequest {
  readonly activationId: string | null;
  /** Of an existing activation, only `conditions` count: they have to match. */
  readonly installation: Installation;
  /** The public key of a device that is activated by file. */
  readonly deviceKey?: string;
}

/** What an application sends when it validates. */
export interface ValidationInput {
  readonly activationId: string | null;
  readonly conditions: Conditions;
  readonly benefitId: string | null;
  readonly customerId: string | null;
  readonly incrementUsage: number;
  readonly described?: DescribedDevice | null;
  readonly application?: Application | null;
}

/** What a seller may change by hand; a field that is left out keeps its value. */
export type Terms = Partial<SellerTerms & Pick<LicenseKeySnapshot, 'status' | 'usage'> & { readonly deviceSwaps: number }> &
  NewRemarks;
