import { BadRequest, Conflict, ValidationFailed, NotPermitted, ResourceNotFound } from '#kernel';

export type Status = 'granted' | 'revoked' | 'disabled';
type Inactive = Exclude<Status, 'granted'>;

const codeOf = (status: Inactive): string => status.toUpperCase();

/** A key without a free slot. */
export interface FullLicenseKey {
  readonly id: string;
  readonly organizationId: string;
  readonly benefitId: string;
}

/** Reasons why a key cannot be activated or needs no heartbeats. All are sent as `NotPermitted`; `code` distinguishes them. */
abstract class ActivationError extends NotPermitted {
  constructor(
    override readonly code: string,
    detail: string,
  ) {
    super(detail);
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

export class InactiveKeyNotActivated extends ActivationError {
  constructor(status: Inactive) {
    super(codeOf(status), 'License key is no longer active. This license key can not be activated.');
  }
}

export class ExpiredKeyNotActivated extends ActivationError {
  constructor() {
    super('EXPIRED', 'License key has expired.');
  }
}

export class ActivationsNotSupported extends ActivationError {
  constructor() {
    const hint = 'Use the /validate endpoint instead to check license validity.';
    super('ACTIVATIONS_NOT_SUPPORTED', `This license key does not support activations. ${hint}`);
  }
}

export class ActivationLimitReached extends ActivationError {
  /**
   * `licenseKey`: left out if no device is active that could be removed.
   * `retryAt`: when enough places are free that leases of deactivated devices hold; undefined if they are not too many.
   */
  constructor(
    readonly licenseKey?: FullLicenseKey,
    override readonly retryAt?: Date,
    override readonly explanation?: string,
  ) {
    super('ACTIVATION_LIMIT_REACHED', 'License key activation limit already reached');
  }
}

export class HeartbeatsNotSupported extends ActivationError {
  constructor() {
    super('HEARTBEATS_NOT_SUPPORTED', 'Activations of this license key need no heartbeats.');
  }
}

/** Reasons why a key cannot be used. All are sent as `ResourceNotFound`, as in the reference API; `code` distinguishes them. */
abstract class Unusable extends ResourceNotFound {
  constructor(
    override readonly code: string,
    detail?: string,
  ) {
    super(detail);
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

export class LicenseKeyNotFound extends Unusable {
  constructor() {
    super('NOT_FOUND');
  }
}

/** The string is one of a batch, and no license key until somebody claims it. */
export class LicenseKeyNotClaimed extends Unusable {
  constructor() {
    super('NOT_CLAIMED', 'Nobody has claimed the license key yet. Claim it with your e-mail address first.');
  }
}

/** Somebody else has claimed the string. */
export class LicenseKeyClaimed extends Conflict {
  constructor() {
    super('Somebody else has claimed the license key already.');
  }
}

/** The string was that of a key once, which only the seller learns. Nothing tells the one that it has now: it may have leaked. */
export class LicenseKeyStringReplaced extends Unusable {
  constructor(
    readonly licenseKeyId: string,
    readonly benefitId: string,
  ) {
    super('ROTATED', 'License key was replaced by another one.');
  }
}

export class InactiveKeyNotValid extends Unusable {
  constructor(status: Inactive) {
    super(codeOf(status), 'License key is no longer active.');
  }
}

export class ExpiredKeyNotValid extends Unusable {
  constructor() {
    super('EXPIRED', 'License key has expired.');
  }
}

export class ActivationNotFound extends Unusable {
  constructor() {
    super('ACTIVATION_NOT_FOUND');
  }
}

/** The activation was silent for too long, and its slot may be that of another one by now. */
export class CheckOutExpired extends Unusable {
  constructor() {
    super('CHECKOUT_EXPIRED', 'The activation no longer holds a slot of the license key. Activate it again.');
  }
}

export class ConditionsMismatch extends Unusable {
  constructor() {
    super('CONDITIONS_MISMATCH', 'License key does not match required conditions');
  }
}

export class BenefitMismatch extends Unusable {
  constructor() {
    super('BENEFIT_MISMATCH', 'License key does not match given benefit.');
  }
}

export class ProductMismatch extends Unusable {
  constructor() {
    super('PRODUCT_MISMATCH', 'License key does not match given product.');
  }
}

export class EntitlementMissing extends Unusable {
  constructor(readonly entitlement: string) {
    super('ENTITLEMENT_MISSING', `License key does not have the entitlement ${entitlement}.`);
  }
}

export class CustomerMismatch extends Unusable {
  /** `customerId` is the customer of the key. */
  constructor(readonly customerId: string) {
    super('CUSTOMER_MISMATCH', 'License key does not match given user.');
  }
}

export class UsageLimitExceeded extends BadRequest {
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  constructor(remaining: number) {
    super(`License key only has ${remaining} more usages.`);
  }

  override get error(): string {
    return 'BadRequest';
  }
}

export class CounterLimitReached extends BadRequest {
  override readonly code = 'COUNTER_LIMIT_REACHED';

  constructor(counter: string, remaining: number) {
    super(`Counter \`${counter}\` of the license key has ${remaining} units left.`);
  }

  override get error(): string {
    return 'BadRequest';
  }
}

export class RotateNotPermitted extends BadRequest {
  constructor(status: Status) {
    super(`License key cannot be rotated in its current status. Current status: ${status}. Allowed statuses: disabled, granted.`);
  }
}

/** The key is not granted, or nobody has an address for it. */
export class LicenseKeyNotMailable extends Conflict {}

export class LicenseKeyNotTrial extends Conflict {
  constructor() {
    super('The license key is not that of a trial.');
  }
}

/** No device gets a trial: there is no such benefit, it has none, or its customer was deleted. */
export class TrialNotOffered extends Unusable {
  constructor() {
    super('TRIAL_NOT_OFFERED', 'The benefit offers no trial.');
  }
}

/** A key that was issued directly follows no benefit. */
export const hasNoGrant = (): ValidationFailed =>
  ValidationFailed.at(['followBenefit'], 'The license key was issued directly and does not follow its benefit.');

/** Nothing limits which releases the key runs. */
export const hasNoUpdatePeriod = (until: Date | null): ValidationFailed =>
  ValidationFailed.at([until === null ? 'followBenefit' : 'updatesUntil'], 'The license key has no update period.', until);

export const reservesLess = (used: number, reserved: number): ValidationFailed =>
  ValidationFailed.at(['units'], `The reservation has ${reserved} units.`, used, 'less_than_equal');

export const usageHasNoMetadata = (): ValidationFailed =>
  ValidationFailed.at(['metadata'], 'The reservation is of the usage. Only units of a counter have metadata.');

export const usageBeyondRange = (units: number): ValidationFailed =>
  ValidationFailed.at(['units'], 'Usage would exceed 2147483647.', units, 'less_than_equal');

export const usageBeyondInt32 = (increment: number): ValidationFailed =>
  ValidationFailed.at(['incrementUsage'], 'Usage would exceed 2147483647.', increment, 'less_than_equal');

/** The policy of the key has no counter of this name. */
export const hasNoCounter = (path: readonly string[], counter: string): ValidationFailed =>
  ValidationFailed.at(path, 'The license key has no such counter.', counter);

export const counterBeyondRange = (path: readonly string[], units: number): ValidationFailed =>
  ValidationFailed.at(path, 'The counter would exceed 2147483647.', units, 'less_than_equal');

/** The benefit does not let customers manage their devices. */
export class DevicesNotManaged extends NotPermitted {
  constructor() {
    super('Activations of this license key are not managed by customers.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}
