import { AggregateRoot, ValidationFailed, newId, type FieldError } from '#kernel';
import { type Aggregation, normalizedAggregation } from './aggregation.ts';
import { type Filter, normalizedFilter, problemsOfFilter } from './filter.ts';
import { type Measure, problemsOfMeasure } from './unit.ts';

type Metadata = { readonly [key: string]: string | number | boolean };

/** What is counted, and how. */
export interface Rule {
  readonly filter: Filter;
  readonly aggregation: Aggregation;
}

export type NewMeter = Measure & Rule & { readonly organizationId: string; readonly name: string; readonly metadata: Metadata };

/** What is left out stays as it is. */
export type MeterChanges = Partial<Measure & Rule> & {
  readonly name?: string;
  readonly metadata?: Metadata;
  readonly isArchived?: boolean;
};

/** What only the world around a meter knows. */
export interface MeterUses {
  /** It has counted at least one event. */
  readonly hasCounted: boolean;
  /** Products that are not archived have a price by it. */
  readonly activeProducts: boolean;
  /** Benefits that are not deleted give credits for it. */
  readonly activeBenefits: boolean;
}

const MOST_THRESHOLDS = 100;

/** Counts what customers use: some of their events, put together in one way. */
export class Meter extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly unit: Measure['unit'];
  readonly customLabel: string | null;
  readonly customMultiplier: number | null;
  readonly filter: Filter;
  readonly aggregation: Aggregation;
  readonly metadata: Metadata;
  /** Ascending. Crossing one upward is told once a window. */
  readonly thresholds: readonly number[];
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;

  constructor(birth: NewMeter, at: Date) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.name = birth.name;
    this.unit = birth.unit;
    this.customLabel = birth.customLabel;
    this.customMultiplier = birth.customMultiplier;
    this.filter = normalizedFilter(birth.filter);
    this.aggregation = normalizedAggregation(birth.aggregation);
    this.metadata = birth.metadata;
    this.thresholds = [];
    this.archivedAt = null;
    this.createdAt = at;
    this.modifiedAt = null;
  }

  static create(birth: NewMeter, at: Date): Meter {
    assertValid([...problemsOfMeasure(birth), ...problemsOfFilter(birth.filter)]);
    return new Meter(birth, at);
  }

  get isArchived(): boolean {
    return this.archivedAt !== null;
  }

  /** What is counted stays once something was; what is still sold or promised cannot be archived. */
  update({ filter, aggregation, isArchived, ...changes }: MeterChanges, uses: MeterUses, at: Date): void {
    assertValid([
      ...(filter ? [...frozen('filter', filter, uses), ...problemsOfFilter(filter)] : []),
      ...(aggregation ? frozen('aggregation', aggregation, uses) : []),
      ...(isArchived ? problemsOfArchiving(uses) : []),
    ]);
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(given), {
      ...(filter ? { filter: normalizedFilter(filter) } : {}),
      ...(aggregation ? { aggregation: normalizedAggregation(aggregation) } : {}),
      ...(isArchived === undefined ? {} : { archivedAt: isArchived ? (this.archivedAt ?? at) : null }),
      modifiedAt: at,
    });
  }

  /** From now on these are watched. What was used before crosses nothing. */
  watch(thresholds: readonly number[], at: Date): void {
    const message = 'A threshold is greater than 0.';
    const problems = [...thresholds.entries()]
      .filter(([, threshold]) => threshold <= 0)
      .map(([index, input]) => ({ at: ['thresholds', index], message, type: 'greater_than', input }));
    const tooMany = { at: ['thresholds'], message: `A meter has at most ${MOST_THRESHOLDS} thresholds.`, type: 'too_long' };
    assertValid(thresholds.length > MOST_THRESHOLDS ? [tooMany] : problems);
    Object.assign(this, { thresholds: [...new Set(thresholds)].sort((a, b) => a - b), modifiedAt: at });
  }
}

const frozen = (field: keyof Rule, input: unknown, { hasCounted }: MeterUses): FieldError[] =>
  hasCounted ? [{ at: [field], message: 'The meter has counted events, so this cannot change.', type: 'forbidden', input }] : [];

function problemsOfArchiving({ activeProducts, activeBenefits }: MeterUses): FieldError[] {
  const wrong = (message: string): FieldError => ({ at: ['isArchived'], message, type: 'value_error', input: true });
  return [
    ...(activeProducts ? [wrong('Cannot archive meter that is still attached to active products')] : []),
    ...(activeBenefits ? [wrong('Cannot archive meter that is still referenced by active benefits')] : []),
  ];
}

function assertValid(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw new ValidationFailed(problems);
}
