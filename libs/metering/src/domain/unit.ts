import { fieldError, type FieldError } from '#kernel';

/** The unit of a meter for display: a plain number, tokens, or a custom unit with a label. */
export interface Measure {
  readonly unit: 'scalar' | 'token' | 'custom';
  readonly customLabel: string | null;
  readonly customMultiplier: number | null;
}

/** A custom unit has a label; the others have neither label nor multiplier. */
export function errorsOfMeasure({ unit, customLabel, customMultiplier }: Measure): FieldError[] {
  if (unit === 'custom') return customLabel ? [] : [fieldError(['customLabel'], 'A custom unit needs a label.', customLabel)];
  return [
    ...(customLabel === null ? [] : [fieldError(['customLabel'], 'Only a custom unit has a label.', customLabel)]),
    ...(customMultiplier === null
      ? []
      : [fieldError(['customMultiplier'], 'Only a custom unit has a multiplier.', customMultiplier)]),
  ];
}
