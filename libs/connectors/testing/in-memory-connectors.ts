import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Connector, ConnectorState } from '../src/domain/connector.ts';
import { MOST_PRICES, TooManyPrices } from '../src/domain/connector.errors.ts';
import { Connectors, type MappedPrice, type WhichConnector } from '../src/domain/connectors.ts';

/** Connectors in a map. Keeps the recorded events. */
export class InMemoryConnectors extends Connectors {
  readonly events: DomainEvent[] = [];
  private readonly connectors = new Map<string, Connector>();
  private readonly prices = new Map<string, Map<string, string | null>>();

  async add(connector: Connector): Promise<void> {
    this.connectors.set(connector.id, connector);
    this.prices.set(connector.id, new Map());
    this.events.push(...connector.pullEvents());
  }

  async find(id: string): Promise<Readonly<ConnectorState> | undefined> {
    return this.existing(id)?.snapshot;
  }

  async ofAccount(id: string): Promise<readonly string[]> {
    const own = this.connectors.get(id)?.snapshot;
    const all = [...this.connectors.values()].filter(
      ({ snapshot: { organizationId, provider, account } }) =>
        organizationId === own?.organizationId && provider === own.provider && account === own.account,
    );
    return all.map((each) => each.id).sort();
  }

  async change<T>(which: WhichConnector, by: (connector: Connector) => Sync<T>): Promise<T> {
    const connector = await this.one(which);
    const outcome = by(connector) as T;
    this.events.push(...connector.pullEvents());
    return outcome;
  }

  async mapPrice(
    which: WhichConnector,
    { externalId, productId }: MappedPrice,
    by: (connector: Connector) => void,
  ): Promise<void> {
    const connector = await this.one(which);
    const prices = this.prices.get(connector.id)!;
    if (!prices.has(externalId) && prices.size === MOST_PRICES) throw new TooManyPrices();
    await this.change(which, by);
    prices.set(externalId, productId);
  }

  async unmapPrice(which: WhichConnector, externalId: string, by: (connector: Connector) => void): Promise<void> {
    const connector = await this.one(which);
    if (!this.prices.get(connector.id)!.delete(externalId)) throw new ResourceNotFound();
    await this.change(which, by);
  }

  async productsOf(connectorId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const prices = [...(this.prices.get(connectorId) ?? [])];
    return new Map(prices.filter(([externalId]) => externalIds.includes(externalId)));
  }

  private existing(id: string): Connector | undefined {
    const connector = this.connectors.get(id);
    return connector?.snapshot.deletedAt === null ? connector : undefined;
  }

  private async one({ id, organizations }: WhichConnector): Promise<Connector> {
    const connector = this.existing(id);
    if (!connector || !organizations.includes(connector.organizationId)) throw new ResourceNotFound();
    return connector;
  }
}
