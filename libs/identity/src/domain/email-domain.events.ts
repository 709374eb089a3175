import { DomainEvent } from '#kernel';

/** The record of a verified domain was missing for the first time. */
export class EmailDomainLost extends DomainEvent<'email_domain.lost', { readonly domain: string }> {
  readonly name = 'email_domain.lost';

  constructor(organizationId: string, id: string, at: Date, domain: string) {
    super(organizationId, id, at, { domain });
  }
}
