import { fieldError, type FieldError } from '#kernel';
import type { SellingSettings } from './selling-settings.ts';

type Unit = 'day' | 'week' | 'month' | 'year';

interface Interval {
  readonly unit: Unit;
  readonly count: number;
}

/** Number of smaller units in a larger one, for pairs with a constant ratio. */
const FITS: { readonly [pair: string]: number } = { 'day week': 7, 'month year': 12 };

/** True if the parts divide the whole evenly on every calendar date. */
function divides(part: Interval, whole: Interval): boolean {
  const units = part.unit === whole.unit ? 1 : FITS[`${part.unit} ${whole.unit}`];
  return units !== undefined && (whole.count * units) % part.count === 0;
}

/** The input of a seller. `null` and `undefined` mean none; the default count of an interval is 1. */
export interface NewPeriods {
  readonly recurringInterval?: Unit | null;
  readonly recurringIntervalCount?: number | null;
  readonly trialInterval?: Unit | null;
  readonly trialIntervalCount?: number | null;
  readonly meterInterval?: Unit | null;
  readonly meterIntervalCount?: number | null;
}

export type PeriodLengths = { -readonly [K in keyof NewPeriods]-?: Exclude<NewPeriods[K], undefined> };

type Field = keyof NewPeriods;

const MAX_COUNT = 999;
const MAX_TRIAL_COUNT = 1000;

/** Billing period, trial and meter period of a product. */
export class Periods {
  readonly recurringInterval: Unit | null;
  readonly recurringIntervalCount: number | null;
  readonly trialInterval: Unit | null;
  readonly trialIntervalCount: number | null;
  readonly meterInterval: Unit | null;
  readonly meterIntervalCount: number | null;

  constructor(given: NewPeriods) {
    const counted = (unit: Unit | null | undefined, count: number | null | undefined) => (unit ? (count ?? 1) : null);
    this.recurringInterval = given.recurringInterval ?? null;
    this.recurringIntervalCount = counted(given.recurringInterval, given.recurringIntervalCount);
    this.trialInterval = given.trialInterval ?? null;
    this.trialIntervalCount = given.trialIntervalCount ?? null;
    this.meterInterval = given.meterInterval ?? null;
    this.meterIntervalCount = counted(given.meterInterval, given.meterIntervalCount);
  }

  /** The trial can change. The billing period cannot: subscriptions depend on it. */
  changed({ trialInterval = this.trialInterval, trialIntervalCount = this.trialIntervalCount }: NewPeriods): Periods {
    return new Periods({ ...this, trialInterval, trialIntervalCount });
  }

  errorsOfChange({ recurringInterval, recurringIntervalCount }: NewPeriods): FieldError[] {
    const differs = <T>(given: T | null | undefined, present: T | null) =>
      given !== undefined && given !== null && given !== present;
    return [
      ...(differs(recurringInterval, this.recurringInterval)
        ? [fieldError(['recurringInterval'], 'Recurring interval cannot be changed.', recurringInterval)]
        : []),
      ...(differs(recurringIntervalCount, this.recurringIntervalCount)
        ? [fieldError(['recurringIntervalCount'], 'Recurring interval count cannot be changed.', recurringIntervalCount)]
        : []),
    ];
  }
}

export function errorsOfPeriods(given: NewPeriods, rules: SellingSettings): FieldError[] {
  const errors = [
    ...outOfRange(given, 'recurringIntervalCount', MAX_COUNT),
    ...outOfRange(given, 'trialIntervalCount', MAX_TRIAL_COUNT),
    ...outOfRange(given, 'meterIntervalCount', MAX_COUNT),
  ];
  if (errors.length > 0) return errors;
  return given.recurringInterval ? [...errorsOfTrial(given), ...errorsOfMeters(given, rules)] : errorsOfOneTime(given);
}

function outOfRange(given: NewPeriods, field: Field, longest: number): FieldError[] {
  const count = given[field];
  if (typeof count !== 'number' || (Number.isInteger(count) && count >= 1 && count <= longest)) return [];
  return [fieldError([field], `It must be between 1 and ${longest}.`, count)];
}

/** One-time products have no periods. */
function errorsOfOneTime(given: NewPeriods): FieldError[] {
  const trial = 'Trial configuration is only supported on recurring products.';
  const messages: { readonly [F in Field]?: string } = {
    recurringIntervalCount: 'An interval count is only supported on recurring products.',
    trialInterval: trial,
    trialIntervalCount: trial,
    meterInterval: 'A meter interval is only supported on recurring products.',
  };
  return (Object.entries(messages) as [Field, string][]).flatMap(([field, message]) =>
    given[field] === undefined || given[field] === null ? [] : [fieldError([field], message, given[field])],
  );
}

function errorsOfTrial({ trialInterval = null, trialIntervalCount = null }: NewPeriods): FieldError[] {
  if ((trialInterval === null) === (trialIntervalCount === null)) return [];
  const missing = trialInterval === null ? 'trialInterval' : 'trialIntervalCount';
  return [fieldError([missing], 'Both trial_interval and trial_interval_count must be set together.', null, 'missing')];
}

function errorsOfMeters(given: NewPeriods, { meterCycling }: SellingSettings): FieldError[] {
  const { recurringInterval, meterInterval } = new Periods(given);
  if (!meterInterval || !recurringInterval) return [];
  if (!meterCycling) {
    return [fieldError(['meterInterval'], 'Separate meter cycling is not enabled for this organization.', meterInterval)];
  }
  const cycle = { unit: meterInterval, count: given.meterIntervalCount ?? 1 };
  if (divides(cycle, { unit: recurringInterval, count: given.recurringIntervalCount ?? 1 })) return [];
  return [fieldError(['meterInterval'], 'The meter interval must evenly divide the recurring interval.', meterInterval)];
}
