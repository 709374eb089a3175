import { Query } from '@nestjs/cqrs';

/** Resources by id as the API returns them, of any organization. Unknown ids are missing in the result. */
abstract class FindResources extends Query<ReadonlyMap<string, object>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

export class FindSubscriptionViews extends FindResources {}

export class FindOrderViews extends FindResources {}

export class FindRefundViews extends FindResources {}

export class FindBenefitGrantViews extends FindResources {}

export class FindDisputeViews extends FindResources {}
