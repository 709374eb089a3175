import type { PurchaseDetails } from './purchase.ts';

export interface PurchaseOriginState {
  customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly reportedCustomer: string | null;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  /** The license key that the purchase renews; null if it brings one of its own. */
  readonly renewsLicenseKeyId: string | null;
}

/** What the seller reports of it. Only who has a subscription changes. */
export const originOf = (details: PurchaseDetails): PurchaseOriginState => ({
  customerId: details.customerId,
  recipientId: details.recipientId ?? null,
  externalId: details.externalId?.id ?? null,
  externalSource: details.externalId?.source ?? '',
  reportedCustomer: details.reportedCustomer ?? null,
  deliverByEmail: details.deliverByEmail ?? null,
  renewsLicenseKeyId: details.renewsLicenseKeyId ?? null,
});

/** Who gets the benefits. */
export const beneficiaryOf = ({ recipientId, customerId }: Pick<PurchaseOriginState, 'recipientId' | 'customerId'>): string =>
  recipientId ?? customerId;
