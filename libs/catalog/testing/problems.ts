import { ValidationFailed, type FieldError } from '#kernel';

/** What is wrong, as far as it was refused for being wrong. */
export function problemsOf(act: () => unknown): readonly FieldError[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.problems;
    throw error;
  }
  return [];
}

export const placesOf = (act: () => unknown): string[] => problemsOf(act).map(({ at }) => at.join('.'));
