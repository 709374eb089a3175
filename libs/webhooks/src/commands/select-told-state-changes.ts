import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SelectToldStateChanges } from '#customer-portal/contract';
import { EventLog } from '../domain/event-log.ts';

@CommandHandler(SelectToldStateChanges)
export class SelectToldStateChangesHandler implements ICommandHandler<SelectToldStateChanges> {
  constructor(private readonly log: EventLog) {}

  execute({ events }: SelectToldStateChanges): Promise<ReadonlySet<string>> {
    return this.log.wanted(
      events.map(({ id, organizationId }) => ({ sourceId: id, organizationId, type: 'customer.state_changed' })),
    );
  }
}
