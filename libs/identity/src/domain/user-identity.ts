import { AggregateRoot, newId } from '#kernel';

interface NewUserIdentity {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
}

export interface UserIdentityState extends NewUserIdentity {
  readonly id: string;
  readonly createdAt: Date;
}

/** Who a user is at the provider of an organization. The subject stays the same when the e-mail address there changes. */
export class UserIdentity extends AggregateRoot<UserIdentityState> {
  static create(attributes: NewUserIdentity, now: Date): UserIdentity {
    return new UserIdentity({ ...attributes, id: newId('user-identity'), createdAt: now });
  }
}
