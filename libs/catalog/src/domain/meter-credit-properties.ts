import { fieldError, type FieldError } from '#kernel';
import type { BenefitRules } from './benefit-rules.ts';

/** Properties of a benefit of type `meter_credit`: prepaid units of a meter. */
export interface MeterCreditProperties {
  readonly meterId: string;
  readonly units: number;
  /** Unused units roll over to the next period. */
  readonly rollover: boolean;
}

/** Sums of many credits are still exact. */
const MAX_UNITS = 1_000_000_000_000_000;

function errorsOf({ units }: MeterCreditProperties): FieldError[] {
  if (Number.isInteger(units) && units >= 1 && units <= MAX_UNITS) return [];
  return [fieldError(['units'], `Units are a whole number from 1 to ${MAX_UNITS}.`, units)];
}

export const meterCreditRules: BenefitRules<MeterCreditProperties> = {
  defaultVisibility: 'public',
  errorsOf,
  normalized: (properties) => properties,
  /** Changes apply from the next period on; existing credits stay. */
  termsDiffer: () => false,
  expiryDiffers: () => false,
};
