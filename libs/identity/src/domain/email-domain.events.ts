import { DomainEvent } from '#kernel';

/** The record of a verified domain was missing for the first time. */
export class EmailDomainMissing extends DomainEvent<'email_domain.missing', { readonly domain: string }> {
  readonly name = 'email_domain.missing';

  constructor(organizationId: string, id: string, at: Date, domain: string) {
    super(organizationId, id, at, { domain });
  }
}
