import type { Sync } from '#kernel';
import type { Connector, ConnectorState } from './connector.ts';

/** Selects a connector by id within the given organizations. */
export interface WhichConnector {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The product as which something of the provider is sold here. */
export interface MappedPrice {
  /** The id of a price, product, variant or payment link at the provider. */
  readonly externalId: string;
  /** Null for what brings nothing. */
  readonly productId: string | null;
  /** The meter that counts here what the provider charges for by a metered price. It brings nothing to deliver. */
  readonly meterId?: string;
}

/** The repository of connectors that are not deleted, with the prices that are mapped to products. */
export abstract class Connectors {
  abstract add(connector: Connector): Promise<void>;

  /** The connector as it is; undefined if there is none. */
  abstract find(id: string): Promise<Readonly<ConnectorState> | undefined>;

  /** The ids of the connectors of the account of this one, also of those that are deleted. */
  abstract ofAccount(id: string): Promise<readonly string[]>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichConnector, by: (connector: Connector) => Sync<T>): Promise<T>;

  /** Adds or replaces a price, and changes the connector. Throws `ResourceNotFound`, or `TooManyPrices` for one more than the maximum. */
  abstract mapPrice(which: WhichConnector, price: MappedPrice, by: (connector: Connector) => void): Promise<void>;

  /** Throws `ResourceNotFound`, also if the price is not mapped. */
  abstract unmapPrice(which: WhichConnector, externalId: string, by: (connector: Connector) => void): Promise<void>;

  /** The products of those of these prices that are mapped; null for what brings nothing. */
  abstract productsOf(connectorId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}
