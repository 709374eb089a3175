import { fieldError, type FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** Properties of a benefit of type `meter_credit`: prepaid units of a meter. */
export interface MeterCreditProperties {
  readonly meterId: string;
  readonly units: number;
  /** Unused units roll over to the next period. */
  readonly rollover: boolean;
}

const MAX_UNITS = 2_147_483_647;

export const defaultVisibility: Visibility = 'public';

export function errorsOf({ units }: MeterCreditProperties): FieldError[] {
  if (Number.isInteger(units) && units >= 1 && units <= MAX_UNITS) return [];
  return [fieldError(['units'], `Units are a whole number from 1 to ${MAX_UNITS}.`, units)];
}

export const normalized = (properties: MeterCreditProperties): MeterCreditProperties => properties;

/** Changes apply from the next period on; existing credits stay. */
export const termsDiffer = (): boolean => false;

export const expiryDiffers = (): boolean => false;
