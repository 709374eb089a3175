import type { Sync } from '#kernel';
import type { Organization } from './organization.ts';

/** Slugs are compared case-insensitively. */
export type WhichOrganization = { readonly id: string } | { readonly slug: string };

export abstract class Organizations {
  /** Throws `Invalid` if the slug is taken, also by a concurrent call. */
  abstract add(organization: Organization): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T>;
}
