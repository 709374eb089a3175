import type { PurchaseDetails } from './purchase.ts';

export interface PurchaseOriginState {
  readonly customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  readonly recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly reportedCustomer: string | null;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  /** The license key that the purchase renews; null if it brings one of its own. */
  readonly renewsLicenseKeyId: string | null;
}

/** Who bought something for whom, as the seller reported it. It never changes. */
export class PurchaseOrigin implements PurchaseOriginState {
  readonly customerId: string;
  readonly recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly reportedCustomer: string | null;
  readonly deliverByEmail: boolean | null;
  readonly renewsLicenseKeyId: string | null;

  constructor(state: PurchaseOriginState) {
    this.customerId = state.customerId;
    this.recipientId = state.recipientId;
    this.externalId = state.externalId;
    this.externalSource = state.externalSource;
    this.reportedCustomer = state.reportedCustomer;
    this.deliverByEmail = state.deliverByEmail;
    this.renewsLicenseKeyId = state.renewsLicenseKeyId;
  }

  static of(details: PurchaseDetails): PurchaseOrigin {
    return new PurchaseOrigin({
      customerId: details.customerId,
      recipientId: details.recipientId ?? null,
      externalId: details.externalId?.id ?? null,
      externalSource: details.externalId?.source ?? '',
      reportedCustomer: details.reportedCustomer ?? null,
      deliverByEmail: details.deliverByEmail ?? null,
      renewsLicenseKeyId: details.renewsLicenseKeyId ?? null,
    });
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return this.recipientId ?? this.customerId;
  }
}
