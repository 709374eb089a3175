import { Query } from '@nestjs/cqrs';

/** Customer meters by id as the API returns them, of any organization. Unknown ids are missing in the result. */
export class FindCustomerMeterViews extends Query<ReadonlyMap<string, object>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
