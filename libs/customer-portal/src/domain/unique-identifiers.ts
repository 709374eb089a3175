import type { FieldError } from '#kernel';

/** What only one living customer of an organization can have. Addresses are compared without regard to case. */
export interface UniqueIdentifiers {
  readonly email?: string | null;
  readonly externalId?: string | null;
}

/** Which of the claims another living customer has already. */
export interface Conflicts {
  readonly email: boolean;
  readonly externalId: boolean;
}

export const normalizedEmail = (email: string): string => email.toLowerCase();

export function conflictErrors(taken: Conflicts, { email, externalId }: UniqueIdentifiers): FieldError[] {
  const type = 'value_error';
  const problems: FieldError[] = [];
  if (taken.email) {
    problems.push({ at: ['email'], message: 'A customer with this email address already exists.', type, input: email });
  }
  if (taken.externalId) {
    problems.push({ at: ['externalId'], message: 'A customer with this external ID already exists.', type, input: externalId });
  }
  return problems;
}
