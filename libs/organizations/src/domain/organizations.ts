import type { Sync } from '#kernel';
import type { Organization } from './organization.ts';

/** A slug is found in any case. */
export type WhichOrganization = { readonly id: string } | { readonly slug: string };

export abstract class Organizations {
  /** Refuses a slug that is taken, also when two are born at once. */
  abstract add(organization: Organization): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T>;
}
