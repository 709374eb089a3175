import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { EnsureCustomer, FindCustomers } from '#customer-portal/contract';
import { PlaceProvidedOrder } from '#entitlements/contract';
import { type Access, ValidationFailed, WallClock } from '#kernel';
import { ProviderEvents } from '../domain/provider-events.ts';
import { ProviderObjects } from '../domain/provider-objects.ts';
import { deliverableAs, type StoredUndelivered, UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** Delivers a product for something that was paid, as an order with the external id of the payment. Returns the id of the order. */
export class DeliverUndelivered extends Command<string> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly productId: string,
    /** The address of the customer, if the provider did not tell it. */
    readonly email: string | null,
  ) {
    super();
  }
}

@CommandHandler(DeliverUndelivered)
export class DeliverUndeliveredHandler implements ICommandHandler<DeliverUndelivered> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly objects: ProviderObjects,
    private readonly events: ProviderEvents,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, productId, email }: DeliverUndelivered): Promise<string> {
    const which = { id, organizations: access.visible };
    const line = await this.undelivered.find(which);
    const { organizationId, source } = line;
    access.assertCanManage(organizationId);
    if (line.resolution?.kind === 'delivered') return line.resolution.orderId;
    const externalId = { id: deliverableAs(line), source: line.externalSource };
    await this.assertSold(organizationId, productId);
    const customerId = await this.customerOf(line, email);
    const { quantity, amount, taxAmount, currency, occurredAt } = line;
    const net = amount === null ? undefined : amount - (taxAmount ?? 0);
    const items = [{ productId, quantity: quantity ?? 1, amount: net }];
    const paid = { items, taxAmount: taxAmount ?? 0, currency: currency!, purchasedAt: occurredAt };
    const order = { organizationId, externalId, customerId, metadata: {}, ...paid };
    const orderId = await this.commands.execute(new PlaceProvidedOrder(order));
    const now = this.clock.now();
    if (source.kind === 'subject') {
      await this.objects.link(source.id, orderId);
      await this.events.retryOfObject(source.id, now);
    }
    await this.undelivered.resolve(which, { kind: 'delivered', orderId }, now);
    return orderId;
  }

  private async assertSold(organizationId: string, productId: string): Promise<void> {
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (!product || product.isDeleted || product.organizationId !== organizationId)
      throw ValidationFailed.at(['productId'], 'Product does not exist.', productId);
    if (product.isArchived) throw ValidationFailed.at(['productId'], 'Product is archived.', productId);
  }

  /** The customer who is known, or one with the address: it is found or created. */
  private async customerOf(line: StoredUndelivered, given: string | null): Promise<string> {
    const { organizationId, customerId, name } = line;
    if (customerId !== null) {
      const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
      if (customer && customer.deleted_at === null) return customer.id;
    }
    const email = line.email ?? given;
    if (email === null) throw ValidationFailed.at(['email'], 'The provider did not tell the e-mail address of the customer.');
    return this.commands.execute(new EnsureCustomer(organizationId, { email, name }));
  }
}
