import { Query } from '@nestjs/cqrs';

/** Whether an organization has an enabled connection to a provider. */
export class HasSingleSignOn extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}
