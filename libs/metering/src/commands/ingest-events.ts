import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, fieldError, ValidationFailed, type FieldError } from '#kernel';
import { newEventId } from '../domain/event-id.ts';
import { type Ingested, type KnownCustomer, type NewUsageEvent, UsageEvents } from '../domain/usage-event.ts';
import { customersByExternalId, customersById, customersOfMembers } from './customer-lookup.ts';

/** Without a timestamp it happened just now; with one, before. */
export type UsageEventInput = Omit<NewUsageEvent, 'id' | 'timestamp'> & { readonly timestamp?: Date };

/** All of them or none. Answers how many were new. What is wrong with an event already stands in its place. */
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
    const events = given.filter((event): event is UsageEventInput => !isProblem(event));
    const members = await customersOfMembers(this.queries, [...new Set(events.flatMap(({ memberId }) => memberId ?? []))]);
    const customers = await this.customersOf(events, members);
    const problems = problemsOf(given, customers, members);
    ValidationFailed.throwIfAny(problems);
    const newEvents = events.map((event) => ({ ...event, id: newEventId(now), timestamp: event.timestamp ?? now }));
    for (let known = customers; ;) {
      const outcome = await this.usage.ingest(newEvents, known, now);
      if (!('contested' in outcome)) return outcome;
      known = [...known, ...(await this.settled(outcome.contested, events))];
    }
  }

  private async customersOf(events: readonly UsageEventInput[], members: ReadonlyMap<string, string>): Promise<KnownCustomer[]> {
    const ids = new Set<string>(members.values());
    const externalIds = new Set<string>();
    for (const { holder } of events) {
      if ('customerId' in holder) ids.add(holder.customerId);
      else externalIds.add(holder.externalId);
    }
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    const [byId, byExternalId] = await Promise.all([
      customersById(this.queries, [...ids]),
      customersByExternalId(this.queries, organizations, [...externalIds]),
    ]);
    return [...new Map([...byId, ...byExternalId].map((customer) => [customer.id, customer])).values()];
  }

  /** Someone was said to have an external id of which its owner knew nothing: just now, or no longer. */
  private async settled(ids: readonly string[], events: readonly UsageEventInput[]): Promise<KnownCustomer[]> {
    const found = await customersById(this.queries, ids);
    const gone = ids.filter((id) => found.every((customer) => customer.id !== id));
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    return [
      ...found,
      ...gone.flatMap((id) =>
        organizations.map((organizationId) => ({ id, organizationId, externalId: null, name: null, isDeleted: true })),
      ),
    ];
  }
}

const isProblem = (event: UsageEventInput | FieldError): event is FieldError => 'at' in event;

/** All that is wrong, event by event. Whoever used something and the member who did it need not be the same customer's. */
function problemsOf(
  events: readonly (UsageEventInput | FieldError)[],
  customers: readonly KnownCustomer[],
  members: ReadonlyMap<string, string>,
): FieldError[] {
  const living = new Map(customers.filter(({ isDeleted }) => !isDeleted).map((each) => [each.id, each.organizationId]));
  return events.flatMap((event, index) => {
    if (isProblem(event)) return event;
    const { holder, organizationId, memberId } = event;
    const isOwn = (customerId: string | undefined): boolean =>
      customerId !== undefined && living.get(customerId) === organizationId;
    return [
      ...('customerId' in holder && !isOwn(holder.customerId)
        ? [fieldError(['events', index, 'customerId'], 'Customer not found.', holder.customerId, 'customer_id')]
        : []),
      ...(memberId !== null && !isOwn(members.get(memberId))
        ? [fieldError(['events', index, 'memberId'], 'Member not found.', memberId, 'member_id')]
        : []),
    ];
  });
}
