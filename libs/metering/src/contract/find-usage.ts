import { Query } from '@nestjs/cqrs';
import type { MeterView } from './meter.view.ts';

/** A customer and a meter of the same organization. */
export interface Metered {
  readonly customerId: string;
  readonly meterId: string;
}

/** The consumed and credited units of a customer in the current window of a meter; 0 if there were none yet. */
export interface UsageSnapshot {
  readonly meter: MeterView;
  readonly modified_at: Date | null;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** Credited units minus consumed units. */
  readonly balance: number;
}

/** The usage of each pair, in order, with a constant number of statements. Undefined for unknown meters. */
export class FindUsage extends Query<(UsageSnapshot | undefined)[]> {
  constructor(readonly pairs: readonly Metered[]) {
    super();
  }
}
