import type { Sync } from '#kernel';
import type { Organization } from './organization.ts';

/** Slugs are compared case-insensitively. */
export type WhichOrganization = { readonly id: string } | { readonly slug: string };

export abstract class Organizations {
  /**
   * Throws `ValidationFailed` if the slug is taken, and `TooManyOrganizations` if the quota of the creator has `most` already, also by
   * concurrent calls. What a quota has are the organizations that its users created, whoever owns them now; of those whose creator is not
   * known, the ones that they own.
   */
  abstract add(organization: Organization, most: number): Promise<void>;

  /** Decides anew which organizations are counted together, after a user became trusted or not trusted any more. */
  abstract recount(userId: string): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T>;
}
