import { Query } from '@nestjs/cqrs';

interface WhichKey {
  readonly organizationId: string;
  readonly id: string;
}

/** License keys by id as the API returns them, without the keys themselves. Unknown ids are missing in the result. */
export class FindLicenseKeyViews extends Query<ReadonlyMap<string, object>> {
  constructor(readonly keys: readonly WhichKey[]) {
    super();
  }
}
