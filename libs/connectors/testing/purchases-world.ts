import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { EnsureCustomer, FindCustomers, FindCustomersByExternalId } from '#customer-portal/contract';
import {
  FindProvidedOrders,
  FindProvidedSubscriptions,
  FollowDispute,
  FollowRefunds,
  FollowSubscription,
  PlaceProvidedOrder,
  RecordProvidedPayment,
} from '#entitlements/contract';
import { derivedId, newId, WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { KnownProviders } from '../src/adapters/providers/known-providers.ts';
import { ProcessProviderEvent, ProcessProviderEventHandler } from '../src/commands/process-provider-event.ts';
import { ListLongWaiting, ListLongWaitingHandler } from '../src/commands/list-long-waiting.ts';
import { objectWorkOf } from '../src/commands/object-work-of.ts';
import { UndeliveredNotes } from '../src/commands/undelivered-notes.ts';
import { Connector, type Entitlement, type NewConnector } from '../src/domain/connector.ts';
import type { ProviderName } from '../src/domain/provider.ts';
import { InMemoryConnectors } from './in-memory-connectors.ts';
import { InMemoryProviderEvents } from './in-memory-provider-events.ts';
import { InMemoryProviderObjects } from './in-memory-provider-objects.ts';
import { InMemoryUndeliveredPurchases } from './in-memory-undelivered-purchases.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');

class FixedClock extends WallClock {
  time = NOW;

  now(): Date {
    return this.time;
  }
}

/** The address of whoever has an imported subscription, which is another one than at the provider. */
export const IMPORTED_EMAIL = 'imported@example.com';

type ProvidedSubscription = FollowSubscription['subscription'];
type ToldState = Pick<ProvidedSubscription, 'toldAt' | 'revision'>;

export interface FollowedHere extends Omit<ProvidedSubscription, 'customerRef'> {
  readonly id: string;
  readonly customerId: string;
  readonly customerRef: string | null;
}

interface KnownOrder {
  readonly id: string;
  readonly productId: string | null;
  readonly quantity: number;
  readonly amount: number;
  refunded: number;
  isVoid: boolean;
}

/** A product for each name, which is also the id of its only benefit, and what the provider calls it. */
export interface Sold {
  readonly prices: { readonly [externalId: string]: string | null };
  readonly recurring?: readonly string[];
}

/** A connector whose events become purchases in memory: other contexts do what their contract says, as far as it matters here. */
export class PurchasesWorld {
  readonly subscriptions = new Map<string, FollowedHere>();
  readonly orders = new Map<string, KnownOrder>();
  readonly disputes = new Map<string, FollowDispute['dispute']>();
  readonly deletedCustomers = new Map<string, Date>();
  readonly events = new InMemoryProviderEvents();
  readonly connectors = new InMemoryConnectors();
  readonly objects = new InMemoryProviderObjects(this.events, this.connectors);
  readonly undelivered = new InMemoryUndeliveredPurchases(this.objects);
  /** The ids of customers by their e-mail addresses. */
  readonly customers = new Map<string, string>();
  /** The ids of customers by those that the seller gave them. */
  readonly importedCustomers = new Map<string, string>();
  readonly clock = new FixedClock();
  private readonly all: Connector[] = [];
  private readonly providers = new KnownProviders();
  private readonly work = this.newWork();
  private readonly handler = this.newHandler();

  private constructor(
    private readonly provider: ProviderName,
    private readonly sold: Sold,
    private readonly entitlement: Entitlement,
    private readonly rule: Pick<NewConnector, 'unmapped' | 'ownMetadata'>,
  ) {}

  static async open(
    provider: ProviderName,
    sold: Sold,
    entitlement: Entitlement = 'provider_status',
    rule: Pick<NewConnector, 'unmapped' | 'ownMetadata'> = { unmapped: 'report', ownMetadata: null },
  ) {
    const world = new PurchasesWorld(provider, sold, entitlement, rule);
    await world.connect();
    return world;
  }

  /** The first connector. */
  get connector(): Connector {
    return this.all[0]!;
  }

  /** Another connector of the account, with the same prices. */
  async connect(): Promise<Connector> {
    const attributes = {
      provider: this.provider,
      name: null,
      account: null,
      isTest: false,
      entitlement: this.entitlement,
      customerEmail: 'ask' as const,
    };
    const organizationId = this.all[0]?.organizationId ?? newId();
    const connector = Connector.create({ ...attributes, ...this.rule, organizationId, secret: Buffer.from('secret') }, NOW);
    await this.connectors.add(connector);
    this.all.push(connector);
    for (const [externalId, productId] of Object.entries(this.sold.prices)) await this.mapAt(connector, externalId, productId);
    return connector;
  }

  async map(externalId: string, productId: string | null): Promise<void> {
    for (const connector of this.all) await this.mapAt(connector, externalId, productId);
  }

  private mapAt({ id, organizationId }: Connector, externalId: string, productId: string | null): Promise<void> {
    return this.connectors.mapPrice({ id, organizations: [organizationId] }, { externalId, productId }, () => undefined);
  }

  /** A subscription that the seller imported. It has a customer, and no state of the provider. */
  importSubscription(id: string, productId: string): FollowedHere {
    const [buyer, day] = [newId(), new Date(0)];
    this.customers.set(IMPORTED_EMAIL, buyer);
    const told = {
      status: 'active',
      since: null,
      paidFrom: null,
      paidUntil: day,
      trialEnd: null,
      endsAt: null,
      canceledAt: null,
    } as const;
    const of = {
      organizationId: this.connector.organizationId,
      externalId: { id, source: this.provider },
      metadata: {},
      customerId: buyer,
      customerRef: null,
    };
    const stored = { ...of, ...told, id: newId(), productId, quantity: 1, startedAt: day, isFree: false, endsWithPeriod: false };
    const imported = { ...stored, toldAt: day, revision: 0 };
    this.subscriptions.set(id, imported);
    return imported;
  }

  /** Stores an event, unless it is known, and works on it. */
  async receive(event: object, connector = this.connector): Promise<string> {
    const body = JSON.stringify(event);
    const { id: externalId, ...identified } = this.providers.of(this.provider).identify(body);
    const { id: connectorId, organizationId } = connector;
    const id = derivedId(connectorId, externalId);
    if (!this.events.stored.has(id))
      await this.events.add({ ...identified, id, externalId, organizationId, connectorId, body }, NOW);
    await this.process(id);
    return id;
  }

  process(id: string): Promise<void> {
    return this.handler.execute(new ProcessProviderEvent(id));
  }

  /** A day and an hour later, what still waits is listed. */
  async waitLong(): Promise<void> {
    this.clock.time = new Date(this.clock.time.getTime() + 25 * 3_600_000);
    await new ListLongWaitingHandler(this.connectors, this.objects, this.work, this.clock).execute(new ListLongWaiting());
  }

  private newWork() {
    const buses = [
      { execute: (command: object) => this.command(command) },
      { execute: (query: object) => this.query(query) },
    ] as const;
    const [commands, queries] = buses as unknown as [CommandBus, QueryBus];
    return objectWorkOf(this.objects, this.connectors, this.newNotes(), commands, queries, this.clock);
  }

  private newNotes(): UndeliveredNotes {
    return new UndeliveredNotes(this.undelivered, this.objects, this.clock);
  }

  private newHandler(): ProcessProviderEventHandler {
    const { connectors, objects, events, providers, work, clock } = this;
    const tests = { areProcessed: false };
    return new ProcessProviderEventHandler(events, connectors, providers, objects, work, this.newNotes(), tests, clock);
  }

  statusOf(id: string): string {
    return this.events.stored.get(id)!.status;
  }

  /** The products of which the customer has the benefits of subscriptions, sorted. */
  get entitled(): string[] {
    const some = [...this.subscriptions.values()].filter(({ status }) => status === 'active' || status === 'past_due');
    return some.map(({ productId }) => productId).sort();
  }

  /** The same with the quantity of each. */
  get entitledQuantities(): string[] {
    const some = [...this.subscriptions.values()].filter(({ status }) => status === 'active' || status === 'past_due');
    return some.map(({ productId, quantity }) => `${quantity} ${productId}`).sort();
  }

  /** What was bought once and is neither refunded nor void, with the quantity of each, sorted. */
  get boughtOnce(): string[] {
    const standing = [...this.orders.values()].filter(({ amount, refunded, isVoid }) => !isVoid && refunded < amount);
    return standing.flatMap(({ productId, quantity }) => (productId === null ? [] : [`${quantity} ${productId}`])).sort();
  }

  /** The seller makes an order void, or takes that back. One that was refunded cannot be voided. */
  toggleVoid(index: number): void {
    const order = [...this.orders.values()][index % Math.max(this.orders.size, 1)];
    if (order) order.isVoid = !order.isVoid && order.refunded === 0;
  }

  /** The e-mail addresses of those who have subscriptions that have not ended, each once. */
  get holders(): string[] {
    const emails = new Map([...this.customers].map(([email, id]) => [id, email]));
    const some = [...this.subscriptions.values()].filter(({ status }) => status !== 'canceled');
    return [...new Set(some.map(({ customerId }) => emails.get(customerId)!))];
  }

  get listed(): string[] {
    const paid = this.undelivered.open.filter(({ reason }) => reason !== 'customer_email_changed');
    return paid.map(({ externalPriceId }) => externalPriceId ?? '').sort();
  }

  /** The addresses about which the seller is asked. */
  get changedEmails(): (string | null)[] {
    return this.undelivered.open.filter(({ reason }) => reason === 'customer_email_changed').map(({ email }) => email);
  }

  private async command(command: object): Promise<unknown> {
    if (command instanceof EnsureCustomer) {
      const email = command.customer.email!;
      const known = this.customers.get(email);
      if (known !== undefined && !this.deletedCustomers.has(known)) return known;
      const id = newId();
      this.customers.set(email, id);
      return id;
    }
    if (command instanceof FollowSubscription) return this.follow(command.subscription);
    if (command instanceof PlaceProvidedOrder) {
      const { externalId, items, taxAmount } = command.order;
      const [{ productId, quantity, amount }] = items as [PlaceProvidedOrder['order']['items'][number]];
      return this.order(externalId.id, productId, quantity, (amount ?? 0) + taxAmount);
    }
    if (command instanceof RecordProvidedPayment) {
      const { externalId, amount, taxAmount } = command.payment;
      return this.order(externalId.id, null, 1, amount + taxAmount);
    }
    if (command instanceof FollowRefunds) {
      const order = [...this.orders.values()].find(({ id }) => id === command.orderId)!;
      order.refunded = Math.max(order.refunded, command.provided.total);
      return undefined;
    }
    if (command instanceof FollowDispute) {
      this.disputes.set(command.dispute.id, command.dispute);
      return undefined;
    }
    throw new Error(`Unknown command ${command.constructor.name}`);
  }

  private follow(told: ProvidedSubscription): string {
    const { id } = told.externalId;
    const known = this.subscriptions.get(id);
    if (!known && told.customerId === null) throw new Error(`${id} is new and has no customer.`);
    const isOutdated = (last: ToldState) =>
      told.toldAt < last.toldAt || (told.toldAt.getTime() === last.toldAt.getTime() && told.revision <= last.revision);
    if (known && (isOutdated(known) || known.status === 'canceled')) return known.id;
    const stored = { ...told, id: known?.id ?? newId(), ...this.holderOf(told, known) };
    this.subscriptions.set(id, stored);
    return stored.id;
  }

  /** Whoever the provider names, once it is known here. Who has an imported subscription keeps it until the provider names somebody else. */
  private holderOf({ customerId, customerRef }: ProvidedSubscription, known?: FollowedHere) {
    if (known && customerId === null) return { customerId: known.customerId, customerRef: known.customerRef };
    const isKept = known && (customerRef === known.customerRef || known.revision === 0);
    return { customerId: isKept ? known.customerId : customerId!, customerRef };
  }

  private order(externalId: string, productId: string | null, quantity: number, amount: number): string {
    const known = this.orders.get(externalId);
    if (known && (known.amount !== amount || known.productId !== productId || known.quantity !== quantity))
      throw new Error(`${externalId} is another order.`);
    const order = known ?? { id: newId(), productId, quantity, amount, refunded: 0, isVoid: false };
    this.orders.set(externalId, order);
    return order.id;
  }

  private async query(query: object): Promise<unknown> {
    if (query instanceof FindOrganizations) return new Map([[this.connector.organizationId, { isBlocked: false }]]);
    if (query instanceof FindCustomers) {
      const emails = new Map([...this.customers].map(([email, id]) => [id, email]));
      return new Map(
        query.ids.map((id) => [id, { id, email: emails.get(id) ?? null, deleted_at: this.deletedCustomers.get(id) ?? null }]),
      );
    }
    if (query instanceof FindCustomersByExternalId)
      return query.externalIds.flatMap((id) => this.importedCustomers.get(id) ?? []).map((id) => ({ id }));
    if (query instanceof FindProvidedOrders) {
      const found = query.externalIds.flatMap((id) => (this.orders.has(id) ? [[id, this.orders.get(id)!] as const] : []));
      return new Map(found);
    }
    if (query instanceof FindProducts) {
      return new Map(
        query.ids.map((id) => [id, { benefitIds: [id], recurringInterval: this.sold.recurring?.includes(id) ? 'month' : null }]),
      );
    }
    if (query instanceof FindProvidedSubscriptions) {
      const found = query.externalIds.flatMap((id) => this.subscriptions.get(id) ?? []);
      return new Map(found.map((each) => [each.externalId.id, { ...each, hasEnded: each.status === 'canceled' }]));
    }
    throw new Error(`Unknown query ${query.constructor.name}`);
  }

  /** Deletes the customer: what it has ends. */
  deleteCustomers(at: Date): void {
    for (const id of this.customers.values()) this.deletedCustomers.set(id, at);
    for (const [id, each] of this.subscriptions) this.subscriptions.set(id, { ...each, status: 'canceled' });
  }
}
