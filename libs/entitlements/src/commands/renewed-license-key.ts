import type { CustomerSnapshot } from '#customer-portal/contract';
import type { QueryBus } from '@nestjs/cqrs';
import type { ProductSnapshot } from '#catalog/contract';
import { type FieldError, fieldError, isUuid } from '#kernel';
import { FindRenewableKeys } from '../needs/keys-of-purchases.ts';
import { seatTiersOf } from '../domain/offer.ts';
import { offerOf } from './offer-of-product.ts';
import { findCustomer, type PurchaseInput } from './resolve-purchase.ts';

/** The error of a license key that the purchase cannot renew: nothing tells whether it exists. */
export async function renewalErrors(
  queries: QueryBus,
  organizationId: string | undefined,
  { renewsLicenseKeyId, recipient, customer }: Pick<PurchaseInput, 'renewsLicenseKeyId' | 'recipient' | 'customer'>,
  products: readonly (ProductSnapshot | undefined)[],
): Promise<FieldError[]> {
  if (organizationId === undefined || renewsLicenseKeyId === undefined) return [];
  const beneficiary = await findCustomer(queries, [organizationId], recipient ?? customer);
  if (beneficiary && (await mayRenew(queries, beneficiary, products, renewsLicenseKeyId))) return [];
  const message =
    'The customer has no license key with this ID that the purchase can renew and that is of a benefit of the product.';
  return [fieldError(['renewsLicenseKeyId'], message, renewsLicenseKeyId)];
}

/** Whether a purchase of the products by this customer can renew the license key. Keys of seats are not renewed. */
export async function mayRenew(
  queries: QueryBus,
  { organization_id, id: customerId }: Pick<CustomerSnapshot, 'organization_id' | 'id'>,
  products: readonly (ProductSnapshot | undefined)[],
  licenseKeyId: string,
): Promise<boolean> {
  const benefitIds = products.flatMap((product) => (product && !seatTiersOf(offerOf(product)) ? product.benefitIds : []));
  if (benefitIds.length === 0 || !isUuid(licenseKeyId)) return false;
  const keys = await queries.execute(new FindRenewableKeys(organization_id, { customerId, benefitIds, licenseKeyId }));
  return keys.some(({ id }) => id === licenseKeyId);
}
