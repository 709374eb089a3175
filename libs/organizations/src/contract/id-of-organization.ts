import { Query } from '@nestjs/cqrs';

/** The id of any organization by slug, case-insensitive, also of a blocked one. Throws `ResourceNotFound`. */
export class IdOfOrganization extends Query<string> {
  constructor(readonly slug: string) {
    super();
  }
}
