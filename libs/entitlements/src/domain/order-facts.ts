import { AggregateRoot, newId } from '#kernel';
import type { BillingReason, OrderDetails, OrderedThings, OrderItem } from './order-details.ts';
import type { Metadata } from './purchase.ts';

/** What was ordered, by whom: an order does not change it. */
export abstract class OrderFacts extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  readonly recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly reportedCustomer: string | null;
  /** The first one. */
  readonly productId: string;
  readonly furtherProductIds: readonly string[];
  /** The subscription that is paid; null for products that were bought once. */
  readonly subscriptionId: string | null;
  readonly billingReason: BillingReason;
  readonly description: string;
  readonly items: readonly OrderItem[];
  readonly currency: string;
  /** Without tax. */
  readonly amount: number;
  readonly taxAmount: number;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  readonly seats: number | null;
  readonly metadata: Metadata;
  /** When it was bought, if that was before it was reported. */
  readonly purchasedAt: Date | null;
  readonly createdAt: Date;

  protected constructor(things: OrderedThings, details: OrderDetails, now: Date) {
    super();
    this.id = newId('order');
    this.organizationId = things.organizationId;
    this.customerId = details.customerId;
    this.recipientId = details.recipientId ?? null;
    this.externalId = details.externalId?.id ?? null;
    this.externalSource = details.externalId?.source ?? '';
    this.reportedCustomer = details.reportedCustomer ?? null;
    this.productId = things.productId;
    this.furtherProductIds = things.furtherProductIds;
    this.subscriptionId = things.subscriptionId;
    this.billingReason = things.billingReason;
    this.description = things.description;
    this.items = things.items;
    this.currency = things.currency;
    this.amount = things.amount;
    this.taxAmount = details.taxAmount ?? 0;
    this.deliverByEmail = details.deliverByEmail ?? null;
    this.seats = things.seats;
    this.metadata = details.metadata;
    this.purchasedAt = details.purchasedAt ?? null;
    this.createdAt = now;
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return this.recipientId ?? this.customerId;
  }

  get productIds(): readonly string[] {
    return [this.productId, ...this.furtherProductIds];
  }
}
