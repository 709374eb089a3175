import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindRemainingMembers, moveToMergeTarget } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { RecordsOfCustomers } from '../domain/records-of-customers.ts';
import { EndPurchasesOfCustomer } from './end-purchases-of-customer.ts';
import { ErasePurchaseDetails } from './erase-purchase-details.ts';

/**
 * Moves purchases and grants of a merged customer, in batches, to the customer that it was merged into. Does nothing for a customer
 * that was not merged, so that it can be repeated for what was stored at the same time.
 */
export class MoveRecordsOfMergedCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    /** The event after which the records are moved. */
    readonly eventId: number,
  ) {
    super();
  }
}

@CommandHandler(MoveRecordsOfMergedCustomer)
export class MoveRecordsOfMergedCustomerHandler implements ICommandHandler<MoveRecordsOfMergedCustomer> {
  constructor(
    private readonly records: RecordsOfCustomers,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId, eventId }: MoveRecordsOfMergedCustomer): Promise<void> {
    return moveToMergeTarget(this.queries, customerId, {
      move: (from, to) => this.move(organizationId, from, to),
      end: (id) => this.commands.execute(new EndPurchasesOfCustomer(organizationId, id, eventId)),
      erase: (id) => this.commands.execute(new ErasePurchaseDetails(organizationId, id)),
    });
  }

  private async move(organizationId: string, from: string, to: string): Promise<void> {
    while (await this.moveSome(organizationId, from, to));
  }

  /** Returns false if nothing is left. A member that was deleted without having been merged stays the same. */
  private async moveSome(organizationId: string, from: string, customerId: string): Promise<boolean> {
    const ids = await this.records.membersOf(organizationId, from);
    const remaining = await this.queries.execute(new FindRemainingMembers(ids));
    const members = new Map(ids.map((id) => [id, remaining.get(id)?.id ?? id]));
    const moved = await this.records.moveSome(organizationId, from, { customerId, members }, this.clock.now());
    return moved > 0 || ids.length > 0;
  }
}
