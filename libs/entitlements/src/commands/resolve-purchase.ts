import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts, type ProductSnapshot } from '#catalog/contract';
import {
  EnsureCustomer,
  FindCustomers,
  FindCustomersByExternalId,
  MatchCustomer,
  type CustomerSnapshot,
} from '#customer-portal/contract';
import { type Access, type FieldError, fieldError, newId, ValidationFailed } from '#kernel';
import type { KeyToReserve } from '../needs/keys-of-purchases.ts';
import { seatTiersOf } from '../domain/offer.ts';
import type { BilledTo } from '../domain/billing-details.ts';
import type { ExternalId, Metadata } from '../domain/purchase.ts';
import { digestOf } from '../domain/reported-customer.ts';
import { offerOf } from './offer-of-product.ts';

/** A customer as the request names it: an existing one, or one to be found or created. */
export type CustomerReference =
  { readonly id: string } | { readonly externalId: string } | { readonly toEnsure: EnsureCustomer['customer'] };

/** What the seller reports about every kind of purchase. */
export interface ReportedInput {
  readonly externalId?: ExternalId;
  /** In minor units, without tax. */
  readonly amount?: number;
  readonly taxAmount?: number;
  readonly currency?: string;
  readonly metadata: Metadata;
}

/** The product and the customer as the request names them. */
export interface PurchaseInput extends ReportedInput {
  readonly productId: string;
  /** One of the product that is not archived. */
  readonly priceId?: string;
  readonly customer: CustomerReference;
  /** Who gets the benefits, if it is not the customer. */
  readonly recipient?: CustomerReference;
  /** Whether the buyer chose the recipient at the checkout, who is told by mail. */
  readonly isGift?: boolean;
  readonly seats: number | null;
  /** How many are bought of a product that is not sold by seats. */
  readonly quantity?: number;
  /** The license key that gets more time, instead of another key. */
  readonly renewsLicenseKeyId?: string;
  /** Key strings that were issued elsewhere, one for each benefit. */
  readonly licenseKeys?: readonly KeyToReserve[];
  readonly deliverByEmail?: boolean;
}

/** A product as the request names it. */
export interface NamedProduct {
  readonly productId: string;
  readonly path: FieldError['path'];
}

interface NamedCustomer {
  readonly field: 'customer' | 'recipient';
  readonly reference: CustomerReference;
}

type People = Pick<PurchaseInput, 'customer' | 'recipient'>;

const namedCustomers = ({ customer, recipient }: People): NamedCustomer[] => [
  { field: 'customer', reference: customer },
  ...(recipient ? [{ field: 'recipient' as const, reference: recipient }] : []),
];

/** The products in the order of the request, and the organization of the first one that the caller sees. */
async function findNamedProducts(
  queries: QueryBus,
  access: Access,
  named: readonly NamedProduct[],
): Promise<{ readonly found: readonly (ProductSnapshot | undefined)[]; readonly organizationId: string | undefined }> {
  const products = await queries.execute(new FindProducts([...new Set(named.map(({ productId }) => productId))]));
  const found = named.map(({ productId }) => {
    const product = products.get(productId);
    return product && access.visible.includes(product.organizationId) ? product : undefined;
  });
  return { found, organizationId: found.find(Boolean)?.organizationId };
}

/** The errors of products that cannot be bought. */
export const productErrors = (
  named: readonly NamedProduct[],
  found: readonly (ProductSnapshot | undefined)[],
  organizationId: string | undefined,
): FieldError[] =>
  named.flatMap(({ productId, path }, index) => {
    const product = found[index];
    const error = (message: string) => [fieldError([...path, 'productId'], message, productId)];
    if (!product || product.isDeleted) return error('Product does not exist.');
    if (product.organizationId !== organizationId) return error('All products must be of the same organization.');
    return product.isArchived ? error('Product is archived.') : [];
  });

/** The errors of key strings for benefits that the products do not have, or for members who are not known yet. */
export function licenseKeyErrors(
  { licenseKeys = [] }: Pick<PurchaseInput, 'licenseKeys'>,
  found: readonly (ProductSnapshot | undefined)[],
): FieldError[] {
  if (licenseKeys.length > 0 && found.some((product) => product && seatTiersOf(offerOf(product)))) {
    return [fieldError(['licenseKeys'], 'Keys of a product that is sold by seats are issued to the members who claim them.')];
  }
  return licenseKeys
    .map(({ benefitId }, index) => ({ benefitId, path: ['licenseKeys', index, 'benefitId'] }))
    .filter(({ benefitId }) => !found.some((product) => product?.benefitIds.includes(benefitId)))
    .map(({ benefitId, path }) => fieldError(path, 'The product does not have this benefit.', benefitId));
}

/** The path of a reference in the request, and its value if that is a single one. */
function namedBy({ field, reference }: NamedCustomer): [path: FieldError['path'], value: unknown] {
  if ('toEnsure' in reference) return [[field], null];
  const [name, value] = 'id' in reference ? (['id', reference.id] as const) : (['externalId', reference.externalId] as const);
  if (field === 'recipient') return [['recipient', name], value];
  return [[name === 'id' ? 'customerId' : 'externalCustomerId'], value];
}

/** The customer that exists; undefined if there is none. */
export async function findCustomer(
  queries: QueryBus,
  organizations: readonly string[],
  reference: CustomerReference,
): Promise<CustomerSnapshot | undefined> {
  if ('toEnsure' in reference) {
    return organizations.length === 1 ? queries.execute(new MatchCustomer(organizations[0]!, reference.toEnsure)) : undefined;
  }
  if ('externalId' in reference) {
    return (await queries.execute(new FindCustomersByExternalId(organizations, [reference.externalId])))[0];
  }
  const customer = (await queries.execute(new FindCustomers([reference.id]))).get(reference.id);
  const isNamed = customer?.id === reference.id;
  return isNamed && customer.deleted_at === null && organizations.includes(customer.organization_id) ? customer : undefined;
}

/**
 * The products, and the customers that exist, as the request names them. They are read together if the caller sees one organization; else the
 * products say which one it is about.
 */
export async function findNamed(queries: QueryBus, access: Access, named: readonly NamedProduct[], people: People) {
  const isOfOne = access.visible.length === 1;
  const [products, visible] = await Promise.all([
    findNamedProducts(queries, access, named),
    isOfOne ? findNamedCustomers(queries, access.visible, people) : undefined,
  ]);
  const { organizationId } = products;
  const within = organizationId === undefined ? access.visible : [organizationId];
  return { ...products, ...(visible ?? (await findNamedCustomers(queries, within, people))) };
}

/** The customers that the request names and that exist, and the errors of those that do not exist. */
export async function findNamedCustomers(
  queries: QueryBus,
  organizations: readonly string[],
  people: People,
): Promise<{ readonly customers: readonly CustomerSnapshot[]; readonly errors: readonly FieldError[] }> {
  const named = namedCustomers(people).filter(({ reference }) => !('toEnsure' in reference));
  const found = await Promise.all(named.map(({ reference }) => findCustomer(queries, organizations, reference)));
  const errors = named.flatMap((each, index) => {
    if (found[index]) return [];
    const [path, value] = namedBy(each);
    return [fieldError(path, 'Customer does not exist.', value)];
  });
  return { customers: found.filter((customer) => customer !== undefined), errors };
}

interface Buses {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/** The customer and the recipient of a new purchase. Those that are to be ensured are created, unless it is a dry run. */
export async function ensurePeople(
  buses: Buses,
  organizationId: string,
  input: PurchaseInput | Omit<PurchaseInput, 'productId'>,
  isDryRun = false,
) {
  const idOf = (named: NamedCustomer): Promise<string> =>
    isDryRun && 'toEnsure' in named.reference
      ? idOfMatch(buses.queries, organizationId, named.reference)
      : ensureCustomer(buses, organizationId, named);
  const customerId = await idOf({ field: 'customer', reference: input.customer });
  const { recipient } = input;
  const recipientId = recipient && (await idOf({ field: 'recipient', reference: recipient }));
  return {
    customerId,
    recipientId: recipientId === undefined || recipientId === customerId ? null : recipientId,
    reportedCustomer: input.externalId ? digestOfReference(organizationId, input.customer) : null,
  };
}

/** The id of the customer that exists, or one that nobody has. */
const idOfMatch = async (queries: QueryBus, organizationId: string, reference: CustomerReference): Promise<string> =>
  (await findCustomer(queries, [organizationId], reference))?.id ?? newId();

/** The id of the customer, which is created if it is to be ensured. */
async function ensureCustomer({ commands, queries }: Buses, organizationId: string, named: NamedCustomer): Promise<string> {
  const { field, reference } = named;
  if ('id' in reference) return reference.id;
  if ('externalId' in reference) {
    const customer = await findCustomer(queries, [organizationId], reference);
    const [path, value] = namedBy(named);
    if (!customer) throw ValidationFailed.at(path, 'Customer does not exist.', value);
    return customer.id;
  }
  try {
    return await commands.execute(new EnsureCustomer(organizationId, reference.toEnsure));
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed(error.errors.map(({ path, ...rest }) => ({ ...rest, path: [field, ...path] })));
  }
}

/** A digest of a reference to a customer, stored to recognize it. */
export const digestOfReference = (organizationId: string, reference: CustomerReference): string =>
  digestOf(organizationId, 'toEnsure' in reference ? reference.toEnsure : reference);

/** The billing details of a customer, who is read unless found already. None in a dry run that would create the customer. */
export async function billedTo(
  queries: QueryBus,
  customerId: string,
  found: readonly CustomerSnapshot[] = [],
): Promise<BilledTo> {
  const known = found.find(({ id }) => id === customerId);
  const customer = known ?? (await queries.execute(new FindCustomers([customerId]))).get(customerId);
  const { billing_name = null, billing_address = null } = customer ?? {};
  if (!billing_address) return { billingName: billing_name, billingAddress: null };
  const { postal_code, ...rest } = billing_address;
  return { billingName: billing_name, billingAddress: { ...rest, postalCode: postal_code } };
}

/** The error of a purchase that its customer, or its recipient, cannot make. */
export function errorOfBeneficiary({ customer, recipient }: People, message: string): ValidationFailed {
  const [path, value] = namedBy(
    recipient ? { field: 'recipient', reference: recipient } : { field: 'customer', reference: customer },
  );
  return ValidationFailed.at(path, message, value);
}
