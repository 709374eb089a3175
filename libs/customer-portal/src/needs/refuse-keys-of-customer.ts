import { Command } from '@nestjs/cqrs';

/**
 * Sent when a customer has been deleted, before the response: from then on its keys are neither validated nor activated. They are
 * revoked later, when the deletion is processed. Handled by the context that has the keys.
 */
export class RefuseKeysOfCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
