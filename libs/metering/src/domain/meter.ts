import { AggregateRoot, applyChanges, fieldError, ValidationFailed, newId, type FieldError } from '#kernel';
import { type Filter, normalizedFilter, errorsOfFilter, sizeOf, bareProperty } from './filter.ts';
import { type ActiveMeters, errorsOfClauseNumber, errorsOfMeterNumber } from './meter-budget.ts';
import { type Measure, errorsOfMeasure } from './unit.ts';

/** How matching events are aggregated: counted, by a function of a numeric property, or by its number of distinct values. */
export type Aggregation =
  | { readonly func: 'count' }
  | { readonly func: 'sum' | 'max' | 'min' | 'avg'; readonly property: string }
  | { readonly func: 'unique'; readonly property: string };

/** The canonical form of an aggregation, as it is stored. */
const normalizedAggregation = (aggregation: Aggregation): Aggregation =>
  aggregation.func === 'count' ? { func: 'count' } : { func: aggregation.func, property: bareProperty(aggregation.property) };

type Metadata = { readonly [key: string]: string | number | boolean };

/** Which events a meter counts, and how it aggregates them. */
export interface MeterDefinition {
  readonly filter: Filter;
  readonly aggregation: Aggregation;
}

/** Whether an event is in the billing window in which it arrived, or in which it happened. */
export type LateEvents = 'arrival' | 'timestamp';

export type NewMeter = Measure &
  MeterDefinition & {
    readonly organizationId: string;
    readonly name: string;
    readonly lateEvents: LateEvents;
    readonly metadata: Metadata;
  };

/** `undefined` leaves a value unchanged. */
export type MeterChanges = Partial<Measure & MeterDefinition> & {
  readonly name?: string;
  readonly metadata?: Metadata;
  readonly lateEvents?: LateEvents;
  readonly isArchived?: boolean;
};

type Changeable = Pick<MeterState, Exclude<keyof MeterChanges, 'isArchived'> | 'archivedAt'>;

/** How a meter is used, as known by its repository and other contexts. */
export interface MeterUses {
  /** True once the meter has counted an event. */
  readonly hasCounted: boolean;
  /** The other meters of its organization that are not archived. */
  readonly others: ActiveMeters;
  /** True if active products have a metered price with the meter. */
  readonly activeProducts: boolean;
  /** True if active benefits credit units of the meter. */
  readonly activeBenefits: boolean;
}

const MAX_THRESHOLDS = 100;

export interface MeterState {
  readonly id: string;
  readonly organizationId: string;
  name: string;
  unit: Measure['unit'];
  customLabel: string | null;
  customMultiplier: number | null;
  filter: Filter;
  aggregation: Aggregation;
  lateEvents: LateEvents;
  metadata: Metadata;
  /** Ascending. Usage that reaches one triggers one alert per billing window. */
  thresholds: readonly number[];
  archivedAt: Date | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** Measures customers' usage: filters their events and aggregates them. */
export class Meter extends AggregateRoot<MeterState> {
  static create(attributes: NewMeter, now: Date): Meter {
    ValidationFailed.throwIfAny([...errorsOfMeasure(attributes), ...errorsOfFilter(attributes.filter)]);
    return new Meter({
      ...attributes,
      id: newId('meter'),
      filter: normalizedFilter(attributes.filter),
      aggregation: normalizedAggregation(attributes.aggregation),
      thresholds: [],
      archivedAt: null,
      createdAt: now,
      modifiedAt: null,
    });
  }

  /** Throws if the organization cannot have this meter next to its others. */
  assertFits(others: ActiveMeters): void {
    ValidationFailed.throwIfAny([...errorsOfMeterNumber([], others), ...errorsOfClauseNumber(this.state.filter, others)]);
  }

  get isArchived(): boolean {
    return this.state.archivedAt !== null;
  }

  /**
   * Filter, aggregation and treatment of late events are fixed once events were counted. A meter in use by products or benefits cannot
   * be archived.
   */
  update({ filter, aggregation, isArchived, ...changes }: MeterChanges, uses: MeterUses, now: Date): void {
    const changesLateEvents = changes.lateEvents !== undefined && changes.lateEvents !== this.state.lateEvents;
    ValidationFailed.throwIfAny([
      ...(filter ? [...errorsOfDefinitionChange('filter', filter, uses), ...errorsOfFilter(filter)] : []),
      ...(aggregation ? errorsOfDefinitionChange('aggregation', aggregation, uses) : []),
      ...(changesLateEvents ? errorsOfDefinitionChange('lateEvents', changes.lateEvents, uses) : []),
      ...(isArchived ? errorsOfArchiving(uses) : []),
      ...((isArchived ?? this.isArchived) ? [] : this.errorsOfBudget(filter ?? this.state.filter, uses)),
    ]);

    const changed = applyChanges<Changeable>(this.state, {
      ...changes,
      filter: filter && normalizedFilter(filter),
      aggregation: aggregation && normalizedAggregation(aggregation),
      archivedAt: isArchived === undefined ? undefined : isArchived ? (this.state.archivedAt ?? now) : null,
    });
    if (changed.length > 0) this.state.modifiedAt = now;
  }

  /** The errors of an active meter's filter. What was stored before the limits existed may stay as it is. */
  private errorsOfBudget(filter: Filter, { others }: MeterUses): FieldError[] {
    if (this.isArchived) return [...errorsOfMeterNumber(['isArchived'], others), ...errorsOfClauseNumber(filter, others)];
    return sizeOf(filter) > sizeOf(this.state.filter) ? errorsOfClauseNumber(filter, others) : [];
  }

  /** Replaces the thresholds. Usage that is already above a new threshold does not trigger an alert. */
  setThresholds(thresholds: readonly number[], now: Date): void {
    if (thresholds.length > MAX_THRESHOLDS) {
      throw ValidationFailed.at(['thresholds'], `A meter has at most ${MAX_THRESHOLDS} thresholds.`, undefined, 'too_long');
    }
    ValidationFailed.throwIfAny(
      [...thresholds.entries()]
        .filter(([, threshold]) => threshold <= 0)
        .map(([index, input]) => fieldError(['thresholds', index], 'A threshold is greater than 0.', input, 'greater_than')),
    );

    this.state.thresholds = [...new Set(thresholds)].sort((a, b) => a - b);
    this.state.modifiedAt = now;
  }
}

const errorsOfDefinitionChange = (
  field: keyof MeterDefinition | 'lateEvents',
  input: unknown,
  { hasCounted }: MeterUses,
): FieldError[] =>
  hasCounted ? [fieldError([field], 'The meter has counted events, so this cannot change.', input, 'forbidden')] : [];

function errorsOfArchiving({ activeProducts, activeBenefits }: MeterUses): FieldError[] {
  const inUse = (message: string): FieldError => fieldError(['isArchived'], message, true);
  return [
    ...(activeProducts ? [inUse('Cannot archive meter that is still attached to active products')] : []),
    ...(activeBenefits ? [inUse('Cannot archive meter that is still referenced by active benefits')] : []),
  ];
}
