import { AggregateRoot, newId } from '#kernel';

const HOUR = 3_600_000;

/** Who a session is for: a customer, or one of its members. */
export interface PortalUser {
  readonly organizationId: string;
  readonly customerId: string;
  /** Null for the customer itself. */
  readonly memberId: string | null;
}

/** What a session is opened with: whose it is, a keyed digest to know its token by, and where its visitor wants back to. */
export interface NewSession extends PortalUser {
  readonly digest: Buffer;
  readonly returnUrl: string | null;
}

/** An hour in the portal for whoever bears its token, which is given out once. It is never prolonged. */
export class PortalSession extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly digest: Buffer;
  readonly returnUrl: string | null;
  readonly expiresAt: Date;

  constructor(birth: NewSession, at: Date) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.customerId = birth.customerId;
    this.memberId = birth.memberId;
    this.digest = birth.digest;
    this.returnUrl = birth.returnUrl;
    this.expiresAt = new Date(at.getTime() + HOUR);
  }

  static open(birth: NewSession, at: Date): PortalSession {
    return new PortalSession(birth, at);
  }
}
