import type { QueryBus } from '@nestjs/cqrs';
import type { AddedFields } from '#support/api-versions';
import { FindBenefits } from '#catalog/contract';
import { FindProductViews } from '#catalog/views';
import { FindCustomers, FindMembers } from '#customer-portal/contract';
import { FindCustomerStates } from '#customer-states/views';
import {
  FindBenefitGrantViews,
  FindDisputeViews,
  FindOrderViews,
  FindRefundViews,
  FindSubscriptionViews,
} from '#entitlements/views';
import { FindKeyPoolViews, FindLicenseKeyViews } from '#licensing/views';
import { FindCustomerMeterViews } from '#metering/views';
import { FindOrganizationViews } from '#organizations/views';
import { FindSeatViews } from '#seats/views';
import { addedFieldsOf } from '../views/added-fields.ts';
import { WEBHOOK_DETAILS } from '../views/webhook-details.view.ts';
import { resourceOf, type SentEventType, type WebhookResource } from '../contract/webhook-kinds.ts';
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
} as const satisfies Readonly<Record<WebhookResource | 'happened', Reader>>;

/** What an event has of the domain event besides the resource; undefined if that is nothing. */
function detailsOf({ type, aggregateId, payload }: PendingEvent): object | undefined {
  if (type === 'customer.merged') return { merged_customer_id: aggregateId };
  const details = (WEBHOOK_DETAILS as Partial<Record<string, object>>)[type];
  return details && Object.fromEntries(Object.keys(details).map((name) => [name, payload[name]]));
}

/** The data of an event whose resource cannot be read or is gone. */
export const withoutResource = (event: PendingEvent): object => ({
  id: event.aggregateId,
  ...(detailsOf(event) ?? event.payload),
});

/** Former properties of grants are not stored. */
async function readGrants(queries: QueryBus, ids: readonly string[]): Promise<Resources> {
  const grants = await queries.execute(new FindBenefitGrantViews(ids));
  return new Map([...grants].map(([id, grant]) => [id, { ...grant, previous_properties: null }]));
}

/** The data of an event, and what they have since later versions of the API. */
interface ReadData {
  readonly data: object;
  readonly added: AddedFields | undefined;
}

/**
 * The resources that the events are about, by the source ids of the events; one query for each kind of resource, and one for each change
 * of it. For a resource that no longer exists, the payload of the domain event takes its place.
 */
export async function readResources(queries: QueryBus, events: readonly PendingEvent[]): Promise<ReadonlyMap<string, ReadData>> {
  const byResource = Map.groupBy(events, ({ type }) => resourceOf(type as SentEventType));
  const read = [...byResource].map(async ([resource, own]) => {
    const ids = [...new Set(own.map(({ aggregateId }) => aggregateId))];
    const resources: Resources = await READERS[resource](queries, ids);
    const added =
      resource === 'happened' ? new Map<object, AddedFields>() : await addedFieldsOf(resource, [...resources.values()], queries);
    return own.map((event): [string, ReadData] => {
      const found = resources.get(event.aggregateId);
      const data = { ...(found ?? withoutResource(event)), ...detailsOf(event) };
      return [event.sourceId, { data, added: found && added.get(found) }];
    });
  });
  return new Map((await Promise.all(read)).flat());
}
