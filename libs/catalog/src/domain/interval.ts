export type Unit = 'day' | 'week' | 'month' | 'year';

/** So many days, weeks, months or years. */
export interface Interval {
  readonly unit: Unit;
  readonly count: number;
}

/** How often the smaller unit fits into the larger one, where it always fits equally often. */
const FITS: { readonly [pair: string]: number } = { 'day week': 7, 'month year': 12 };

/** True where whole parts fill the whole exactly, whatever the calendar says. */
export function divides(part: Interval, whole: Interval): boolean {
  const units = part.unit === whole.unit ? 1 : FITS[`${part.unit} ${whole.unit}`];
  return units !== undefined && (whole.count * units) % part.count === 0;
}
