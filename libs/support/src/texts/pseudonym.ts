import { hash } from 'node:crypto';

/** Stands for erased personal data. The digest includes the id, since avatar services publish profiles under plain digests of addresses. */
export const pseudonymOf = (id: string, value: string): string => hash('sha256', `${id}:${value}`);

/** Stands for an erased e-mail address. Whoever has an address can tell whether it was this one. */
export const anonymizedEmail = (id: string, email: string): string =>
  `${pseudonymOf(id, email.toLowerCase())}@anonymized.invalid`;
