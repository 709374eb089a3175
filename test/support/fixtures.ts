import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import { CreateOrganization, IssueAccessToken, RegisterUser, SetMemberRole } from '#organizations';
import { ReleaseDownloads } from '#releases';
import { SyncAttachedGrant } from '../../libs/licensing/src/commands/keys/sync-attached-grant.ts';
import type { TestApi } from './api.ts';
import { type Call, callAs } from './call.ts';
import { CONNECTOR_SECRET, stripeSignature, StripeLife } from './connectors/stripe-events.ts';
import { seedBenefit } from './seed-benefit.ts';
import { announceFile, type AnnouncedFile, seedFile, sendParts, unknownFile } from './seed-file.ts';
import { seedCustomer } from './seed-customer.ts';
import { seedFailedEvent } from './seed-failed-event.ts';
import { requestFile } from './offline-files.ts';
import { type MeteredFixtures, missingMeteredIds, seedMetered } from './seed-metered.ts';
import { seedLicenseKey } from './seed-license-key.ts';
import { missingPortalIds, type PortalFixtures, seedPortal, type Sessions } from './seed-portal.ts';
import { seedProduct } from './seed-product.ts';
import { INSTALLER, seedRelease } from './seed-release.ts';
import { seedSeats } from './seed-seats.ts';
import { missingSingleSignOn, seedSingleSignOn, type SingleSignOnFixtures } from './seed-single-sign-on.ts';
import { missingUserIds, seedUserCredentials, type UserFixtures } from './seed-user.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

/** Ids and other values for the requests of every operation, under their names on the wire. */
export interface Fixtures extends PortalFixtures, MeteredFixtures, UserFixtures, SingleSignOnFixtures {
  readonly organization_id: string;
  readonly slug: string;
  readonly customer_id: string;
  readonly external_id: string;
  /** The external id of a customer without purchases. */
  readonly newcomer_external_id: string;
  /** An individual customer that has nothing. */
  readonly mergeable_customer_id: string;
  /** A customer that another one was merged into. */
  readonly surviving_customer_id: string;
  readonly merged_customer_id: string;
  readonly benefit_id: string;
  readonly custom_field_id: string;
  readonly product_id: string;
  readonly one_time_product_id: string;
  readonly recurring_product_id: string;
  readonly subscription_id: string;
  readonly order_id: string;
  readonly ordered_product_id: string;
  readonly void_order_id: string;
  /** An open dispute about an order of its own. */
  readonly refund_id: string;
  readonly dispute_id: string;
  /** A grant of the customer, from the order. */
  readonly benefit_grant_id: string;
  /** Belongs to the individual customer. */
  readonly seat_subscription_id: string;
  /** Belongs to the team. */
  readonly team_seat_subscription_id: string;
  readonly team_seat_id: string;
  /** A pending seat. */
  readonly seat_id: string;
  readonly invitation_token: string;
  readonly license_key_id: string;
  readonly key: string;
  readonly activation_id: string;
  /** The organization, which has leased a license key. */
  readonly leasing_organization_id: string;
  readonly floating_key: string;
  readonly floating_activation_id: string;
  /** A reservation of usage of the license key. */
  readonly reservation_id: string;
  /** A license key with an increment that is kept. */
  readonly counting_license_key_id: string;
  /** A benefit that offers trials. */
  readonly trial_benefit_id: string;
  /** The license key of a device that got it as a trial. */
  readonly trial_license_key_id: string;
  /** The activation and the lease of a device that was activated by file. */
  readonly filed_activation_id: string;
  readonly filed_lease_id: string;
  /** The ended activation of a device whose lease holds a place. */
  readonly held_activation_id: string;
  /** A benefit whose grants are attached to license keys that are chosen, what was given of it to the license key, and a grant that waits. */
  readonly flag_benefit_id: string;
  readonly entitlement_id: string;
  readonly add_on_grant_id: string;
  /** Has an available entry. */
  readonly pool_id: string;
  readonly pool_entry_id: string;
  /** A benefit without a pool. */
  readonly poolless_benefit_id: string;
  /** A batch, and one of its keys that nobody has claimed. */
  /** A bulk change of a license key of its own. */
  readonly bulk_change_id: string;
  readonly batch_id: string;
  readonly unclaimed_key: string;
  /** An application in which customers sign in, and the codes of a sign-in that nobody has decided. */
  readonly sign_in_client_id: string;
  readonly device_code: string;
  readonly device_user_code: string;
  /** A member who is not the owner. */
  readonly colleague_id: string;
  /** An invitation of somebody to the organization. */
  readonly invitation_id: string;
  /** An invitation of the owner to another organization. */
  readonly own_invitation_id: string;
  readonly organization_token_id: string;
  readonly personal_token_id: string;
  /** A sandbox of the organization, of another owner. */
  readonly sandbox_id: string;
  /** A selection of metrics. */
  readonly dashboard_id: string;
  /** Shared by the user. */
  readonly saved_view_id: string;
  /** About the customer. */
  readonly note_id: string;
  readonly webhook_endpoint_id: string;
  /** An event that was sent to the endpoint. */
  readonly webhook_event_id: string;
  /** An event that the service could not process. */
  readonly failed_event_id: string;
  /** A connector of Stripe, with one price and one event. */
  readonly connector_id: string;
  readonly connector_price_id: string;
  readonly connector_event_id: string;
  readonly undelivered_purchase_id: string;
  /** The line about a customer whose e-mail address changed at the provider. */
  readonly changed_email_id: string;
  readonly delivered_product_id: string;
  /** A benefit with files, granted to the customer. */
  readonly download_benefit_id: string;
  /** Its upload is complete. */
  readonly file_id: string;
  /** A draft of the product with an artifact, and a release of it that is published. */
  readonly release_id: string;
  readonly published_release_id: string;
  readonly released_product_id: string;
  readonly artifact_id: string;
  /** A file to download that is no artifact yet. */
  readonly release_file_id: string;
  /** For the license key and the product. */
  readonly download_token_id: string;
  /** Its only part is uploaded, its upload is not completed. */
  readonly file: AnnouncedFile;
}

export type SeededFixtures = Fixtures & { readonly seller: SeededOrganization; readonly sessions: Sessions };

/** Fixtures that are seeded together; an organization with a customer, a license key and an activation always exists. */
const GROUPS = {
  leases: ['leasing_organization_id'],
  floating: ['floating_key', 'floating_activation_id'],
  trials: ['trial_benefit_id', 'trial_license_key_id'],
  filedLeases: ['filed_activation_id', 'filed_lease_id'],
  heldPlaces: ['held_activation_id'],
  reservations: ['reservation_id'],
  increments: ['counting_license_key_id'],
  entitlements: ['flag_benefit_id', 'entitlement_id', 'add_on_grant_id'],
  pools: ['pool_id', 'pool_entry_id', 'poolless_benefit_id'],
  bulkChanges: ['bulk_change_id'],
  batches: ['batch_id', 'unclaimed_key'],
  deviceSignIns: ['sign_in_client_id', 'device_code', 'device_user_code'],
  mergers: ['mergeable_customer_id'],
  aliases: ['surviving_customer_id', 'merged_customer_id'],
  customField: ['custom_field_id'],
  files: ['file_id', 'file'],
  downloads: ['download_benefit_id'],
  products: ['product_id', 'one_time_product_id', 'recurring_product_id'],
  newcomers: ['newcomer_external_id'],
  orders: ['order_id', 'ordered_product_id', 'benefit_grant_id'],
  voidOrders: ['void_order_id'],
  refunds: ['refund_id'],
  disputes: ['dispute_id'],
  subscriptions: ['subscription_id'],
  portal: [
    'team_id',
    'team_external_id',
    'member_id',
    'member_external_id',
    'sign_in_code',
    'other_sign_in_code',
    'email_change_token',
  ],
  seats: ['seat_subscription_id', 'team_seat_subscription_id', 'team_seat_id', 'seat_id', 'invitation_token'],
  metering: [
    'meter_id',
    'credit_benefit_id',
    'event_id',
    'voided_event_id',
    'event_type_id',
    'customer_meter_id',
    'own_meter_id',
    'meter_credit_id',
    'meter_reservation_id',
  ],
  tokens: ['organization_token_id', 'personal_token_id'],
  colleagues: ['colleague_id', 'invitation_id', 'own_invitation_id'],
  credentials: [
    'user_email',
    'user_code',
    'user_session_id',
    'second_factor_token',
    'recovery_code',
    'totp_secret',
    'passkey_id',
    'authorization_id',
    'new_passkey',
  ],
  singleSignOn: ['openid_issuer', 'openid_secret', 'email_domain_id', 'newcomer_email', 'single_sign_on', 'sign_in_cookie'],
  sandboxes: ['sandbox_id'],
  dashboards: ['dashboard_id'],
  savedViews: ['saved_view_id'],
  notes: ['note_id'],
  releases: ['release_id', 'published_release_id', 'released_product_id', 'artifact_id', 'release_file_id', 'download_token_id'],
  webhooks: ['webhook_endpoint_id', 'webhook_event_id'],
  failedEvents: ['failed_event_id'],
  connectors: [
    'connector_id',
    'connector_price_id',
    'connector_event_id',
    'undelivered_purchase_id',
    'changed_email_id',
    'delivered_product_id',
  ],
} as const satisfies { readonly [group: string]: readonly (keyof Fixtures)[] };
export type Group = keyof typeof GROUPS;
const ALL_GROUPS = Object.keys(GROUPS) as Group[];

/** The groups that a request reads, found by building the request once. */
export function groupsReadBy(request: (fixtures: Fixtures) => unknown): Group[] {
  const read = new Set<PropertyKey>();
  const recorder = new Proxy(missingIds(), { get: (target, name) => (read.add(name), Reflect.get(target, name)) });
  request(recorder);
  return ALL_GROUPS.filter((group) => GROUPS[group].some((name) => read.has(name)));
}

/** An organization with resources of these groups; the values of the other groups are ids of nothing. */
export async function seedFixtures(api: TestApi, groups: readonly Group[] = ALL_GROUPS): Promise<SeededFixtures> {
  const seller = await seedOrganization(api);
  const { id: organization_id, slug } = seller.organization;
  const call = callAs(api, seller.oat);
  const benefit = await seedBenefit(api, organization_id, {
    activations: { limit: 5, enableCustomerAdmin: true },
    offline: { leaseSeconds: 3600, graceSeconds: 60, maxOfflineDevices: 5, held: 'until_lease_ends' },
  });
  const issued = await seedLicenseKey(api, seller, { benefit_id: benefit.id, limit_activations: 5, limit_usage: 5 });
  const { key, customer_id, benefit_id } = issued;
  const activation = await call('POST', '/v1/license-keys/activate', { key, organization_id, label: 'laptop' });
  const customer = await call('GET', `/v1/customers/${customer_id}`);
  const sold = { organization_id, customer_id, benefit_id };
  const seed = <T>(group: Group, run: () => Promise<T>): Promise<T | undefined> =>
    groups.includes(group) ? run() : Promise.resolve(undefined);
  const needsTeam = (['portal', 'seats', 'metering'] as const).some((group) => groups.includes(group));
  const portal = needsTeam ? await seedPortal(api, seller, customer_id) : undefined;
  return {
    ...missingIds(),
    ...portal,
    sessions: portal?.sessions ?? { customer_session: '', member_session: '' },
    seller,
    organization_id,
    slug,
    customer_id,
    external_id: customer.body.external_id,
    benefit_id,
    license_key_id: issued.id,
    key,
    activation_id: activation.body.id,
    ...(await seed('products', () => seedProducts(api, organization_id, benefit_id))),
    ...(await seed('newcomers', async () => ({ newcomer_external_id: (await seedCustomer(api, organization_id)).external_id! }))),
    ...(await seed('orders', () => seedOrder(api, call, sold))),
    ...(await seed('voidOrders', () => seedVoidOrder(api, call, sold))),
    ...(await seed('refunds', () => seedRefund(api, call, sold))),
    ...(await seed('disputes', () => seedDispute(api, call, sold))),
    ...(await seed('subscriptions', () => seedSubscription(api, call, sold))),
    ...(await seed('entitlements', () =>
      seedEntitlements(api, call, { organization_id, customer_id, license_key_id: issued.id }),
    )),
    ...(await seed('heldPlaces', () => seedHeldPlace(api, { key, organization_id }))),
    ...(await seed('leases', () => seedLease(api, { key, organization_id, activation_id: activation.body.id }))),
    ...(await seed('floating', () => seedFloating(api, seller, customer_id))),
    ...(await seed('trials', () => seedTrial(api, organization_id, customer_id))),
    ...(await seed('filedLeases', () => seedFiledLease(call, { organization_id, license_key_id: issued.id }))),
    ...(await seed('reservations', () => seedReservation(api, { key, organization_id }))),
    ...(await seed('increments', () => seedIncrement(api, seller, customer_id))),
    ...(await seed('pools', () => seedPool(api, call, organization_id))),
    ...(await seed('bulkChanges', () => seedBulkChange(api, call, seller))),
    ...(await seed('batches', () => seedBatch(api, call, organization_id))),
    ...(await seed('deviceSignIns', () => seedDeviceSignIn(api, call, { organization_id, benefit_id }))),
    ...(await seed('seats', () => seedSeatsOfBoth(api, seller, customer_id, portal!.team_id))),
    ...(await seed('metering', () => seedMetered(api, call, organization_id, { customer_id, team_id: portal!.team_id }))),
    ...(await seed('mergers', async () => ({ mergeable_customer_id: (await seedCustomer(api, organization_id)).id }))),
    ...(await seed('aliases', () => seedMerged(api, call, organization_id))),
    ...(await seed('customField', () => seedCustomField(call))),
    ...(await seed('files', () => seedFiles(call))),
    ...(await seed('downloads', () => seedDownloads(api, call, organization_id, customer_id))),
    ...(await seed('tokens', () => seedTokens(api, seller))),
    ...(await seed('colleagues', () => seedColleagues(api, seller))),
    ...(await seed('credentials', () => seedUserCredentials(api, seller))),
    ...(await seed('singleSignOn', () => seedSingleSignOn(api, organization_id))),
    ...(await seed('webhooks', () => seedWebhooks(call))),
    ...(await seed('failedEvents', async () => ({ failed_event_id: (await seedFailedEvent(api, organization_id)).id }))),
    ...(await seed('connectors', () => seedConnectors(api, call, organization_id))),
    ...(await seed('sandboxes', () => seedSandbox(api, organization_id))),
    ...(await seed('dashboards', () => seedDashboard(call))),
    ...(await seed('savedViews', () => seedSavedView(api, seller))),
    ...(await seed('notes', () => seedNote(call, customer_id))),
    ...(await seed('releases', () => seedReleases(api, call, { organization_id, benefit_id, license_key_id: issued.id }))),
  };
}

/** What is bought, and by whom. */
type Sold = Pick<Fixtures, 'organization_id' | 'customer_id' | 'benefit_id'>;

async function seedProducts(
  api: TestApi,
  organizationId: string,
  benefitId: string,
): Promise<Pick<Fixtures, (typeof GROUPS.products)[number]>> {
  const sold = { benefits: [benefitId] };
  return {
    product_id: (await seedProduct(api, organizationId, sold)).id,
    one_time_product_id: (await seedProduct(api, organizationId, sold)).id,
    recurring_product_id: (await seedProduct(api, organizationId, { ...sold, every: 'month' })).id,
  };
}

/** An order of the customer for a product of its own. */
async function placeOrder(
  api: TestApi,
  call: Call,
  { organization_id, customer_id, benefit_id }: Sold,
): Promise<Pick<Fixtures, 'order_id' | 'ordered_product_id'>> {
  const { id: product_id } = await seedProduct(api, organization_id, { benefits: [benefit_id] });
  const { body } = await call('POST', '/v1/orders/', { customer_id, product_id, amount: 500 });
  return { order_id: body.id, ordered_product_id: product_id };
}

async function seedOrder(api: TestApi, call: Call, sold: Sold): Promise<Pick<Fixtures, (typeof GROUPS.orders)[number]>> {
  const ordered = await placeOrder(api, call, sold);
  const { order_id } = ordered;
  const documents = { invoice: { number: '1', url: 'https://example.com/1' }, receipt: { url: 'https://example.com/2' } };
  await call('PATCH', `/v1/orders/${order_id}`, documents);
  await grantToTeam(api, sold.organization_id, order_id);
  const grants = await call('GET', `/v1/benefit-grants/?customer_id=${sold.customer_id}`);
  return { ...ordered, benefit_grant_id: grants.body.items[0].id };
}

async function seedVoidOrder(api: TestApi, call: Call, sold: Sold): Promise<Pick<Fixtures, 'void_order_id'>> {
  const { order_id: void_order_id } = await placeOrder(api, call, sold);
  await call('POST', `/v1/orders/${void_order_id}/void`);
  return { void_order_id };
}

async function seedRefund(api: TestApi, call: Call, sold: Sold): Promise<Pick<Fixtures, 'refund_id'>> {
  const { order_id } = await placeOrder(api, call, sold);
  return { refund_id: (await call('POST', '/v1/refunds/', { order_id, reason: 'other', amount: 100 })).body.id };
}

async function seedDispute(api: TestApi, call: Call, sold: Sold): Promise<Pick<Fixtures, 'dispute_id'>> {
  const { order_id } = await placeOrder(api, call, sold);
  return { dispute_id: (await call('POST', '/v1/disputes/', { order_id, payment_id: 'ch_1' })).body.id };
}

async function seedSubscription(
  api: TestApi,
  call: Call,
  { organization_id, benefit_id }: Sold,
): Promise<Pick<Fixtures, 'subscription_id'>> {
  const { id: customer_id } = await seedCustomer(api, organization_id);
  const { id: product_id } = await seedProduct(api, organization_id, { benefits: [benefit_id], every: 'month' });
  return { subscription_id: (await call('POST', '/v1/subscriptions/', { customer_id, product_id })).body.id };
}

async function seedLease(
  api: TestApi,
  presented: Pick<Fixtures, 'key' | 'organization_id' | 'activation_id'>,
): Promise<Pick<Fixtures, 'leasing_organization_id'>> {
  await callAs(api)('POST', '/v1/customer-portal/license-keys/lease', presented);
  return { leasing_organization_id: presented.organization_id };
}

async function seedHeldPlace(
  api: TestApi,
  presented: Pick<Fixtures, 'key' | 'organization_id'>,
): Promise<Pick<Fixtures, (typeof GROUPS.heldPlaces)[number]>> {
  const call = callAs(api);
  const { body } = await call('POST', '/v1/customer-portal/license-keys/lease', { ...presented, label: 'lost notebook' });
  const activation_id = body.activation.id;
  await call('POST', '/v1/customer-portal/license-keys/deactivate', { ...presented, activation_id });
  return { held_activation_id: activation_id };
}

/** An entitlement that was given by hand, and the grant of an add-on that waits until its key is chosen. */
async function seedEntitlements(
  api: TestApi,
  call: Call,
  { organization_id, customer_id, license_key_id }: Pick<Fixtures, 'organization_id' | 'customer_id' | 'license_key_id'>,
): Promise<Pick<Fixtures, (typeof GROUPS.entitlements)[number]>> {
  const flag = {
    type: 'feature_flag',
    description: 'Export',
    properties: {},
    values: { export: true },
    attach: { to: 'choose' },
    visibility: 'public',
  };
  const { body: benefit } = await call('POST', '/v1/benefits/', flag);
  const product = await seedProduct(api, organization_id, { benefits: [benefit.id] });
  const { body: order } = await call('POST', '/v1/orders/', { product_id: product.id, customer_id });
  await grantToTeam(api, organization_id, order.id);
  const { body: grants } = await call('GET', `/v1/benefit-grants/?limit=100&customer_id=${customer_id}`);
  const given = { benefit_id: benefit.id, values: { pages: 1 }, reason: 'Promised by support' };
  const { body: entitlement } = await call('POST', `/v1/license-keys/${license_key_id}/entitlements`, given);
  const grant = grants.items.find(({ order_id }: { order_id: string }) => order_id === order.id);
  await api.app.get(CommandBus).execute(new SyncAttachedGrant(grant.id));
  return { flag_benefit_id: benefit.id, entitlement_id: entitlement.id, add_on_grant_id: grant.id };
}

async function seedFloating(
  api: TestApi,
  seller: SeededOrganization,
  customer_id: string,
): Promise<Pick<Fixtures, (typeof GROUPS.floating)[number]>> {
  const activations = { limit: 5, enableCustomerAdmin: true, mode: 'floating' } as const;
  const benefit = await seedBenefit(api, seller.organization.id, { activations });
  const { key, organization_id } = await seedLicenseKey(api, seller, { customer_id, benefit_id: benefit.id });
  const { body } = await callAs(api)('POST', '/v1/customer-portal/license-keys/activate', { key, organization_id, label: 'CI' });
  return { floating_key: key, floating_activation_id: body.id };
}

async function seedTrial(
  api: TestApi,
  organizationId: string,
  customerId: string,
): Promise<Pick<Fixtures, (typeof GROUPS.trials)[number]>> {
  const { id } = await seedBenefit(api, organizationId, { policy: { trial: { days: 14, customerId } } });
  const asked = { organization_id: organizationId, benefit_id: id };
  const { body } = await callAs(api)('POST', '/v1/customer-portal/license-keys/trial', asked, { 'license-device': 'old laptop' });
  return { trial_benefit_id: id, trial_license_key_id: body.id };
}

async function seedFiledLease(
  call: Call,
  { organization_id, license_key_id }: Pick<Fixtures, 'organization_id' | 'license_key_id'>,
): Promise<Pick<Fixtures, (typeof GROUPS.filedLeases)[number]>> {
  const request = requestFile(organization_id, 'workshop');
  const { body } = await call('POST', `/v1/license-keys/${license_key_id}/offline-activation`, { request });
  const claims = JSON.parse(Buffer.from(body.lease.split('.')[1], 'base64url').toString()) as { readonly jti: string };
  return { filed_activation_id: body.activation.id, filed_lease_id: claims.jti };
}

async function seedReservation(
  api: TestApi,
  presented: Pick<Fixtures, 'key' | 'organization_id'>,
): Promise<Pick<Fixtures, 'reservation_id'>> {
  const body = { ...presented, units: 1 };
  const reserved = await callAs(api)('POST', '/v1/customer-portal/license-keys/reservations', body);
  return { reservation_id: reserved.body.id };
}

async function seedIncrement(
  api: TestApi,
  seller: SeededOrganization,
  customer_id: string,
): Promise<Pick<Fixtures, 'counting_license_key_id'>> {
  const benefit = await seedBenefit(api, seller.organization.id, { policy: { counters: { exports: {} } } });
  const { id, key, organization_id } = await seedLicenseKey(api, seller, { customer_id, benefit_id: benefit.id });
  const increment = { counter: 'exports', units: 1, metadata: { project: 'Site plan' } };
  await callAs(api)('POST', '/v1/customer-portal/license-keys/validate', { key, organization_id, increment });
  return { counting_license_key_id: id };
}

async function seedPool(
  api: TestApi,
  call: Call,
  organizationId: string,
): Promise<Pick<Fixtures, (typeof GROUPS.pools)[number]>> {
  const [benefit, another] = [await seedBenefit(api, organizationId), await seedBenefit(api, organizationId)];
  const { body } = await call('POST', '/v1/license-key-pools', { name: 'Batch 7', benefit_id: benefit.id });
  await call('POST', `/v1/license-key-pools/${body.id}/entries`, { entries: ['PUBLISHER-0000001'] });
  const entries = await call('GET', `/v1/license-key-pools/${body.id}/entries`);
  return { pool_id: body.id, pool_entry_id: entries.body.items[0].id, poolless_benefit_id: another.id };
}

async function seedBulkChange(
  api: TestApi,
  call: Call,
  seller: SeededOrganization,
): Promise<Pick<Fixtures, (typeof GROUPS.bulkChanges)[number]>> {
  const { id } = await seedLicenseKey(api, seller, { limit_activations: 2 });
  const { body } = await call('POST', '/v1/bulk/license-keys/', { action: { type: 'add_activations', count: 1 }, ids: [id] });
  return { bulk_change_id: body.id };
}

async function seedBatch(
  api: TestApi,
  call: Call,
  organizationId: string,
): Promise<Pick<Fixtures, (typeof GROUPS.batches)[number]>> {
  const { id: benefit_id } = await seedBenefit(api, organizationId);
  const { body } = await call('POST', '/v1/license-key-batches', { name: 'Boxes', benefit_id, size: 1 });
  const { text } = await call('GET', `/v1/license-key-batches/${body.id}/export`);
  return { batch_id: body.id, unclaimed_key: JSON.parse(text).key };
}

async function seedDeviceSignIn(
  api: TestApi,
  call: Call,
  { organization_id, benefit_id }: Pick<Fixtures, 'organization_id' | 'benefit_id'>,
): Promise<Pick<Fixtures, (typeof GROUPS.deviceSignIns)[number]>> {
  const { body } = await call('POST', '/v1/sign-in-clients', { name: 'Atlas', benefit_ids: [benefit_id] });
  const begun = await callAs(api)('POST', '/v1/customer-portal/license-keys/sign-in', { organization_id, client_id: body.id });
  return { sign_in_client_id: body.id, device_code: begun.body.device_code, device_user_code: begun.body.user_code };
}

async function seedSeatsOfBoth(api: TestApi, seller: SeededOrganization, customerId: string, teamId: string) {
  const [seats, teamSeats] = [await seedSeats(api, seller, 3, customerId), await seedSeats(api, seller, 3, teamId)];
  return {
    seat_subscription_id: seats.subscription_id,
    team_seat_subscription_id: teamSeats.subscription_id,
    ...(await seats.invite()),
    team_seat_id: (await teamSeats.invite()).seat_id,
  };
}

async function seedMerged(
  api: TestApi,
  call: Call,
  organizationId: string,
): Promise<Pick<Fixtures, (typeof GROUPS.aliases)[number]>> {
  const [{ id: surviving_customer_id }, { id: merged_customer_id }] = [
    await seedCustomer(api, organizationId),
    await seedCustomer(api, organizationId),
  ];
  await call('POST', `/v1/customers/${surviving_customer_id}/merge`, { customer_id: merged_customer_id });
  return { surviving_customer_id, merged_customer_id };
}

async function seedReleases(
  api: TestApi,
  call: Call,
  { organization_id, benefit_id, license_key_id }: Pick<Fixtures, 'organization_id' | 'benefit_id' | 'license_key_id'>,
): Promise<Pick<Fixtures, (typeof GROUPS.releases)[number]>> {
  const { id: released_product_id } = await seedProduct(api, organization_id, { benefits: [benefit_id] });
  const draft = await seedRelease(call, { product_id: released_product_id, version: '2.0.0' });
  const published = await seedRelease(call, { product_id: released_product_id, version: '1.0.0' });
  await call('POST', `/v1/releases/${published.release_id}/publish`);
  const download = { organizationId: organization_id, releaseId: published.release_id, licenseKeyId: license_key_id };
  const downloads = api.app.get(ReleaseDownloads);
  downloads.count(download, new Date());
  await downloads.flush();
  const file = await seedFile(call, { ...INSTALLER, name: 'app-2.zip' });
  const token = await call('POST', '/v1/download-tokens/', { license_key_id, product_id: released_product_id });
  return {
    ...draft,
    published_release_id: published.release_id,
    released_product_id,
    release_file_id: file.id,
    download_token_id: token.body.id,
  };
}

async function seedCustomField(call: Call): Promise<Pick<Fixtures, 'custom_field_id'>> {
  const properties = { options: [{ value: 'de', label: 'Germany' }] };
  const { body } = await call('POST', '/v1/custom-fields/', { type: 'select', slug: 'country', name: 'Country', properties });
  return { custom_field_id: body.id };
}

async function seedFiles(call: Call): Promise<Pick<Fixtures, 'file' | 'file_id'>> {
  const file = await announceFile(call);
  await sendParts(call, file);
  return { file_id: (await seedFile(call)).id, file };
}

async function seedDownloads(
  api: TestApi,
  call: Call,
  organizationId: string,
  customer_id: string,
): Promise<Pick<Fixtures, 'download_benefit_id'>> {
  const file = await seedFile(call, { service: 'downloadable', mime_type: 'application/zip', name: 'app.zip' });
  const benefit = { type: 'downloadables', description: 'The app', properties: { files: [file.id] } };
  const { id: download_benefit_id } = (await call('POST', '/v1/benefits/', benefit)).body;
  const { id: product_id } = await seedProduct(api, organizationId, { benefits: [download_benefit_id] });
  const order = await call('POST', '/v1/orders/', { customer_id, product_id });
  await grantToTeam(api, organizationId, order.body.id);
  return { download_benefit_id };
}

/** Grants the benefits of an order as if to a team as a whole, so that billing managers see them. */
async function grantToTeam(api: TestApi, organizationId: string, orderId: string): Promise<void> {
  await api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId, orderId }));
  const em = api.app.get(EntityManager).fork();
  await em.execute('update entitlements.benefit_grants set member_id = null where order_id = ?', [orderId]);
}

async function seedWebhooks(call: Call): Promise<Pick<Fixtures, (typeof GROUPS.webhooks)[number]>> {
  const { body } = await call('POST', '/v1/webhooks/endpoints', { url: 'https://example.com/', format: 'raw', events: [] });
  const test = await call('POST', `/v1/webhooks/endpoints/${body.id}/test`);
  return { webhook_endpoint_id: body.id, webhook_event_id: test.body.id };
}

async function seedConnectors(
  api: TestApi,
  call: Call,
  organizationId: string,
): Promise<Pick<Fixtures, (typeof GROUPS.connectors)[number]>> {
  const { body } = await call('POST', '/v1/connectors', { provider: 'stripe', secret: CONNECTOR_SECRET });
  const product = await seedProduct(api, organizationId);
  const price = { external_id: 'price_1', product_id: product.id };
  await call('POST', `/v1/connectors/${body.id}/prices`, price);
  const event = JSON.stringify(new StripeLife(new Date()).customerCreated(new Date()));
  await call('POST', `/v1/connectors/${body.id}/webhook`, event, {
    'stripe-signature': stripeSignature(event, CONNECTOR_SECRET),
  });
  const events = await call('GET', `/v1/connectors/${body.id}/events`);
  const customer = await seedCustomer(api, organizationId);
  return {
    connector_id: body.id,
    connector_price_id: price.external_id,
    connector_event_id: events.body.items[0].id,
    undelivered_purchase_id: (await seedUndelivered(api, organizationId, body.id)).id,
    changed_email_id: (await seedChangedEmail(api, organizationId, body.id, customer.id)).id,
    delivered_product_id: product.id,
  };
}

/** What a worker notes of a payment whose price is not mapped. */
async function seedUndelivered(api: TestApi, organizationId: string, connectorId: string): Promise<{ readonly id: string }> {
  const [row] = await api.app
    .get(EntityManager)
    .fork()
    .execute<{ id: string }[]>(
      `insert into connectors.undelivered_purchases (id, organization_id, connector_id, external_source, source_kind, source_id, line, reason,
         problem, external_id, external_price_id, deliver_as, email, quantity, amount, tax_amount, currency, occurred_at, created_at)
       values (gen_random_uuid(), ?, ?, 'stripe', 'event', gen_random_uuid(), '', 'price_unmapped', 'No product is mapped to price_4.', 'in_4',
         'price_4', 'in_4', 'a@example.com', 1, 2900, 0, 'usd', now(), now()) returning id`,
      [organizationId, connectorId],
    );
  return row!;
}

/** What a worker notes of a customer whose e-mail address is another one at the provider. */
async function seedChangedEmail(
  api: TestApi,
  organizationId: string,
  connectorId: string,
  customerId: string,
): Promise<{ readonly id: string }> {
  const [row] = await api.app
    .get(EntityManager)
    .fork()
    .execute<{ id: string }[]>(
      `insert into connectors.undelivered_purchases (id, organization_id, connector_id, external_source, source_kind, source_id, line, reason,
         problem, external_id, customer_id, email, occurred_at, created_at)
       values (gen_random_uuid(), ?, ?, 'stripe', 'subject', gen_random_uuid(), 'email', 'customer_email_changed',
         'The provider has another e-mail address for the customer.', 'cus_4', ?, ?, now(), now()) returning id`,
      [organizationId, connectorId, customerId, `moved-${customerId}@example.com`],
    );
  return row!;
}

/** A member of the organization, an invitation to it, and an invitation of its owner to another organization. */
async function seedColleagues(
  api: TestApi,
  { organization, user }: SeededOrganization,
): Promise<Pick<Fixtures, (typeof GROUPS.colleagues)[number]>> {
  const [bus, em] = [api.app.get(CommandBus), api.app.get(EntityManager).fork()];
  const colleague_id = await bus.execute(new RegisterUser(`colleague-${randomUUID()}@example.com`));
  await bus.execute(new SetMemberRole({ id: organization.id }, colleague_id, 'member'));
  const slug = `other-${randomUUID()}`;
  const other = await bus.execute(new CreateOrganization({ slug, ownerId: colleague_id, profile: { name: 'Other' } }));
  const invite = async (organizationId: string, email: string): Promise<string> => {
    const [id, now] = [randomUUID(), new Date()];
    const times = { created_at: now.toISOString(), expires_at: new Date(now.getTime() + 86_400_000).toISOString() };
    const invitations = JSON.stringify([{ id, email, role: 'member', invited_by: user.id, ...times }]);
    await em.execute('update organizations.organizations set invitations = ? where id = ?', [invitations, organizationId]);
    return id;
  };
  return {
    colleague_id,
    invitation_id: await invite(organization.id, `invited-${randomUUID()}@example.com`),
    own_invitation_id: await invite(other, user.email),
  };
}

async function seedTokens(
  api: TestApi,
  { organization, user }: SeededOrganization,
): Promise<Pick<Fixtures, 'organization_token_id' | 'personal_token_id'>> {
  const issue = async (owner: IssueAccessToken['owner']): Promise<string> => {
    const token = new IssueAccessToken(owner, { comment: 'one', scopes: [], within: [], lifetime: null, latestExpiry: null });
    return (await api.app.get(CommandBus).execute(token)).id;
  };
  return {
    organization_token_id: await issue({ organizationId: organization.id }),
    personal_token_id: await issue({ userId: user.id }),
  };
}

async function seedSandbox({ app }: TestApi, sandboxOf: string): Promise<Pick<Fixtures, 'sandbox_id'>> {
  const commands = app.get(CommandBus);
  const ownerId = await commands.execute(new RegisterUser(`${randomUUID()}@example.com`));
  const sandbox = { slug: `sandbox-${randomUUID()}`, ownerId, sandboxOf, profile: { name: 'Sandbox' } };
  return { sandbox_id: await commands.execute(new CreateOrganization(sandbox)) };
}

/** Ids of resources that do not exist. */
async function seedDashboard(call: Call): Promise<Pick<Fixtures, (typeof GROUPS.dashboards)[number]>> {
  return { dashboard_id: (await call('POST', '/v1/metrics/dashboards', { name: 'Overview' })).body.id };
}

async function seedSavedView(api: TestApi, { organization, pat }: SeededOrganization): Promise<Pick<Fixtures, 'saved_view_id'>> {
  const view = { list: 'license_keys', name: 'Expire soon', filters: { expiry: 'week' }, is_shared: true };
  const { body } = await callAs(api, pat)('POST', '/v1/saved-views/', { organization_id: organization.id, ...view });
  return { saved_view_id: body.id };
}

async function seedNote(call: Call, customer_id: string): Promise<Pick<Fixtures, 'note_id'>> {
  return { note_id: (await call('POST', '/v1/notes/', { customer_id, text: 'Wants an invoice.' })).body.id };
}

export const missingIds = (): Fixtures => ({
  ...missingPortalIds(),
  ...missingUserIds(),
  ...missingSingleSignOn(),
  colleague_id: randomUUID(),
  invitation_id: randomUUID(),
  own_invitation_id: randomUUID(),
  file_id: randomUUID(),
  download_benefit_id: randomUUID(),
  file: unknownFile(),
  organization_id: randomUUID(),
  slug: randomUUID(),
  customer_id: randomUUID(),
  external_id: randomUUID(),
  newcomer_external_id: randomUUID(),
  mergeable_customer_id: randomUUID(),
  surviving_customer_id: randomUUID(),
  merged_customer_id: randomUUID(),
  benefit_id: randomUUID(),
  custom_field_id: randomUUID(),
  product_id: randomUUID(),
  one_time_product_id: randomUUID(),
  recurring_product_id: randomUUID(),
  order_id: randomUUID(),
  ordered_product_id: randomUUID(),
  flag_benefit_id: randomUUID(),
  entitlement_id: randomUUID(),
  add_on_grant_id: randomUUID(),
  void_order_id: randomUUID(),
  refund_id: randomUUID(),
  dispute_id: randomUUID(),
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
  leasing_organization_id: randomUUID(),
  floating_key: randomUUID(),
  floating_activation_id: randomUUID(),
  trial_benefit_id: randomUUID(),
  trial_license_key_id: randomUUID(),
  held_activation_id: randomUUID(),
  filed_activation_id: randomUUID(),
  filed_lease_id: randomUUID(),
  ...missingMeteredIds(),
  reservation_id: randomUUID(),
  counting_license_key_id: randomUUID(),
  pool_id: randomUUID(),
  pool_entry_id: randomUUID(),
  poolless_benefit_id: randomUUID(),
  bulk_change_id: randomUUID(),
  batch_id: randomUUID(),
  unclaimed_key: randomUUID(),
  sign_in_client_id: randomUUID(),
  device_code: randomUUID(),
  device_user_code: 'K7QM-R2X9',
  organization_token_id: randomUUID(),
  personal_token_id: randomUUID(),
  sandbox_id: randomUUID(),
  dashboard_id: randomUUID(),
  saved_view_id: randomUUID(),
  note_id: randomUUID(),
  release_id: randomUUID(),
  published_release_id: randomUUID(),
  released_product_id: randomUUID(),
  artifact_id: randomUUID(),
  release_file_id: randomUUID(),
  download_token_id: randomUUID(),
  webhook_endpoint_id: randomUUID(),
  webhook_event_id: randomUUID(),
  failed_event_id: randomUUID(),
  connector_id: randomUUID(),
  connector_price_id: 'price_2',
  connector_event_id: randomUUID(),
  undelivered_purchase_id: randomUUID(),
  changed_email_id: randomUUID(),
  delivered_product_id: randomUUID(),
});
