import { AggregateRoot, newId, ValidationFailed } from '#kernel';
import { domainName } from './domain-name.ts';
import { isPublicMailDomain } from './public-mail-domains.ts';
import { DomainNotVerified } from './single-sign-on.errors.ts';

/** How many domains an organization has at most. */
export const MOST_DOMAINS = 20;

const RECORD = 'latchkey-domain-verification';

interface NewEmailDomain {
  readonly organizationId: string;
  readonly name: string;
  /** Not a secret: whoever reads the records of the domain sees it. */
  readonly token: string;
}

/** A domain of e-mail addresses. It counts as the organization's only once a record of the domain has the token. */
export class EmailDomain extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The text record that the domain has to have. */
  readonly txtRecord: string;
  verifiedAt: Date | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;

  private constructor({ organizationId, token }: NewEmailDomain, name: string, now: Date) {
    super();
    this.id = newId('email-domain');
    this.organizationId = organizationId;
    this.name = name;
    this.txtRecord = `${RECORD}=${token}`;
    this.verifiedAt = null;
    this.createdAt = now;
    this.modifiedAt = null;
  }

  /** Throws `ValidationFailed`. */
  static create(attributes: NewEmailDomain, now: Date): EmailDomain {
    const name = domainName(attributes.name);
    if (name === null) throw ValidationFailed.at(['domain'], 'This is not a domain name.', attributes.name);
    if (isPublicMailDomain(name)) {
      throw ValidationFailed.at(['domain'], 'Everybody can have an address at this domain.', attributes.name);
    }
    return new EmailDomain(attributes, name, now);
  }

  /** Throws `DomainNotVerified`. A domain that is verified stays so. */
  verify(records: readonly string[], now: Date): void {
    if (this.verifiedAt) return;
    if (!records.some((each) => each.trim() === this.txtRecord)) throw new DomainNotVerified(this.name);
    this.verifiedAt = now;
    this.modifiedAt = now;
  }
}
