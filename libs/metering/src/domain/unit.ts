import type { FieldError } from '#kernel';

/** What is counted, as people read it: a plain number, tokens, or something with a name of its own. */
export interface Measure {
  readonly unit: 'scalar' | 'token' | 'custom';
  readonly customLabel: string | null;
  readonly customMultiplier: number | null;
}

const wrong = (field: string, message: string, input: unknown): FieldError => ({
  at: [field],
  message,
  type: 'value_error',
  input,
});

/** A custom unit has a label; the others have neither label nor multiplier. */
export function problemsOfMeasure({ unit, customLabel, customMultiplier }: Measure): FieldError[] {
  if (unit === 'custom') return customLabel ? [] : [wrong('customLabel', 'A custom unit needs a label.', customLabel)];
  return [
    ...(customLabel === null ? [] : [wrong('customLabel', 'Only a custom unit has a label.', customLabel)]),
    ...(customMultiplier === null ? [] : [wrong('customMultiplier', 'Only a custom unit has a multiplier.', customMultiplier)]),
  ];
}
