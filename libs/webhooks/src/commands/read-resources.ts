import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProductViews } from '#catalog/contract';
import { FindCustomers, FindCustomerStates, FindMembers } from '#customer-portal/contract';
import {
  FindBenefitGrantViews,
  FindDisputeViews,
  FindOrderViews,
  FindRefundViews,
  FindSubscriptionViews,
} from '#entitlements/contract';
import { FindKeyPoolViews, FindLicenseKeyViews } from '#licensing/contract';
import { FindCustomerMeterViews } from '#metering/contract';
import { FindOrganizationViews } from '#organizations/contract';
import { FindSeatViews } from '#seats/contract';
import { type FiredEventType, HAPPENED } from '../contract/webhook-event-type.view.ts';
import type { PendingEvent } from '../domain/event-log.ts';

type Resources = ReadonlyMap<string, object>;
type Reader = (queries: QueryBus, ids: readonly string[]) => Promise<Resources>;

/** Deleted resources are read as well: a `….deleted` event has the resource as it was. */
const READERS = {
  benefit: (queries, ids) => queries.execute(new FindBenefits(ids)),
  benefit_grant: (queries, ids) => readGrants(queries, ids),
  customer: (queries, ids) => queries.execute(new FindCustomers(ids)),
  customer_meter: (queries, ids) => queries.execute(new FindCustomerMeterViews(ids)),
  customer_state: (queries, ids) => queries.execute(new FindCustomerStates(ids)),
  customer_seat: (queries, ids) => queries.execute(new FindSeatViews(ids)),
  dispute: (queries, ids) => queries.execute(new FindDisputeViews(ids)),
  license_key: (queries, ids) => queries.execute(new FindLicenseKeyViews(ids)),
  license_key_pool: (queries, ids) => queries.execute(new FindKeyPoolViews(ids)),
  member: (queries, ids) => queries.execute(new FindMembers(ids)),
  order: (queries, ids) => queries.execute(new FindOrderViews(ids)),
  organization: (queries, ids) => queries.execute(new FindOrganizationViews(ids)),
  product: (queries, ids) => queries.execute(new FindProductViews(ids)),
  refund: (queries, ids) => queries.execute(new FindRefundViews(ids)),
  subscription: (queries, ids) => queries.execute(new FindSubscriptionViews(ids)),
  /** What happened: the event has what the domain event has. */
  happened: () => Promise.resolve(new Map()),
} as const satisfies { readonly [resource: string]: Reader };
type Resource = keyof typeof READERS;

/** `customer_seat.claimed` is about a `customer_seat`. */
type ResourceOf<Type extends string> = Type extends 'customer.state_changed'
  ? 'customer_state'
  : Type extends `${infer Subject}.${string}`
    ? Subject
    : never;

/** Does not compile if a kind is about a resource without a reader. */
function resourceOf(type: FiredEventType): Resource {
  if ((HAPPENED as readonly string[]).includes(type)) return 'happened';
  if (type === 'customer.state_changed') return 'customer_state';
  return type.split('.')[0] as ResourceOf<Exclude<FiredEventType, (typeof HAPPENED)[number]>> satisfies Resource;
}

/** What an event has of the domain event besides the resource. */
const DETAILS: Partial<Record<FiredEventType, (event: PendingEvent) => object>> = {
  'access_token.granted': ({ payload: { address: _address, ...details } }) => details,
  'customer.merged': ({ aggregateId }) => ({ merged_customer_id: aggregateId }),
  'customer_meter.credited': ({ payload: { units, rollover } }) => ({ units, rollover }),
  'customer_meter.threshold_reached': ({ payload: { threshold } }) => ({ threshold }),
  'license_key.activated': ({ payload: { activation_id } }) => ({ activation_id }),
  'license_key.deactivated': ({ payload: { activation_id } }) => ({ activation_id }),
  'license_key.expiring': ({ payload: { days_left } }) => ({ days_left }),
  'license_key.lease_ended': ({ payload: { activation_id } }) => ({ activation_id }),
  'license_key.leased': ({ payload: { activation_id } }) => ({ activation_id }),
  'license_key.overdraft_used': ({ payload: { activation_id, checked_out } }) => ({ activation_id, checked_out }),
  'license_key.rotated': ({ payload: { previous_valid_until } }) => ({ previous_valid_until }),
  'webhook_endpoint.disabled': ({ payload: { reason } }) => ({ reason }),
};

/** The data of an event whose resource cannot be read or is gone. */
export const withoutResource = (event: PendingEvent): object => ({
  id: event.aggregateId,
  ...(DETAILS[event.type as FiredEventType]?.(event) ?? event.payload),
});

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
  const read = [...byResource].map(async ([resource, own]) => {
    const ids = [...new Set(own.map(({ aggregateId }) => aggregateId))];
    const resources: Resources = await READERS[resource](queries, ids);
    return own.map((event): [string, object] => {
      const details = DETAILS[event.type as FiredEventType]?.(event);
      return [event.sourceId, { ...(resources.get(event.aggregateId) ?? withoutResource(event)), ...details }];
    });
  });
  return new Map((await Promise.all(read)).flat());
}
