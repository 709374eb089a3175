import { type Aggregation, Meter, type NewMeter } from '../src/domain/meter.ts';
import type { Filter } from '../src/domain/filter.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
export const OTHER_ORGANIZATION = '7e6d5c4b-3a29-4180-8f7e-6d5c4b3a2918';

/** Builds meters: `aMeter().summing('tokens').of(OTHER_ORGANIZATION).build()` */
export class MeterBuilder {
  private attributes: NewMeter = {
    organizationId: ORGANIZATION,
    name: 'Calls',
    unit: 'scalar',
    customLabel: null,
    customMultiplier: null,
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
    lateEvents: 'arrival',
    metadata: {},
  };

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  counting(filter: Filter): this {
    return this.with({ filter });
  }

  summing(property: string): this {
    return this.aggregating({ func: 'sum', property });
  }

  aggregating(aggregation: Aggregation): this {
    return this.with({ aggregation });
  }

  placingLateEventsBy(lateEvents: NewMeter['lateEvents']): this {
    return this.with({ lateEvents });
  }

  measuredIn(unit: NewMeter['unit'], customLabel: string | null = null, customMultiplier: number | null = null): this {
    return this.with({ unit, customLabel, customMultiplier });
  }

  build(): Meter {
    return Meter.create(this.attributes, CREATED_AT);
  }

  private with(attributes: Partial<NewMeter>): this {
    this.attributes = { ...this.attributes, ...attributes };
    return this;
  }
}

export const aMeter = (): MeterBuilder => new MeterBuilder();
