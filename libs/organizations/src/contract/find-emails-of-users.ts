import { Query } from '@nestjs/cqrs';

/** The e-mail addresses of users by id, also of blocked ones. Unknown ids are missing in the result. */
export class FindEmailsOfUsers extends Query<ReadonlyMap<string, string>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
