import { Command } from '@nestjs/cqrs';

/** Records when the first usage event of a customer was received. Does nothing if the customer is deleted. */
export class RecordFirstUsage extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly firstEventAt: Date,
  ) {
    super();
  }
}
