export type Unit = 'day' | 'week' | 'month' | 'year';

export interface Interval {
  readonly unit: Unit;
  readonly count: number;
}

/** Number of smaller units in a larger one, for pairs with a constant ratio. */
const FITS: { readonly [pair: string]: number } = { 'day week': 7, 'month year': 12 };

/** True if the parts divide the whole evenly on every calendar date. */
export function divides(part: Interval, whole: Interval): boolean {
  const units = part.unit === whole.unit ? 1 : FITS[`${part.unit} ${whole.unit}`];
  return units !== undefined && (whole.count * units) % part.count === 0;
}
