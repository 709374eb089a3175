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

export interface EmailChangeState extends NewEmailChange {
  readonly id: string;
  /** Keyed digest of the token in the link; null until it is mailed, and once it was used. */
  digest: Buffer | null;
  readonly requestedAt: Date;
  completedAt: Date | null;
}

/** A customer wants another e-mail address. The link that is mailed there proves that it is the customer's; valid for 30 minutes. */
export class EmailChange extends AggregateRoot<EmailChangeState> {
  static create(attributes: NewEmailChange, now: Date): EmailChange {
    const id = newId('email-change');
    const change = new EmailChange({ ...attributes, id, digest: null, requestedAt: now, completedAt: null });
    change.record(new EmailChangeRequested(change.organizationId, id, now, attributes.customerId));
    return change;
  }

  get isCompleted(): boolean {
    return this.state.completedAt !== null;
  }

  isOpen(now: Date): boolean {
    return !this.isCompleted && now.getTime() - this.state.requestedAt.getTime() <= EMAIL_CHANGE_LIFETIME;
  }

  /** Whether it is meant for a customer with this address: the one that it had when it asked, or the new one already. */
  concerns(email: string | null): boolean {
    const has = email && normalizedEmail(email);
    return has === normalizedEmail(this.state.previousEmail) || has === normalizedEmail(this.state.email);
  }

  /** Sets the token of the link; an earlier one stops working. Returns false if the change is not open any more. */
  issueToken(digest: Buffer, now: Date): boolean {
    if (!this.isOpen(now)) return false;
    this.state.digest = digest;
    return true;
  }

  /** The customer has the address. Returns false if the link was used before. */
  complete(now: Date): boolean {
    if (!this.isOpen(now)) return false;
    this.state.digest = null;
    this.state.completedAt = now;
    this.record(new EmailChangeCompleted(this.state.organizationId, this.state.id, now, this.state.customerId));
    return true;
  }
}
