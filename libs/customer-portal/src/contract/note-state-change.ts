import { Command } from '@nestjs/cqrs';

/**
 * Notes that what a customer has was changed: one `customer.state_changed` tells of it and of the changes that follow within a short time.
 */
export class NoteStateChange extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}
