import { Query } from '@nestjs/cqrs';

export interface UserSnapshot {
  readonly id: string;
  readonly email: string;
  /** The organizations that the user belongs to, by name. */
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
}

/** A user who is not blocked, by id; null if there is none. */
export class FindUser extends Query<UserSnapshot | null> {
  constructor(readonly id: string) {
    super();
  }
}
