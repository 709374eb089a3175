import { AggregateRoot, newId, ValidationFailed } from '#kernel';
import { isPublicMailDomain } from './public-mail-domains.ts';
import { EmailDomainLost } from './email-domain.events.ts';
import { DomainNotVerified } from './single-sign-on.errors.ts';
import { SingleSignOnRevoked } from './single-sign-on.events.ts';

/** Labels of letters, digits and hyphens; the last one begins with a letter, which no IP address has. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What ends the host of a URL, or would not be a part of it. */
const NOT_IN_HOSTS = /[\s/\\?#@:[\]%]/;

/** A domain name in its normal form: lower case, an international name in Punycode, without the dot at the end. Null if it is none. */
export function domainName(text: string): string | null {
  const given = text.trim().replace(/\.$/, '');
  if (NOT_IN_HOSTS.test(given)) return null;
  const host = URL.parse(`https://${given}`)?.hostname ?? '';
  return HOST_NAME.test(host) ? host : null;
}

/** The domain of an e-mail address in its normal form. */
export const domainOfEmail = (email: string): string | null => domainName(email.slice(email.lastIndexOf('@') + 1));

/** Port that asks nameservers for the text records of a domain. */
export abstract class TextRecords {
  /** None if the domain has none for certain, or does not exist. Null if nobody knows: no nameserver responds in time, or it fails. */
  abstract of(domain: string): Promise<readonly string[] | null>;
}

/** How many domains an organization has at most. */
export const MOST_DOMAINS = 20;

const DAY = 86_400_000;
/** How often the record of a verified domain is looked for. */
export const CHECK_INTERVAL = DAY;
/** On how many days the record has to be missing, after the first, until the verification ends. */
export const DAYS_MISSING = 7;

const RECORD = 'latchkey-domain-verification';

interface NewEmailDomain {
  readonly organizationId: string;
  readonly name: string;
  /** Not a secret: whoever reads the records of the domain sees it. */
  readonly token: string;
}

export interface EmailDomainState {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The text record that the domain has to have. */
  readonly txtRecord: string;
  verifiedAt: Date | null;
  /** When the record was looked for last. */
  checkedAt: Date | null;
  /** Since when the record of a domain that was verified is missing; stays when the verification has ended for that. */
  missingSince: Date | null;
  /** How many times in a row the record was missing. */
  absences: number;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** A domain of e-mail addresses. It counts as the organization's only once a record of the domain has the token. */
export class EmailDomain extends AggregateRoot<EmailDomainState> {
  /** Throws `ValidationFailed`. */
  static create(attributes: NewEmailDomain, now: Date): EmailDomain {
    const name = domainName(attributes.name);
    if (name === null) throw ValidationFailed.at(['domain'], 'This is not a domain name.', attributes.name);
    if (isPublicMailDomain(name)) {
      throw ValidationFailed.at(['domain'], 'Everybody can have an address at this domain.', attributes.name);
    }
    return new EmailDomain({
      id: newId('email-domain'),
      organizationId: attributes.organizationId,
      name,
      txtRecord: `${RECORD}=${attributes.token}`,
      verifiedAt: null,
      checkedAt: null,
      missingSince: null,
      absences: 0,
      createdAt: now,
      modifiedAt: null,
    });
  }

  /** Whether somebody who asks for the verification lets the nameservers be asked. */
  get needsRecord(): boolean {
    return this.state.verifiedAt === null || this.state.missingSince !== null;
  }

  /** Throws `DomainNotVerified`. A domain whose record is not missing stays verified. */
  verify(records: readonly string[], now: Date): void {
    if (!this.needsRecord) return;
    if (!this.isAmong(records)) throw new DomainNotVerified(this.state.name);
    this.state.verifiedAt ??= now;
    this.state.checkedAt = now;
    this.found();
    this.state.modifiedAt = now;
  }

  /**
   * Looks for the record again, once a day. Null for the records, if the nameservers did not say, changes nothing. The verification ends
   * after days on which the record was missing for certain; the first of them is reported.
   */
  check(records: readonly string[] | null, now: Date): void {
    if (
      this.state.verifiedAt === null ||
      now.getTime() - (this.state.checkedAt ?? this.state.verifiedAt).getTime() < CHECK_INTERVAL
    )
      return;
    this.state.checkedAt = now;
    if (records === null) return;
    if (this.isAmong(records)) return this.found();
    this.state.absences += 1;
    if (this.state.missingSince === null) {
      this.state.missingSince = now;
      this.record(new EmailDomainLost(this.state.organizationId, this.state.id, now, this.state.name));
    }
    if (this.state.absences <= DAYS_MISSING) return;
    this.revoke(now);
    this.state.verifiedAt = null;
    this.state.modifiedAt = now;
  }

  /** Before it is removed: what was opened for users with an address at a verified domain ends. */
  revoke(now: Date): void {
    if (this.state.verifiedAt !== null)
      this.record(new SingleSignOnRevoked(this.state.organizationId, this.state.id, now, this.state.name));
  }

  private found(): void {
    this.state.missingSince = null;
    this.state.absences = 0;
  }

  private isAmong(records: readonly string[]): boolean {
    return records.some((each) => each.trim() === this.state.txtRecord);
  }
}
