import { ValidationFailed, type FieldError } from '#kernel';

/** The field errors that `act` throws; none if it succeeds. */
export function errorsOf(act: () => unknown): readonly FieldError[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
  return [];
}

export const pathsOf = (act: () => unknown): string[] => errorsOf(act).map(({ path }) => path.join('.'));
