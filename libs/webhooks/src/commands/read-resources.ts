import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProductViews } from '#catalog/contract';
import { FindCustomers, FindCustomerStates, FindMembers } from '#customer-portal/contract';
import { FindBenefitGrantViews, FindOrderViews, FindRefundViews, FindSubscriptionViews } from '#entitlements/contract';
import { FindLicenseKeyViews } from '#licensing/contract';
import { FindOrganizationViews } from '#organizations/contract';
import { FindSeatViews } from '#seats/contract';
import type { FiredEventType } from '../contract/webhook-event-type.view.ts';
import type { PendingEvent } from '../domain/event-log.ts';

type Resources = ReadonlyMap<string, object>;
type Reader = (queries: QueryBus, ids: readonly string[], events: readonly PendingEvent[]) => Promise<Resources>;

/** An event of this kind is not about a resource as it is now: it has what the domain event has. */
const none: Reader = () => Promise.resolve(new Map());

/** Deleted resources are read as well: a `….deleted` event has the resource as it was. */
const READERS = {
  benefit: (queries, ids) => queries.execute(new FindBenefits(ids)),
  benefit_grant: (queries, ids) => readGrants(queries, ids),
  customer: (queries, ids) => queries.execute(new FindCustomers(ids)),
  customer_state: (queries, ids) => queries.execute(new FindCustomerStates(ids)),
  customer_seat: (queries, ids) => queries.execute(new FindSeatViews(ids)),
  leak_suspicion: none,
  license_key: (queries, _ids, events) => readKeys(queries, events),
  license_key_pool: none,
  member: (queries, ids) => queries.execute(new FindMembers(ids)),
  order: (queries, ids) => queries.execute(new FindOrderViews(ids)),
  organization: (queries, ids) => queries.execute(new FindOrganizationViews(ids)),
  product: (queries, ids) => queries.execute(new FindProductViews(ids)),
  refund: (queries, ids) => queries.execute(new FindRefundViews(ids)),
  subscription: (queries, ids) => queries.execute(new FindSubscriptionViews(ids)),
  undelivered_purchase: none,
} as const satisfies { readonly [resource: string]: Reader };
type Resource = keyof typeof READERS;

/** Kinds that are not about the resource which they are named after. */
const OTHERS = {
  'customer.state_changed': 'customer_state',
  'license_key.leak_suspected': 'leak_suspicion',
} as const satisfies { readonly [type in FiredEventType]?: Resource };

/** `customer_seat.claimed` is about a `customer_seat`. */
type ResourceOf<Type extends string> = Type extends keyof typeof OTHERS
  ? (typeof OTHERS)[Type]
  : Type extends `${infer Subject}.${string}`
    ? Subject
    : never;

/** Does not compile if a kind is about a resource without a reader. */
const resourceOf = (type: FiredEventType): ResourceOf<FiredEventType> & Resource =>
  type in OTHERS ? OTHERS[type as keyof typeof OTHERS] : (type.split('.')[0] as ResourceOf<FiredEventType> & Resource);

/** What happened, of the payload of an event, that the resource does not have. */
const happened = ({ days_left }: PendingEvent['payload']): object => (days_left === undefined ? {} : { days_left });

const readKeys = (queries: QueryBus, events: readonly PendingEvent[]): Promise<Resources> =>
  queries.execute(new FindLicenseKeyViews(events.map(({ organizationId, aggregateId: id }) => ({ organizationId, id }))));

/** Former properties of grants are not stored. */
async function readGrants(queries: QueryBus, ids: readonly string[]): Promise<Resources> {
  const grants = await queries.execute(new FindBenefitGrantViews(ids));
  return new Map([...grants].map(([id, grant]) => [id, { ...grant, previous_properties: null }]));
}

/**
 * The resources that the events are about, by the source ids of the events; one query for each kind of resource. For a resource that
 * no longer exists, the payload of the domain event takes its place.
 */
export async function readResources(queries: QueryBus, events: readonly PendingEvent[]): Promise<ReadonlyMap<string, object>> {
  const byResource = Map.groupBy(events, ({ type }) => resourceOf(type as FiredEventType));
  const read = [...byResource].map(async ([name, own]) => {
    const ids = [...new Set(own.map(({ aggregateId }) => aggregateId))];
    const resources: Resources = await READERS[name](queries, ids, own);
    return own.map(({ sourceId, aggregateId, payload }): [string, object] => {
      const resource = resources.get(aggregateId);
      return [sourceId, resource ? { ...resource, ...happened(payload) } : { id: aggregateId, ...payload }];
    });
  });
  return new Map((await Promise.all(read)).flat());
}
