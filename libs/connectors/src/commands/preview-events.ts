import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import type { ConnectorState, CustomerEmailRule } from '../domain/connector.ts';
import { FindProvidedSubscriptions } from '#entitlements/contract';
import { versionOf } from '../domain/event-order.ts';
import { Connectors } from '../domain/connectors.ts';
import type { Item, ProviderUpdate } from '../domain/provider-updates.ts';
import { idsHereOf } from '../domain/ids-here.ts';
import { ProviderObjects } from '../domain/provider-objects.ts';
import { kindOf, type ReportedState, withUpdate } from '../domain/reported-state.ts';
import { partsOf } from '../domain/payment-parts.ts';
import { EventNotUnderstood, markOf, type Provider, Providers } from '../domain/provider.ts';
import { type ProductOf, productsBy, unmappedProblem } from '../domain/sold-products.ts';
import { statesOf, type SubscriptionState } from '../domain/state-of-subscription.ts';
import { isOfOthers } from './purchase-result.ts';

/** Whether events that are tests are worked on: only in the sandbox, never in production. */
export abstract class TestEvents {
  abstract readonly areProcessed: boolean;
}

/** What an event would do. */
export interface EventPreview {
  readonly external_id: string | null;
  readonly type: string | null;
  /** A sentence for each thing that would happen. */
  readonly effects: readonly string[];
}

/**
 * What events of a provider would do, in their order, after what is known of the account. Nothing is stored. Null if the connector does not
 * exist.
 */
export class PreviewEvents extends Command<readonly EventPreview[] | null> {
  constructor(
    readonly connectorId: string,
    readonly bodies: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PreviewEvents)
export class PreviewEventsHandler implements ICommandHandler<PreviewEvents> {
  constructor(
    private readonly connectors: Connectors,
    private readonly providers: Providers,
    private readonly objects: ProviderObjects,
    private readonly queries: QueryBus,
  ) {}

  async execute({ connectorId, bodies }: PreviewEvents): Promise<readonly EventPreview[] | null> {
    const connector = await this.connectors.find(connectorId);
    if (!connector) return null;
    const provider = this.providers.of(connector.provider);
    const states = new Map<string, ReportedState>();
    const previews: EventPreview[] = [];
    for (const body of bodies) previews.push(await this.preview(connector, provider, states, body));
    return previews;
  }

  private async preview(
    connector: Readonly<ConnectorState>,
    provider: Provider,
    states: Map<string, ReportedState>,
    body: string,
  ): Promise<EventPreview> {
    let identified: ReturnType<Provider['identify']> | null = null;
    try {
      identified = provider.identify(body);
      const { id, type, account } = identified;
      const common = { external_id: id, type };
      if (account !== connector.account)
        return { ...common, effects: [`fails: it is of the account ${account ?? 'that owns the webhook'}`] };
      const read = provider.read(body, markOf(connector.ownMetadata));
      const { updates } = read;
      const version = versionOf(identified, read);
      for (const update of updates) {
        const known = states.get(nameOf(update)) ?? (await this.objects.find(connector.id, kindOf(update), update.ref))?.reported;
        states.set(nameOf(update), withUpdate(known, update, version));
      }
      const names = [...new Set(updates.map(nameOf))];
      const effects = await Promise.all(names.map((name) => this.effectsOf(connector, states.get(name)!)));
      return { ...common, effects: updates.length === 0 ? ['is ignored: it says nothing about purchases'] : effects.flat() };
    } catch (error) {
      const problem = error instanceof EventNotUnderstood ? error.message : 'it does not have the documented form';
      return { external_id: identified?.id ?? null, type: identified?.type ?? null, effects: [`fails: ${problem}`] };
    }
  }

  private async effectsOf(connector: Readonly<ConnectorState>, reported: ReportedState): Promise<readonly string[]> {
    switch (reported.kind) {
      case 'customer':
        return reported.own ? [EMAIL_EFFECTS[connector.customerEmail]] : [];
      case 'subscription': {
        const states = statesOf(reported, connector.entitlement);
        if (states === 'snapshot') return ['waits for an event about the subscription itself'];
        if (states === 'payment') return ['waits for the first payment'];
        const tell = await this.productNames(
          connector,
          states.map(({ item }) => item),
        );
        const { ref, itemCount } = reported.snapshot!.update;
        const isImported = await this.isImported(connector, ref);
        const listed = states.filter(({ isPresent }) => isPresent).length;
        return [
          ...(isImported ? [`goes on with the subscription that was imported as ${ref}`] : []),
          ...states.map((state) => `subscription ${state.item.key}: ${tell(state.item)}, ${statusOf(state)}`),
          ...(itemCount === undefined || itemCount === listed
            ? []
            : [`fails: it lists ${listed} of ${itemCount ?? 'more'} items`]),
        ];
      }
      case 'payment': {
        if (!reported.payment) return [];
        const { update } = reported.payment;
        const parts = partsOf(update);
        const tell = await this.productNames(
          connector,
          parts.map(({ line }) => line),
        );
        return parts.map(({ line, of, amount, taxAmount, isRest }) => {
          if (isRest) return `fails: ${amount + taxAmount} ${update.currency} were paid for lines that are not listed`;
          const price = `${amount + taxAmount} ${update.currency}`;
          return of === null ? `order: ${tell(line)}, ${price}` : `payment of ${price} for the item ${of.itemKey ?? line.key}`;
        });
      }
      case 'refund':
        return ['refunds are applied to the orders of the payment'];
      case 'dispute':
        return [`dispute of the orders of the payment: ${reported.dispute?.update.status ?? 'not known yet'}`];
    }
  }

  private async isImported({ organizationId, provider }: Readonly<ConnectorState>, ref: string): Promise<boolean> {
    const query = new FindProvidedSubscriptions(organizationId, provider, idsHereOf(ref));
    return (await this.queries.execute(query)).size > 0;
  }

  private async productNames(connector: Readonly<ConnectorState>, items: readonly Item[]): Promise<(item: Item) => string> {
    const { id, provider } = connector;
    const mapped = await this.connectors.productsOf(
      id,
      items.flatMap(({ refs }) => refs),
    );
    const productOf: ProductOf = productsBy(mapped, provider);
    const products = await this.queries.execute(new FindProducts(items.flatMap((item) => productOf(item) ?? [])));
    return (item) => {
      const product = productOf(item);
      if (product === undefined && isOfOthers(connector, item)) return 'nothing, because it is not mapped';
      if (product === undefined) return `fails: ${unmappedProblem([item])}`;
      return product === null ? 'nothing' : `${products.get(product)?.name ?? product} × ${item.quantity}`;
    };
  }
}

const EMAIL_EFFECTS: { readonly [R in CustomerEmailRule]: string } = {
  ask: 'asks the seller if the customer here has another e-mail address',
  keep: 'changes no customer who exists here',
  follow: 'gives a customer who exists here this e-mail address',
};

const nameOf = (update: ProviderUpdate): string => `${kindOf(update)} ${update.ref}`;

const statusOf = ({ status, paidUntil, endsAt }: SubscriptionState): string =>
  status === 'active' ? `active until ${(endsAt ?? paidUntil).toISOString()}` : status.replace('_', ' ');
