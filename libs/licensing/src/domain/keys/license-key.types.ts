import type { NamedRelease } from '../checks/named-release.ts';
import type { Application } from '../activations/application.ts';
import { type Conditions, sameConditions } from '../activations/conditions.ts';
import type { Increment, SetCounters } from '../counters/counting.ts';
import type { DescribedDevice } from '../devices/described-device.ts';
import type { EntitlementPart } from './entitlement-parts.ts';
import type { LicensePolicy } from '../policy/license-policy.ts';
import type { StringKind } from './key-string.ts';
import type { LicenseKeySnapshot, LicenseKeyState, Remarks } from './license-key-fields.ts';
import type { Status } from './license-key.errors.ts';

/** The terms that a seller sets when issuing a key and may change later. */
export type SellerTerms = Readonly<Pick<LicenseKeyState, 'limitActivations' | 'limitUsage' | 'expiresAt'>>;

/** The terms that a benefit sets on its keys. They overwrite the terms of an existing key that were not set by hand. */
export type GrantedTerms = Pick<LicenseKeySnapshot, FollowedTerm | 'policy'>;

/** Terms that a seller can also set by hand. */
export type FollowedTerm = keyof SellerTerms;

/** What was used of a key where it was issued before. */
export interface KeyHistory {
  readonly usage: number;
  /** Its live activations. They may be more than the key allows now. */
  readonly installations: readonly Installation[];
  readonly terms?: ImportedTerms;
}

/** What a key has that was issued elsewhere; what is left out is that of its benefit. Stored as JSON until the key is issued. */
export interface ImportedTerms {
  readonly limitActivations?: number | null;
  readonly limitUsage?: number | null;
  /** ISO 8601 in UTC. */
  readonly expiresAt?: string | null;
  readonly status?: Status;
  readonly metadata?: { readonly [name: string]: string | number | boolean };
}

export interface NewLicenseKey extends SellerTerms, Partial<Remarks> {
  readonly allowedDevices?: string[] | null;
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
  /** The key is the trial of a device. */
  readonly isTrial?: true;
  /** Left out for a key that is issued directly. */
  readonly grant?: { readonly id: string; readonly revision: number; readonly ordinal?: number | null };
  /** Whether its holder gets it by mail. Left out where that is looked up when it is mailed. */
  readonly isMailed?: boolean;
  /** The flags of its purchase, as of so many decisions about its grants. */
  readonly entitlements?: { readonly revision: number; readonly own: readonly EntitlementPart[] };
  /** Only for a key that was issued elsewhere. */
  readonly history?: KeyHistory | null;
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
  /** Its number among the grants of the benefit, if each piece of the purchase has one. */
  readonly ordinal: number | null;
  /** The last decision that changed the quantity; 0 if there was none. */
  readonly quantityRevision: number;
}

/** What an application sends when it activates. */
export interface Installation {
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly device: string | null;
  /** The ID of the installation on the device. Without one, all that send the same device are one installation. */
  readonly installation?: string | null;
  /** The benefit of which the key has to be; any, if left out. */
  readonly benefitId?: string | null;
  readonly described?: DescribedDevice | null;
  readonly application?: Application | null;
}

/** What an application sends when it validates. */
export interface ValidationInput {
  readonly activationId: string | null;
  readonly conditions: Conditions;
  readonly benefitId: string | null;
  readonly customerId: string | null;
  /** The benefits of the product from which the key has to come; any, if left out. */
  readonly benefitsOfProduct?: readonly string[] | null;
  /** The names of the entitlements that the key has to have. */
  readonly entitlements?: readonly string[] | null;
  readonly incrementUsage: number;
  /** What is added to a counter. */
  readonly increment?: Increment | null;
  readonly described?: DescribedDevice | null;
  readonly application?: Application | null;
  /** The release that the key has to include. */
  readonly release?: NamedRelease | null;
}

/** What a seller may change by hand; a field that is left out keeps its value. */
export type Terms = Partial<
  SellerTerms &
    Pick<LicenseKeySnapshot, 'status' | 'usage'> &
    Pick<LicenseKeyState, 'allowedDevices'> & { readonly deviceSwaps: number; readonly counters: SetCounters }
> &
  Partial<Remarks>;

const isMap = (value: unknown): value is Conditions => typeof value === 'object' && value !== null && !(value instanceof Date);

/** Whether a term has the same value: times by their moment, maps by their pairs. */
export function isSameTerm(some: unknown, other: unknown): boolean {
  if (some instanceof Date && other instanceof Date) return some.getTime() === other.getTime();
  return isMap(some) && isMap(other) ? sameConditions(some, other) : some === other;
}

/** The terms that a key begins with that was issued elsewhere, as if they were set by hand. A key that is granted needs no decision. */
export const termsOfImport = ({ expiresAt, status, metadata, ...limits }: ImportedTerms): Terms => ({
  ...limits,
  expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt,
  status: status === 'granted' ? undefined : status,
  metadata: metadata && { ...metadata },
});
