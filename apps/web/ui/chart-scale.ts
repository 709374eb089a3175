const STEPS = [1, 2, 2.5, 5, 10];

/** Values for the lines of an axis, from zero to at least the maximum: round numbers, at most five steps. */
export function ticksFor(maximum: number): number[] {
  if (!(maximum > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(maximum / 4));
  const step = STEPS.map((each) => each * power).find((each) => maximum / each <= 4) ?? maximum;
  const count = Math.ceil(maximum / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
