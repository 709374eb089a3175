import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { EnsureCustomer, FindCustomers } from '#customer-portal/contract';
import { PlaceProvidedOrder } from '#entitlements/contract';
import { type Access, ValidationFailed, WallClock } from '#kernel';
import { Buyers } from './buyers.ts';
import { ProviderEvents } from '../domain/provider-events.ts';
import { ProviderObjects } from '../domain/provider-objects.ts';
import {
  deliverableAs,
  isOfUnknownCustomer,
  type StoredUndelivered,
  UndeliveredPurchases,
} from '../domain/undelivered-purchases.ts';

/**
 * Delivers a product for something that was paid, as an order with the external id of the payment. Returns the id of the order. What no order
 * can deliver because the customer is not known is delivered as its prices are mapped, once the address is given; then returns null.
 */
export class DeliverUndelivered extends Command<string | null> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly productId: string | null,
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

  async execute({ access, id, productId, email }: DeliverUndelivered): Promise<string | null> {
    const which = { id, organizations: access.visible };
    const line = await this.undelivered.find(which);
    const { organizationId, source } = line;
    access.assertCanManage(organizationId);
    if (line.resolution?.kind === 'delivered') return line.resolution.orderId;
    if (line.deliverAs === null && email !== null && isOfUnknownCustomer(line)) {
      await this.nameCustomer(line, email);
      return null;
    }
    const externalId = { id: deliverableAs(line), source: line.externalSource };
    if (productId === null) throw ValidationFailed.at(['productId'], 'Field required', null, 'missing');
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
      if (line.line === '') await this.objects.link(source.id, orderId);
      else await this.objects.linkOrder(source.id, line.line, orderId);
      await this.events.retryOfObject(source.id, now);
    }
    await this.undelivered.resolve(which, { kind: 'delivered', orderId }, now);
    return orderId;
  }

  /** Everything of the customer at the provider is worked on again. */
  private async nameCustomer({ organizationId, source, name }: StoredUndelivered, email: string): Promise<void> {
    const { connectorId, reported } = await this.objects.begin(source.id);
    const told = reported.kind === 'subscription' ? reported.snapshot : reported.kind === 'payment' ? reported.payment : null;
    const ref = told!.update.customerRef;
    const known = await this.objects.find(connectorId, 'customer', ref);
    const customerId = await this.commands.execute(new EnsureCustomer(organizationId, { email, name }));
    const buyers = new Buyers(this.objects, this.commands, this.queries, this.clock);
    const customer = await buyers.identify({ id: connectorId, organizationId }, ref, customerId, known?.resultId ?? undefined);
    for (const each of await this.objects.waitingFor(customer)) await this.events.retryOfObject(each.id, this.clock.now());
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
