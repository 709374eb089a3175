import { ValidationFailed, type FieldError } from '#kernel';

/** What is wrong, as far as it was refused for being wrong. */
export function errorsOf(act: () => unknown): readonly FieldError[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
  return [];
}

export const placesOf = (act: () => unknown): string[] => errorsOf(act).map(({ path }) => path.join('.'));
