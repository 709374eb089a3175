import { Query } from '@nestjs/cqrs';

/** Whether a grant of an add-on waits for a license key that it can extend. */
export class IsWaitingForKey extends Query<boolean> {
  constructor(
    readonly organizationId: string,
    readonly grantId: string,
  ) {
    super();
  }
}
