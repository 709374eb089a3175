import { Query } from '@nestjs/cqrs';

export interface UserSnapshot {
  readonly id: string;
  readonly email: string;
  readonly isBlocked: boolean;
}

/** A user by id, or by e-mail address without regard to case; null if there is none. */
export class FindUser extends Query<UserSnapshot | null> {
  constructor(readonly which: { readonly id: string } | { readonly email: string }) {
    super();
  }
}
