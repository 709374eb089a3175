import { Query } from '@nestjs/cqrs';

/** License keys by id as the API returns them, but without the key itself, of any organization. Unknown ids are missing in the result. */
export class FindLicenseKeyViews extends Query<ReadonlyMap<string, object>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Pools by id as the API returns them, of any organization. Unknown ids and deleted pools are missing in the result. */
export class FindKeyPoolViews extends Query<ReadonlyMap<string, object>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
