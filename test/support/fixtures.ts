import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import { IssueAccessToken } from '#organizations';
import type { TestApi } from './api.ts';
import { callAs } from './call.ts';
import { seedBenefit } from './seed-benefit.ts';
import { announceFile, type AnnouncedFile, seedFile, sendParts, unknownFile } from './seed-file.ts';
import { seedCustomer } from './seed-customer.ts';
import { type MeteredFixtures, missingMeteredIds, seedMetered } from './seed-metered.ts';
import { seedLicenseKey } from './seed-license-key.ts';
import { missingPortalIds, type PortalFixtures, seedPortal, type Sessions } from './seed-portal.ts';
import { seedProduct } from './seed-product.ts';
import { seedSeats } from './seed-seats.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

/** Everything that an operation can be about, by what it is called on the wire. */
export interface Fixtures extends PortalFixtures, MeteredFixtures {
  readonly organization_id: string;
  readonly slug: string;
  readonly customer_id: string;
  readonly external_id: string;
  /** Of a customer who has bought nothing. */
  readonly newcomer_external_id: string;
  readonly benefit_id: string;
  readonly custom_field_id: string;
  readonly product_id: string;
  readonly one_time_product_id: string;
  readonly recurring_product_id: string;
  readonly subscription_id: string;
  readonly order_id: string;
  /** Of the customer, through the order. */
  readonly benefit_grant_id: string;
  /** Of the customer who has a session. */
  readonly seat_subscription_id: string;
  /** Of the team. */
  readonly team_seat_subscription_id: string;
  readonly team_seat_id: string;
  /** Pending. */
  readonly seat_id: string;
  readonly invitation_token: string;
  readonly license_key_id: string;
  readonly key: string;
  readonly activation_id: string;
  readonly organization_token_id: string;
  readonly personal_token_id: string;
  /** Uploaded. */
  readonly file_id: string;
  /** Announced, its only part is sent. */
  readonly file: AnnouncedFile;
}

export type SeededFixtures = Fixtures & { readonly seller: SeededOrganization; readonly sessions: Sessions };

/** An organization with one of everything. */
export async function seedFixtures(api: TestApi): Promise<SeededFixtures> {
  const seller = await seedOrganization(api);
  const { id: organization_id, slug } = seller.organization;
  const benefit = await seedBenefit(api, organization_id, { activations: { limit: 5, enableCustomerAdmin: true } });
  const issued = await seedLicenseKey(api, seller, { benefit_id: benefit.id, limit_activations: 5, limit_usage: 5 });
  const { key, customer_id, benefit_id } = issued;
  const call = callAs(api, seller.oat);
  const activation = await call('POST', '/v1/license-keys/activate', { key, organization_id, label: 'laptop' });
  const customer = await call('GET', `/v1/customers/${customer_id}`);
  const field = await call('POST', '/v1/custom-fields/', {
    type: 'select',
    slug: 'country',
    name: 'Country',
    properties: { options: [{ value: 'de', label: 'Germany' }] },
  });
  const file = await announceFile(call);
  await sendParts(call, file);
  const token = (owner: IssueAccessToken['owner']) =>
    api.app.get(CommandBus).execute(new IssueAccessToken(owner, { comment: 'one', scopes: [], within: [], lifetime: null }));
  const sold = { benefits: [benefit_id] };
  const one_time_product_id = (await seedProduct(api, organization_id, sold)).id;
  const recurring_product_id = (await seedProduct(api, organization_id, { ...sold, every: 'month' })).id;
  const newcomer = await seedCustomer(api, organization_id);
  const buyer = { customer_id: (await seedCustomer(api, organization_id)).id };
  const order = await call('POST', '/v1/orders/', { customer_id, product_id: one_time_product_id });
  const subscription = await call('POST', '/v1/subscriptions/', { ...buyer, product_id: recurring_product_id });
  await api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId: organization_id, orderId: order.body.id }));
  const grants = await call('GET', `/v1/benefit-grants/?customer_id=${customer_id}`);
  const portal = await seedPortal(api, seller, customer_id);
  const seats = await seedSeats(api, seller, 3, customer_id);
  const teamSeats = await seedSeats(api, seller, 3, portal.team_id);
  const metered = await seedMetered(api, call, organization_id, { customer_id, team_id: portal.team_id });
  return {
    ...portal,
    seller,
    organization_id,
    slug,
    customer_id,
    external_id: customer.body.external_id,
    newcomer_external_id: newcomer.external_id!,
    benefit_id,
    custom_field_id: field.body.id,
    product_id: (await seedProduct(api, organization_id, { benefits: [benefit_id] })).id,
    one_time_product_id,
    recurring_product_id,
    order_id: order.body.id,
    benefit_grant_id: grants.body.items[0].id,
    subscription_id: subscription.body.id,
    seat_subscription_id: seats.subscription_id,
    team_seat_subscription_id: teamSeats.subscription_id,
    ...(await seats.invited()),
    team_seat_id: (await teamSeats.invited()).seat_id,
    license_key_id: issued.id,
    key,
    activation_id: activation.body.id,
    ...metered,
    organization_token_id: (await token({ organizationId: organization_id })).id,
    personal_token_id: (await token({ userId: seller.user.id })).id,
    file_id: (await seedFile(call)).id,
    file,
  };
}

/** Names for things that do not exist. */
export const missingIds = (): Fixtures => ({
  ...missingPortalIds(),
  file_id: randomUUID(),
  file: unknownFile(),
  organization_id: randomUUID(),
  slug: randomUUID(),
  customer_id: randomUUID(),
  external_id: randomUUID(),
  newcomer_external_id: randomUUID(),
  benefit_id: randomUUID(),
  custom_field_id: randomUUID(),
  product_id: randomUUID(),
  one_time_product_id: randomUUID(),
  recurring_product_id: randomUUID(),
  order_id: randomUUID(),
  benefit_grant_id: randomUUID(),
  subscription_id: randomUUID(),
  seat_subscription_id: randomUUID(),
  team_seat_subscription_id: randomUUID(),
  team_seat_id: randomUUID(),
  seat_id: randomUUID(),
  invitation_token: randomUUID(),
  license_key_id: randomUUID(),
  key: randomUUID(),
  activation_id: randomUUID(),
  ...missingMeteredIds(),
  organization_token_id: randomUUID(),
  personal_token_id: randomUUID(),
});
