import { Query } from '@nestjs/cqrs';

/** A customer and a meter of the same organization. */
export interface Metered {
  readonly customerId: string;
  readonly meterId: string;
}

/** A meter as the API shows it; named are the fields that are read here. */
export interface ShownMeter {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly name: string;
}

/** The consumed and credited units of a customer in the current window of a meter; 0 if there were none yet. */
export interface UsageSnapshot {
  readonly meter: ShownMeter;
  readonly modified_at: Date | null;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** Credited units minus consumed units. */
  readonly balance: number;
}

/** Asks the context of meters for the usage of each pair, in order, with a constant number of statements. Undefined for unknown meters. */
export class FindUsage extends Query<(UsageSnapshot | undefined)[]> {
  constructor(readonly pairs: readonly Metered[]) {
    super();
  }
}
