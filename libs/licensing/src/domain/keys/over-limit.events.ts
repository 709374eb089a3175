import { DomainEvent } from '#kernel';
import type { OverLimitPolicy, OverLimitState } from '../policy/over-limit-policy.ts';
import { type LicenseKeyPayload, payloadOf } from './license-key-payload.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';

interface KeyOverLimit {
  readonly activationCount: number;
  readonly policy: { readonly overLimit?: OverLimitPolicy } | null;
  readonly policyState: { readonly overLimit?: OverLimitState } | null;
}

/** The key has more devices than are granted, of which some are refused or released at `ends_at`, unless there are fewer by then. */
export class LicenseKeyLimitExceeded extends DomainEvent<
  'license_key.limit_exceeded',
  LicenseKeyPayload & {
    readonly limit_activations: number | null;
    readonly taken: number;
    readonly policy: OverLimitPolicy['policy'];
    /** An ISO text. */
    readonly ends_at: string;
  }
> {
  readonly name = 'license_key.limit_exceeded';

  constructor(key: PresentedSnapshot, at: Date, { activationCount, policy, policyState }: KeyOverLimit) {
    super(key.organizationId, key.id, at, {
      ...payloadOf(key),
      limit_activations: key.limitActivations,
      taken: activationCount,
      policy: policy!.overLimit!.policy,
      ends_at: policyState!.overLimit!.endsAt,
    });
  }
}
