import { AggregateRoot, newId } from '#kernel';
import { EMAIL_CHANGE_LIFETIME } from '#support/credentials';
import { EmailChangeCompleted, EmailChangeRequested } from './email-change.events.ts';
import { normalizedEmail } from './unique-identifiers.ts';

export interface NewEmailChange {
  readonly organizationId: string;
  readonly customerId: string;
  readonly email: string;
  /** The address that the customer has. */
  readonly previousEmail: string;
}

/** A customer wants another e-mail address. The link that is mailed there proves that it is the customer's; valid for 30 minutes. */
export class EmailChange extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly email: string;
  readonly previousEmail: string;
  /** Keyed digest of the token in the link; null until it is mailed, and once it was used. */
  digest: Buffer | null;
  readonly requestedAt: Date;
  private completedAt: Date | null;

  private constructor({ organizationId, customerId, email, previousEmail }: NewEmailChange, now: Date) {
    super();
    this.id = newId('email-change');
    this.organizationId = organizationId;
    this.customerId = customerId;
    this.email = email;
    this.previousEmail = previousEmail;
    this.digest = null;
    this.requestedAt = now;
    this.completedAt = null;
  }

  static create(attributes: NewEmailChange, now: Date): EmailChange {
    const change = new EmailChange(attributes, now);
    change.record(new EmailChangeRequested(change.organizationId, change.id, now, change.customerId));
    return change;
  }

  get isCompleted(): boolean {
    return this.completedAt !== null;
  }

  isOpen(now: Date): boolean {
    return !this.isCompleted && now.getTime() - this.requestedAt.getTime() <= EMAIL_CHANGE_LIFETIME;
  }

  /** Whether it is meant for a customer with this address: the one that it had when it asked, or the new one already. */
  concerns(email: string | null): boolean {
    const has = email && normalizedEmail(email);
    return has === normalizedEmail(this.previousEmail) || has === normalizedEmail(this.email);
  }

  /** Sets the token of the link; an earlier one stops working. Returns false if the change is not open any more. */
  issueToken(digest: Buffer, now: Date): boolean {
    if (!this.isOpen(now)) return false;
    this.digest = digest;
    return true;
  }

  /** The customer has the address. Returns false if the link was used before. */
  complete(now: Date): boolean {
    if (!this.isOpen(now)) return false;
    this.digest = null;
    this.completedAt = now;
    this.record(new EmailChangeCompleted(this.organizationId, this.id, now, this.customerId));
    return true;
  }
}
