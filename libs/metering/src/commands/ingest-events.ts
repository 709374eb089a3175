import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, fieldError, ValidationFailed, type FieldError } from '#kernel';
import { computeInSlices, forEachInSlices, mapInSlices } from '#support/slices';
import {
  newEventId,
  mayBeOwnAncestor,
  ownAncestors,
  type Ingested,
  type KnownCustomer,
  type NewUsageEvent,
  UsageEvents,
} from '../domain/usage-event.ts';
import { errorsOfComparisons } from '../domain/meter-budget.ts';
import {
  customersByExternalId,
  customersById,
  customersNamed,
  membersNamed,
  mergedByExternalId,
  type NamedMembers,
} from './customer-lookup.ts';

/** The timestamp defaults to the current time. */
export type UsageEventInput = Omit<NewUsageEvent, 'id' | 'timestamp'> & { readonly timestamp?: Date };

/** Stores all events or none, and returns how many were new. An event that is already known to be invalid is replaced by its field error. */
export class IngestEvents extends Command<Ingested> {
  constructor(readonly events: readonly (UsageEventInput | FieldError)[]) {
    super();
  }
}

/** So many events that it pays to look for a reason to refuse them first. */
const MANY = 1_000;

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
    if (given.length > MANY) await this.assertFewComparisons(given);
    const named = given.filter((event): event is UsageEventInput => !isFieldError(event));
    const memberIds = new Set<string>();
    await forEachInSlices(named, ({ memberId }) => memberId !== null && memberIds.add(memberId));
    const members = await membersNamed(this.queries, [...memberIds]);
    const { customers, follow } = await this.customersOf(named, members);
    const followed = await mapInSlices(given, (event) => (isFieldError(event) ? event : follow(event)));
    const events = followed.filter((event): event is UsageEventInput => !isFieldError(event));
    ValidationFailed.throwIfAny([...(await errorsOf(followed, customers, members)), ...(await this.lineageErrors(given))]);
    const newEvents = await mapInSlices(events, (event) => ({
      ...event,
      id: newEventId(now),
      timestamp: event.timestamp ?? now,
    }));
    for (let customersSoFar = customers; ;) {
      const outcome = await this.usage.ingest(newEvents, customersSoFar, now);
      if (!('conflictingCustomerIds' in outcome)) return outcome;
      customersSoFar = [...customersSoFar, ...(await this.resolveConflicts(outcome.conflictingCustomerIds, events))];
    }
  }

  /** Refuses early what the repository would refuse in the end: much has to be done for many events until then. */
  private async assertFewComparisons(given: readonly (UsageEventInput | FieldError)[]): Promise<void> {
    const eventsOf = new Map<string, UsageEventInput[]>();
    await forEachInSlices(given, (event) => {
      if (isFieldError(event)) return;
      const own = eventsOf.get(event.organizationId);
      if (own) own.push(event);
      else eventsOf.set(event.organizationId, [event]);
    });
    const clausesOf = ([id, events]: [string, UsageEventInput[]]) =>
      this.usage.clauses(id).then((clauses) => ({ events, clauses }));
    ValidationFailed.throwIfAny(await computeInSlices(errorsOfComparisons(await Promise.all([...eventsOf].map(clausesOf)))));
  }

  /** An event that is its own ancestor would be found neither among roots nor among children. */
  private async lineageErrors(given: readonly (UsageEventInput | FieldError)[]): Promise<FieldError[]> {
    const candidates: { readonly event: UsageEventInput; readonly index: number; readonly organizationId: string }[] = [];
    await forEachInSlices(given, (event, index) => {
      if (!isFieldError(event) && mayBeOwnAncestor(event))
        candidates.push({ event, index, organizationId: event.organizationId });
    });
    const errors: FieldError[] = [];
    for (const [organizationId, own] of Map.groupBy(candidates, (each) => each.organizationId)) {
      const events = own.map(({ event }) => event);
      for (const position of await computeInSlices(ownAncestors(events, await this.usage.ancestors(organizationId, events)))) {
        const { event, index } = own[position]!;
        errors.push(fieldError(['events', index, 'parentId'], 'An event cannot be its own ancestor.', event.parent));
      }
    }
    return errors;
  }

  /** The customers that the events name, and a function that makes events of merged customers and members those of their targets. */
  private async customersOf(events: readonly UsageEventInput[], members: NamedMembers): Promise<NamedCustomers> {
    const ids = new Set([...members.values()].map((member) => member.customer_id));
    const externalIds = new Set<string>();
    const organizationIds = new Set<string>();
    await forEachInSlices(events, ({ customer, organizationId }) => {
      organizationIds.add(organizationId);
      if ('customerId' in customer) ids.add(customer.customerId);
      else externalIds.add(customer.externalId);
    });
    const organizations = [...organizationIds];
    const [byId, byExternalId] = await Promise.all([
      customersNamed(this.queries, [...ids]),
      customersByExternalId(this.queries, organizations, [...externalIds]),
    ]);
    const known = new Set(byExternalId.map(({ organizationId, externalId }) => `${organizationId} ${externalId}`));
    const unknown = [...externalIds].filter((id) =>
      organizations.some((organizationId) => !known.has(`${organizationId} ${id}`)),
    );
    const merged = await mergedByExternalId(this.queries, organizations, unknown);
    const former = (name: string): string | undefined => (known.has(name) ? undefined : merged.get(name));
    const targets = await customersNamed(this.queries, [...new Set(merged.values())]);
    const all = [...byId.values(), ...byExternalId, ...targets.values()];
    return {
      customers: [...new Map(all.map((customer) => [customer.id, customer])).values()],
      follow: (named) => {
        const event = named.memberId === null ? named : { ...named, memberId: members.get(named.memberId)?.id ?? named.memberId };
        const { customer, organizationId } = event;
        const id =
          'customerId' in customer ? byId.get(customer.customerId)?.id : former(`${organizationId} ${customer.externalId}`);
        return id === undefined ? event : { ...event, customer: { customerId: id } };
      },
    };
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

interface NamedCustomers {
  readonly customers: readonly KnownCustomer[];
  readonly follow: (event: UsageEventInput) => UsageEventInput;
}

const isFieldError = (event: UsageEventInput | FieldError): event is FieldError => 'path' in event;

/** The field errors of all events. The member of an event may belong to another customer of the organization than the event does. */
async function errorsOf(
  events: readonly (UsageEventInput | FieldError)[],
  customers: readonly KnownCustomer[],
  members: NamedMembers,
): Promise<FieldError[]> {
  const organizationsOf = new Map(customers.filter(({ isDeleted }) => !isDeleted).map((each) => [each.id, each.organizationId]));
  const errors: FieldError[] = [];
  await forEachInSlices(events, (event, index) => {
    if (isFieldError(event)) return void errors.push(event);
    const { customer, organizationId, memberId } = event;
    const isOwn = (customerId: string | undefined): boolean =>
      customerId !== undefined && organizationsOf.get(customerId) === organizationId;
    if ('customerId' in customer && !isOwn(customer.customerId)) {
      errors.push(fieldError(['events', index, 'customerId'], 'Customer not found.', customer.customerId, 'customer_id'));
    }
    if (memberId !== null && !isOwn(members.get(memberId)?.customer_id)) {
      errors.push(fieldError(['events', index, 'memberId'], 'Member not found.', memberId, 'member_id'));
    }
  });
  return errors;
}
