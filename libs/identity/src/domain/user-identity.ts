import { AggregateRoot, newId } from '#kernel';

interface NewUserIdentity {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** Who a user is at the provider of an organization. The subject stays the same when the e-mail address there changes. */
export class UserIdentity extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly createdAt: Date;

  private constructor({ organizationId, connectionId, userId, issuer, subject }: NewUserIdentity, now: Date) {
    super();
    this.id = newId('user-identity');
    this.organizationId = organizationId;
    this.connectionId = connectionId;
    this.userId = userId;
    this.issuer = issuer;
    this.subject = subject;
    this.createdAt = now;
  }

  static create(attributes: NewUserIdentity, now: Date): UserIdentity {
    return new UserIdentity(attributes, now);
  }
}
