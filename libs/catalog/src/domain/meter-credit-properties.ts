import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** Units of a meter that a customer may use before it counts against them. */
export interface MeterCreditProperties {
  readonly meterId: string;
  readonly units: number;
  /** What is left goes over into the next period. */
  readonly rollover: boolean;
}

const MOST = 2_147_483_647;

export const visibleAtFirst: Visibility = 'public';

export function problemsOf({ units }: MeterCreditProperties): FieldError[] {
  if (Number.isInteger(units) && units >= 1 && units <= MOST) return [];
  return [{ at: ['units'], message: `Units are a whole number from 1 to ${MOST}.`, type: 'value_error', input: units }];
}

export const normalized = (properties: MeterCreditProperties): MeterCreditProperties => properties;

/** What was credited stays; other units are credited from the next period on. */
export const termsDiffer = (): boolean => false;
