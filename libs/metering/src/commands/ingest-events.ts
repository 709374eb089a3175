import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, fieldError, ValidationFailed, type FieldError } from '#kernel';
import { newEventId } from '../domain/event-id.ts';
import { type Ingested, type KnownCustomer, type NewUsageEvent, UsageEvents } from '../domain/usage-event.ts';
import { customersByExternalId, customersById, customersOfMembers } from './customer-lookup.ts';

/** The timestamp defaults to the current time. */
export type UsageEventInput = Omit<NewUsageEvent, 'id' | 'timestamp'> & { readonly timestamp?: Date };

/** Stores all events or none, and returns how many were new. An event that is already known to be invalid is replaced by its field error. */
export class IngestEvents extends Command<Ingested> {
  constructor(readonly events: readonly (UsageEventInput | FieldError)[]) {
    super();
  }
}

@CommandHandler(IngestEvents)
export class IngestEventsHandler implements ICommandHandler<IngestEvents> {
  constructor(
    private readonly usage: UsageEvents,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ events: given }: IngestEvents): Promise<Ingested> {
    if (given.length === 0) return { inserted: 0, duplicates: 0 };
    const now = this.clock.now();
    const events = given.filter((event): event is UsageEventInput => !isFieldError(event));
    const members = await customersOfMembers(this.queries, [...new Set(events.flatMap(({ memberId }) => memberId ?? []))]);
    const customers = await this.customersOf(events, members);
    const errors = errorsOf(given, customers, members);
    ValidationFailed.throwIfAny(errors);
    const newEvents = events.map((event) => ({ ...event, id: newEventId(now), timestamp: event.timestamp ?? now }));
    for (let customersSoFar = customers; ;) {
      const outcome = await this.usage.ingest(newEvents, customersSoFar, now);
      if (!('conflictingCustomerIds' in outcome)) return outcome;
      customersSoFar = [...customersSoFar, ...(await this.resolveConflicts(outcome.conflictingCustomerIds, events))];
    }
  }

  private async customersOf(events: readonly UsageEventInput[], members: ReadonlyMap<string, string>): Promise<KnownCustomer[]> {
    const ids = new Set<string>(members.values());
    const externalIds = new Set<string>();
    for (const { customer } of events) {
      if ('customerId' in customer) ids.add(customer.customerId);
      else externalIds.add(customer.externalId);
    }
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    const [byId, byExternalId] = await Promise.all([
      customersById(this.queries, [...ids]),
      customersByExternalId(this.queries, organizations, [...externalIds]),
    ]);
    return [...new Map([...byId, ...byExternalId].map((customer) => [customer.id, customer])).values()];
  }

  /**
   * Reads, by id, the customers that are stored here with an external id for which the customer portal returned no customer: they
   * were just created or deleted. An unknown id is treated as a deleted customer.
   */
  private async resolveConflicts(ids: readonly string[], events: readonly UsageEventInput[]): Promise<KnownCustomer[]> {
    const found = await customersById(this.queries, ids);
    const missing = ids.filter((id) => found.every((customer) => customer.id !== id));
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    return [
      ...found,
      ...missing.flatMap((id) =>
        organizations.map((organizationId) => ({ id, organizationId, externalId: null, name: null, isDeleted: true })),
      ),
    ];
  }
}

const isFieldError = (event: UsageEventInput | FieldError): event is FieldError => 'path' in event;

/** The field errors of all events. The member of an event may belong to another customer of the organization than the event does. */
function errorsOf(
  events: readonly (UsageEventInput | FieldError)[],
  customers: readonly KnownCustomer[],
  members: ReadonlyMap<string, string>,
): FieldError[] {
  const organizationsOf = new Map(customers.filter(({ isDeleted }) => !isDeleted).map((each) => [each.id, each.organizationId]));
  return events.flatMap((event, index) => {
    if (isFieldError(event)) return event;
    const { customer, organizationId, memberId } = event;
    const isOwn = (customerId: string | undefined): boolean =>
      customerId !== undefined && organizationsOf.get(customerId) === organizationId;
    return [
      ...('customerId' in customer && !isOwn(customer.customerId)
        ? [fieldError(['events', index, 'customerId'], 'Customer not found.', customer.customerId, 'customer_id')]
        : []),
      ...(memberId !== null && !isOwn(members.get(memberId))
        ? [fieldError(['events', index, 'memberId'], 'Member not found.', memberId, 'member_id')]
        : []),
    ];
  });
}
