import { Command } from '@nestjs/cqrs';

/**
 * The ids of those events that are about a customer who was deleted or merged by now. The deletion or merger of any other customer is
 * seen by whoever processes it, as what the event tells of is stored already.
 */
export class SelectEventsOfDeletedCustomers extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly customerIds: readonly string[] }[]) {
    super();
  }
}
