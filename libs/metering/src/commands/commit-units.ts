import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock, ResourceNotFound } from '#kernel';
import { newEventId, type NewUsageEvent } from '../domain/usage-event.ts';
import type { ReservedBalance } from '../domain/reservable-meter.ts';
import { ReservableMeters } from '../domain/reservable-meters.ts';
import { customersById } from './customer-lookup.ts';

export interface CommittedUnits extends ReservedBalance {
  /** The units that the meter counts of the event. */
  readonly units: number;
}

/** The timestamp defaults to the current time. */
export type CommittedEvent = Pick<NewUsageEvent, 'name' | 'externalId' | 'metadata'> & { readonly timestamp: Date | undefined };

/** Ends a reservation by the usage event that it was made for. */
export class CommitUnits extends Command<CommittedUnits> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly id: string,
    readonly event: CommittedEvent,
  ) {
    super();
  }
}

@CommandHandler(CommitUnits)
export class CommitUnitsHandler implements ICommandHandler<CommitUnits> {
  constructor(
    private readonly meters: ReservableMeters,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, customerMeterId, id, event }: CommitUnits): Promise<CommittedUnits> {
    const now = this.clock.now();
    const which = { id: customerMeterId, organizations: access.visible };
    const { organizationId, customerId } = await this.meters.ownerOf(which);
    access.assertCanManage(organizationId);
    const [customer] = await customersById(this.queries, [customerId]);
    if (!customer || customer.isDeleted) throw new ResourceNotFound();
    const use = {
      customer,
      event: {
        ...event,
        id: newEventId(now),
        organizationId,
        timestamp: event.timestamp ?? now,
        customer: { customerId: customer.id },
        parent: null,
        memberId: null,
        externalMemberId: null,
      },
    };
    return this.meters.changeWithUse<CommittedUnits>(which, use, now, (meter, units) => {
      meter.commit(id, units);
      return { units, ...meter.current };
    });
  }
}
