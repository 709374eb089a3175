import { fieldError, type FieldError } from '#kernel';
import type { BenefitRules } from './benefit-rules.ts';

/** Properties of a benefit of type `meter_credit`: prepaid units of a meter. */
export interface MeterCreditProperties {
  readonly meterId: string;
  readonly units: number;
  /** Unused units roll over to the next period. */
  readonly rollover: boolean;
  /** Units with a lower priority are used first. */
  readonly priority?: number;
  /** What is left of the units after this time is taken away. */
  readonly expiresAfterDays?: number;
}

/** Sums of many credits are still exact. */
const MAX_UNITS = 1_000_000_000_000_000;

const LAST_PRIORITY = 100;
const MOST_DAYS = 3650;

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function errorsOf({ units, priority = 0, expiresAfterDays: days = 1 }: MeterCreditProperties): FieldError[] {
  return [
    ...(isWhole(units, 1, MAX_UNITS) ? [] : [fieldError(['units'], `Units are a whole number from 1 to ${MAX_UNITS}.`, units)]),
    ...(isWhole(priority, 0, LAST_PRIORITY)
      ? []
      : [fieldError(['priority'], `A priority is a whole number from 0 to ${LAST_PRIORITY}.`, priority)]),
    ...(isWhole(days, 1, MOST_DAYS)
      ? []
      : [fieldError(['expiresAfterDays'], `Days are a whole number from 1 to ${MOST_DAYS}.`, days)]),
  ];
}

export const meterCreditRules: BenefitRules<MeterCreditProperties> = {
  defaultVisibility: 'public',
  errorsOf,
  normalized: (properties) => properties,
  /** Changes apply from the next period on; existing credits stay. */
  termsDiffer: () => false,
  expiryDiffers: () => false,
};
