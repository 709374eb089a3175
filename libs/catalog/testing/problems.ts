import { ValidationFailed, type FieldError } from '#kernel';

/** The field errors that `act` throws; none if it succeeds. */
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
