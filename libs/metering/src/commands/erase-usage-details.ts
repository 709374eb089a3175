import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Subjects } from '../domain/usage-event.ts';

/**
 * Erases, in batches, what the usage events of an anonymized customer say about it. Counted usage stays, and so do the numbers of
 * the events.
 */
export class EraseUsageDetails extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EraseUsageDetails)
export class EraseUsageDetailsHandler implements ICommandHandler<EraseUsageDetails> {
  constructor(private readonly subjects: Subjects) {}

  async execute({ organizationId, customerId }: EraseUsageDetails): Promise<void> {
    for (const subjectId of await this.subjects.eraseNames(organizationId, customerId)) {
      let last: string | null = null;
      do last = await this.subjects.eraseEvents(organizationId, subjectId, last);
      while (last !== null);
    }
  }
}
