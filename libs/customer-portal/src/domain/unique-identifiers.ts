import { fieldError, type FieldError } from '#kernel';

/** Unique among the customers of an organization, except deleted ones. E-mail addresses are compared case-insensitively. */
export interface UniqueIdentifiers {
  readonly email?: string | null;
  readonly externalId?: string | null;
}

/** Which of the values another customer already has. */
export interface Conflicts {
  readonly email: boolean;
  readonly externalId: boolean;
}

export const normalizedEmail = (email: string): string => email.toLowerCase();

export function conflictErrors(taken: Conflicts, { email, externalId }: UniqueIdentifiers): FieldError[] {
  const errors: FieldError[] = [];
  if (taken.email) {
    errors.push(fieldError(['email'], 'A customer with this email address already exists.', email));
  }
  if (taken.externalId) {
    errors.push(fieldError(['externalId'], 'A customer with this external ID already exists.', externalId));
  }
  return errors;
}
