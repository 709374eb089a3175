import type { Connector } from '../domain/connector.ts';
import type { Item } from '../domain/facts.ts';
import type { Outcome } from '../domain/outcome.ts';

/** The connector whose events are worked on. */
export type Source = Readonly<Pick<Connector, 'id' | 'organizationId' | 'provider'>>;

/** Thrown when a purchase cannot be made now. */
export class NotNow extends Error {
  constructor(
    readonly outcome: Outcome,
    /** Items whose price is not mapped to a product. */
    readonly unmapped: readonly Item[] = [],
  ) {
    super(outcome.status);
  }
}

/** What became of a subject, and the customer, subscription, order or dispute here. */
export interface Result {
  readonly outcome: Outcome;
  readonly resultId: string | null;
  /** Items whose price is not mapped to a product. */
  readonly unmapped?: readonly Item[];
}
