import { DomainEvent } from '#kernel';

/**
 * An organization has removed, replaced or switched off its connection, or it has a domain no more: what was opened through it by then ends,
 * for the users with an address at the domain, or for all.
 */
export class SingleSignOnRevoked extends DomainEvent<'single_sign_on.revoked', { readonly domain: string | null }> {
  readonly name = 'single_sign_on.revoked';

  constructor(organizationId: string, id: string, at: Date, domain: string | null) {
    super(organizationId, id, at, { domain });
  }
}
