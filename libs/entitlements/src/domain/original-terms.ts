import { differingFacts, type ReportedFacts } from './purchase.ts';

/** The facts with which a subscription was reported, to recognize one that is reported again. They never change. */
export interface OriginalTerms {
  readonly product_id: string;
  /** Missing in subscriptions that were stored before prices could be named. */
  readonly price_ids?: readonly string[];
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly seats: number | null;
  /** Missing in subscriptions that were stored before there was a quantity. */
  readonly quantity?: number;
}

/** What a seller reports again about a subscription. */
export interface ReportedSubscription extends ReportedFacts {
  readonly productId: string;
  readonly priceId?: string;
}

/** The names of the facts that are others than the first time. */
export function differingTerms(
  original: OriginalTerms,
  renewsLicenseKeyId: string | null,
  reported: ReportedSubscription,
  isSameCustomer: boolean,
): string[] {
  const { productId, priceId, ...facts } = reported;
  const { product_id, price_ids: priceIds, tax_amount: taxAmount, ...terms } = original;
  const isSamePrice = priceId === undefined || priceIds === undefined || priceIds.includes(priceId);
  return [
    ...(productId === product_id ? [] : ['product']),
    ...(isSamePrice ? [] : ['price']),
    ...(isSameCustomer ? [] : ['customer']),
    ...differingFacts(facts, { quantity: 1, ...terms, taxAmount, renewsLicenseKeyId }),
  ];
}
