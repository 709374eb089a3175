import { Query } from '@nestjs/cqrs';

/** Organizations by id as the API returns them. Unknown ids are missing in the result. */
export class FindOrganizationViews extends Query<ReadonlyMap<string, object>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
