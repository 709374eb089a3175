import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SyncPurchaseGrants } from '#entitlements';
import { SyncCreditsWithGrant } from '../../libs/metering/src/commands/sync-credits-with-grant.ts';
import type { TestApi } from './api.ts';
import type { Call } from './call.ts';
import { seedProduct } from './seed-product.ts';

/** Ids of metering resources, under their names on the wire. */
export interface MeteredFixtures {
  readonly meter_id: string;
  /** A benefit that grants credits of the meter. */
  readonly credit_benefit_id: string;
  readonly event_id: string;
  readonly voided_event_id: string;
  readonly event_type_id: string;
  readonly customer_meter_id: string;
  /** A credit of one unit with a priority. */
  readonly meter_credit_id: string;
  /** A reservation of one unit of the customer meter. */
  readonly meter_reservation_id: string;
  /** The customer meter of the team; `customer_meter_id` is the one of the individual customer. */
  readonly own_meter_id: string;
}

export const missingMeteredIds = (): MeteredFixtures => ({
  meter_id: randomUUID(),
  credit_benefit_id: randomUUID(),
  event_id: randomUUID(),
  voided_event_id: randomUUID(),
  event_type_id: randomUUID(),
  customer_meter_id: randomUUID(),
  own_meter_id: randomUUID(),
  meter_credit_id: randomUUID(),
  meter_reservation_id: randomUUID(),
});

/** A meter of which both portal customers have credits and usage. */
export async function seedMetered(
  api: TestApi,
  call: Call,
  organizationId: string,
  { customer_id, team_id }: { readonly customer_id: string; readonly team_id: string },
): Promise<MeteredFixtures> {
  const rule = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } };
  const { id: meter_id } = (await call('POST', '/v1/meters/', { name: 'Calls', ...rule })).body;
  const properties = { meter_id, units: 10, rollover: false };
  const benefit = await call('POST', '/v1/benefits/', { type: 'meter_credit', description: 'Ten calls', properties });
  const { id: product_id } = await seedProduct(api, organizationId, { benefits: [benefit.body.id] });
  for (const buyer of [customer_id, team_id]) {
    const order = await call('POST', '/v1/orders/', { product_id, customer_id: buyer });
    await api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId, orderId: order.body.id }));
  }
  await call('POST', '/v1/events/ingest', {
    events: [
      { name: 'call', customer_id },
      { name: 'call', customer_id },
      { name: 'call', customer_id: team_id },
    ],
  });
  const [event, voided] = (await call('GET', '/v1/events/?source=user')).body.items;
  await call('POST', `/v1/events/${voided.id}/void`, { reason: 'Sent twice' });
  const [type] = (await call('GET', '/v1/event-types/?source=user')).body.items;
  const ofCustomer = async (id: string): Promise<string> =>
    (await call('GET', `/v1/customer-meters/?customer_id=${id}`)).body.items[0].id;
  const customer_meter_id = await ofCustomer(customer_id);
  const grants = await call('GET', `/v1/benefit-grants/?customer_id=${customer_id}&limit=100`);
  const crediting = grants.body.items.find((grant: { benefit_id: string }) => grant.benefit_id === benefit.body.id);
  await api.app.get(CommandBus).execute(new SyncCreditsWithGrant(crediting.id));
  const reserved = await call('POST', `/v1/customer-meters/${customer_meter_id}/reservations`, { units: 1 });
  const own_meter_id = await ofCustomer(team_id);
  for (const id of [customer_meter_id, own_meter_id]) {
    await call('POST', `/v1/customer-meters/${id}/credits`, { units: 1, priority: 90, reason: 'A gift' });
  }
  const [credit] = (await call('GET', `/v1/customer-meters/${customer_meter_id}/credits`)).body.items;
  return {
    meter_id,
    credit_benefit_id: benefit.body.id,
    event_id: event.id,
    voided_event_id: voided.id,
    event_type_id: type.id,
    customer_meter_id,
    meter_credit_id: credit.id,
    meter_reservation_id: reserved.body.id,
    own_meter_id,
  };
}
