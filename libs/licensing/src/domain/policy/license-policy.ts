import type { AlertsPolicy, AlertsState } from './alerts-policy.ts';
import type { CheckInPolicy, CheckInState } from './check-in-policy.ts';
import type { DevicesPolicy } from './devices-policy.ts';
import type { DeviceSwapsState } from './device-swaps.ts';
import type { ExpiryPolicy, ExpiryState } from './expiry-policy.ts';
import type { ExpiryNoticesPolicy } from '../keys/expiry-notices.ts';
import type { RefusalNoticesPolicy } from '../keys/refusal-emails.ts';
import type { CountersPolicy, CountersState } from '#support/counters';
import type { PaymentState, RenewalState } from '../keys/standing.ts';
import type { FloatingPolicy } from './floating-policy.ts';
import type { NodeLockedPolicy } from './node-locked-policy.ts';
import type { OverLimitPolicy, OverLimitState } from './over-limit-policy.ts';
import type { UpdatesPolicy, UpdatesState } from './updates-policy.ts';
import type { UsagePeriodPolicy, UsagePeriodState } from './usage-period-policy.ts';
import type { VersionsPolicy } from './versions-policy.ts';

/** The rules of a key beyond its limits, as its benefit sets them. Each feature has a section of its own. */
export interface LicensePolicy {
  readonly expiry?: ExpiryPolicy;
  readonly floating?: FloatingPolicy;
  /** Left out of keys without an overdraft. */
  readonly nodeLocked?: NodeLockedPolicy;
  /** Left out of floating keys, and of keys whose devices keep their places. */
  readonly overLimit?: OverLimitPolicy;
  readonly updates?: UpdatesPolicy;
  readonly versions?: VersionsPolicy;
  readonly checkIn?: CheckInPolicy;
  readonly usagePeriod?: UsagePeriodPolicy;
  readonly counters?: CountersPolicy;
  readonly devices?: DevicesPolicy;
  readonly alerts?: AlertsPolicy;
  readonly expiryNotices?: ExpiryNoticesPolicy;
  readonly refusalNotices?: RefusalNoticesPolicy;
}

/** What a key has to remember for its policy. Each feature has a section of its own. Times are ISO texts: it is stored as JSON. */
export interface PolicyState {
  readonly expiry?: ExpiryState;
  readonly updates?: UpdatesState;
  readonly checkIn?: CheckInState;
  readonly usagePeriod?: UsagePeriodState;
  readonly counters?: CountersState;
  /** How many increments were kept so far, those included that others have replaced. */
  readonly keptIncrements?: number;
  readonly devices?: DeviceSwapsState;
  readonly alerts?: AlertsState;
  readonly payment?: PaymentState;
  readonly renewal?: RenewalState;
  /** Left out unless devices are refused or released because there are too many, or will be. */
  readonly overLimit?: OverLimitState;
  /** The key is the trial of a device. */
  readonly isTrial?: true;
}
