import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { MarkProductSold, type ProductSnapshot } from '#catalog/contract';
import { BecomeTeam, type CustomerSnapshot } from '#customer-portal/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { ReserveLicenseKeys } from '../needs/keys-of-purchases.ts';
import { Order } from '../domain/order.ts';
import type { OrderLine } from '../domain/order-details.ts';
import { Orders } from '../domain/orders.ts';
import { ExternalIdTaken } from '../domain/purchase.ts';
import { offerOf } from './offer-of-product.ts';
import {
  billedTo,
  ensurePeople,
  findNamed,
  licenseKeyErrors,
  type NamedProduct,
  productErrors,
  type PurchaseInput,
} from './resolve-purchase.ts';
import { renewalErrors } from './renewed-license-key.ts';
import { refersTo, reportedBefore, type ReportedPurchase } from './reported-before.ts';

/** A product among those that are ordered. */
export interface OrderedItem {
  readonly productId: string;
  readonly quantity: number;
  readonly amount?: number;
  readonly priceId?: string;
  readonly description?: string;
}

/** An order of one product, or of several items. */
export type OrderInput = Omit<PurchaseInput, 'productId' | 'priceId' | 'quantity'> & {
  readonly purchasedAt?: Date;
  readonly status?: 'paid' | 'pending';
} & (Pick<PurchaseInput, 'productId' | 'priceId' | 'quantity'> | { readonly items: readonly OrderedItem[] });

/** Creates an order, unless it was reported before. */
export class PlaceOrder extends Command<ReportedPurchase> {
  constructor(
    readonly access: Access,
    readonly input: OrderInput,
    /** Checks everything and stores nothing. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly orders: Orders,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, input, isDryRun }: PlaceOrder): Promise<ReportedPurchase> {
    const named = namedProducts(input);
    const { found, organizationId, customers, errors } = await findNamed(this.queries, access, named, input);
    const again = await this.reportedBefore(access, organizationId, input);
    if (again) return again;
    ValidationFailed.throwIfAny([
      ...productErrors(named, found, organizationId),
      ...licenseKeyErrors(input, found),
      ...(await renewalErrors(this.queries, organizationId, input, found)),
      ...errors,
    ]);
    access.assertCanManage(organizationId!);
    const products = found as readonly ProductSnapshot[];
    const order = await this.create(organizationId!, input, products, customers, isDryRun);
    const { licenseKeys = [] } = input;
    if (licenseKeys.length > 0)
      await this.commands.execute(new ReserveLicenseKeys(organizationId!, order.id, licenseKeys, isDryRun));
    if (isDryRun) return { id: order.id, isNew: true };
    // A product that was sold stays sold.
    for (const productId of new Set(products.flatMap(({ id, wasSold }) => (wasSold ? [] : id))))
      await this.commands.execute(new MarkProductSold(organizationId!, productId));
    try {
      await this.orders.add(order);
    } catch (error) {
      const concurrent = error instanceof ExternalIdTaken ? await this.reportedBefore(access, organizationId, input) : undefined;
      if (!concurrent) throw error;
      return concurrent;
    }
    const { seats, customerId, recipientId, productId } = order.snapshot;
    if (seats !== null) await this.commands.execute(new BecomeTeam(organizationId!, order.beneficiaryId));
    return { id: order.id, isNew: true, names: { customerIds: [customerId, recipientId ?? []].flat(), productIds: [productId] } };
  }

  private async reportedBefore(
    access: Access,
    organizationId: string | undefined,
    input: OrderInput,
  ): Promise<ReportedPurchase | undefined> {
    const { externalId, customer, amount, taxAmount, currency, seats, renewsLicenseKeyId } = input;
    if (!organizationId || !externalId) return undefined;
    access.assertCanManage(organizationId);
    const products =
      'items' in input
        ? { items: input.items }
        : { productId: input.productId, priceId: input.priceId, quantity: input.quantity };
    const facts = { ...products, amount, taxAmount, currency, seats: seats ?? undefined, renewsLicenseKeyId };
    const isSameCustomer = refersTo(this.queries, organizationId, customer);
    return reportedBefore<Order>(this.orders, { organizationId, externalId }, isSameCustomer, (order, isSame) =>
      order.assertReportedAs(facts, isSame),
    );
  }

  private async create(
    organizationId: string,
    input: OrderInput,
    products: readonly ProductSnapshot[],
    customers: readonly CustomerSnapshot[],
    isDryRun: boolean,
  ): Promise<Order> {
    const { externalId, taxAmount, currency, purchasedAt, status, seats, deliverByEmail, metadata, isGift } = input;
    const people = await ensurePeople({ commands: this.commands, queries: this.queries }, organizationId, input, isDryRun);
    const purchase = { externalId, taxAmount, currency, purchasedAt, status, seats, deliverByEmail, metadata };
    const { renewsLicenseKeyId } = input;
    const reported = { ...purchase, isGift, renewsLicenseKeyId, ...people, lines: linesOf(input, products) };
    const billing = await billedTo(this.queries, people.customerId, customers);
    return Order.create(reported, billing, this.clock.now(organizationId));
  }
}

const namedProducts = (input: OrderInput): readonly NamedProduct[] =>
  'items' in input
    ? input.items.map(({ productId }, index) => ({ productId, path: ['items', index] }))
    : [{ productId: input.productId, path: [] }];

const linesOf = (input: OrderInput, products: readonly ProductSnapshot[]): OrderLine[] =>
  namedProducts(input).map(({ path }, index) => {
    const item: Partial<OrderedItem> = 'items' in input ? input.items[index]! : input;
    const { quantity = 1, amount, priceId, description } = item;
    return { offer: offerOf(products[index]!), path, quantity, amount, priceId, description };
  });
