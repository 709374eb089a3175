import { Query } from '@nestjs/cqrs';
import type { MeterView } from './meter.view.ts';

/** A customer, and a meter of the same seller. */
export interface Metered {
  readonly customerId: string;
  readonly meterId: string;
}

/** What a customer has used of a meter in its window, and has been credited; nothing where there was nothing yet. */
export interface UsageSnapshot {
  readonly meter: MeterView;
  readonly modified_at: Date | null;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** Credits less use. */
  readonly balance: number;
}

/** In the order of what is asked for, in so many questions whatever its number. Meters that are unknown have no usage. */
export class FindUsage extends Query<(UsageSnapshot | undefined)[]> {
  constructor(readonly wanted: readonly Metered[]) {
    super();
  }
}
