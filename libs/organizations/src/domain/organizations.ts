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

  /** An organization as it is now. Throws `ResourceNotFound`. */
  abstract find(id: string): Promise<Organization>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T>;

  /** The same, if `by` deletes the sandbox: its access tokens are accepted no more, and the log of the organization that it belonged to says so. */
  abstract deleteSandbox(id: string, by: (organization: Organization) => Sync<void>): Promise<void>;

  /** Removes a deleted sandbox. Any other organization stays. */
  abstract forgetDeleted(id: string): Promise<void>;
}
