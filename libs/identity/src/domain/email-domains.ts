import type { Sync } from '#kernel';
import type { EmailDomain, EmailDomainState } from './email-domain.ts';

export interface WhichDomain {
  readonly id: string;
  readonly organizationId: string;
}

export type DomainToCheck = Pick<EmailDomainState, 'id' | 'organizationId' | 'name'>;

/** The repository of the domains of organizations. */
export abstract class EmailDomains {
  /** Throws `TooManyDomains`, and `ValidationFailed` if the organization has the domain already. */
  abstract add(domain: EmailDomain): Promise<void>;

  /** Throws `ResourceNotFound`. */
  abstract find(which: WhichDomain): Promise<Readonly<EmailDomain>>;

  /** Throws `ResourceNotFound`, and `DomainVerifiedElsewhere` if another organization has verified the domain, also at that moment. */
  abstract change<T>(which: WhichDomain, by: (domain: EmailDomain) => Sync<T>): Promise<T>;

  /** Revokes and deletes the domain. `now` is asked when nobody signs in with it any more. Returns its name. Throws `ResourceNotFound`. */
  abstract remove(which: WhichDomain, now: () => Date): Promise<string>;

  /** Verified domains whose record was looked for last by that time, those first that waited longest. */
  abstract checkedBy(time: Date, limit: number): Promise<readonly DomainToCheck[]>;

  /** The id of the organization that has verified the domain. */
  abstract organizationWith(name: string): Promise<string | null>;
}
