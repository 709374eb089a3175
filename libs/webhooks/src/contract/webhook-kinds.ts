import { type FiredEventType, HAPPENED } from './webhook-event-type.view.ts';

/** When a kind is sent, and the day of the first build that sends it. */
interface WebhookKind {
  readonly since: `${number}-${number}-${number}`;
  readonly when: string;
}

/** The kinds that fire. `docs/webhooks/events.md` and the webhooks of the OpenAPI document are made from this table. */
export const WEBHOOK_KINDS = {
  'customer.created': { since: '2026-11-22', when: 'A customer was created.' },
  'customer.updated': { since: '2026-11-22', when: 'Data of a customer changed.' },
  'customer.deleted': { since: '2026-11-22', when: 'A customer was deleted.' },
  'customer.state_changed': { since: '2026-11-22', when: 'Data, purchases or granted benefits of a customer changed.' },
  'customer_seat.assigned': { since: '2026-11-22', when: 'A seat was assigned to somebody, who has not claimed it yet.' },
  'customer_seat.claimed': { since: '2026-11-22', when: 'The holder of a seat claimed it.' },
  'customer_seat.revoked': { since: '2026-11-22', when: 'A seat was taken from its holder.' },
  'member.created': { since: '2026-11-22', when: 'A customer got a member.' },
  'member.updated': { since: '2026-11-22', when: 'Data of a member changed.' },
  'member.deleted': { since: '2026-11-22', when: 'A member was deleted.' },
  'order.created': { since: '2026-11-22', when: 'An order was reported.' },
  'order.updated': { since: '2026-11-22', when: 'An order changed.' },
  'order.paid': { since: '2026-11-22', when: 'An order was paid.' },
  'order.refunded': { since: '2026-11-22', when: 'Money of an order was paid back.' },
  'subscription.created': { since: '2026-11-22', when: 'A subscription was created.' },
  'subscription.updated': { since: '2026-11-22', when: 'A subscription changed: sent with each other kind except `created`.' },
  'subscription.active': { since: '2026-11-22', when: 'A subscription became active, for the first time or again.' },
  'subscription.canceled': { since: '2026-11-22', when: 'A subscription will end with its period, or ended now.' },
  'subscription.uncanceled': { since: '2026-11-22', when: 'A subscription that was canceled goes on.' },
  'subscription.cycled': { since: '2026-11-22', when: 'A new billing period started.' },
  'subscription.revoked': { since: '2026-11-22', when: 'A subscription ended.' },
  'subscription.past_due': { since: '2026-11-22', when: 'A payment for a subscription is overdue.' },
  'subscription.paused': { since: '2026-11-22', when: 'A subscription is paused until it is resumed.' },
  'subscription.resumed': { since: '2026-11-22', when: 'A paused subscription is active again.' },
  'refund.created': { since: '2026-11-22', when: 'A refund was created.' },
  'refund.updated': { since: '2026-11-23', when: 'A refund changed.' },
  'product.created': { since: '2026-11-22', when: 'A product was created.' },
  'product.updated': { since: '2026-11-22', when: 'A product was changed, archived or deleted.' },
  'benefit.created': { since: '2026-11-22', when: 'A benefit was created.' },
  'benefit.updated': { since: '2026-11-22', when: 'A benefit was changed or deleted.' },
  'benefit_grant.created': { since: '2026-11-22', when: 'A customer got a benefit, for the first time or again.' },
  'benefit_grant.updated': { since: '2026-11-22', when: 'Terms of a granted benefit, or what it brought, changed.' },
  'benefit_grant.revoked': { since: '2026-11-22', when: 'A benefit was taken from a customer.' },
  'organization.updated': { since: '2026-11-22', when: 'The organization changed.' },
  'access_token.granted': {
    since: '2026-11-26',
    when: 'A user made an access token of the organization, or gave it more scopes.',
  },
  'access_token.revoked': { since: '2026-11-27', when: 'An access token of the organization was revoked.' },
  'customer.merged': { since: '2026-11-26', when: 'A customer was merged into the one in `data`, and deleted.' },
  'customer_meter.credited': {
    since: '2026-11-26',
    when: 'A grant or the seller credited units of a meter, or a credit was taken back.',
  },
  'customer_meter.reset': { since: '2026-11-27', when: 'The seller set the use of a meter back to 0.' },
  'customer_meter.threshold_reached': { since: '2026-11-26', when: 'Use reached a threshold, once per billing period.' },
  'dispute.created': { since: '2026-11-26', when: 'A payment is disputed.' },
  'dispute.updated': { since: '2026-11-26', when: 'Status, reason or deadline of a dispute changed.' },
  'file.downloaded': { since: '2026-11-27', when: 'A customer began to download a file of a benefit.' },
  'license_key.activated': { since: '2026-11-26', when: 'An activation was made.' },
  'license_key.created': { since: '2026-11-26', when: 'A license key was issued.' },
  'license_key.deactivated': { since: '2026-11-26', when: 'An activation was removed.' },
  'license_key.disabled': { since: '2026-11-26', when: 'A license key was disabled.' },
  'license_key.enabled': { since: '2026-11-26', when: 'A disabled or revoked license key is granted again.' },
  'license_key.expired': { since: '2026-11-26', when: 'A license key expired.' },
  'license_key.expiring': { since: '2026-11-26', when: 'A license key expires in as many days as its benefit announces.' },
  'license_key.leak_suspected': {
    since: '2026-11-23',
    when: 'A license key was used on more devices or networks in a day than usual.',
  },
  'license_key.lease_ended': { since: '2026-11-26', when: 'A device returned its lease.' },
  'license_key.leased': { since: '2026-11-26', when: 'An activation got its first lease.' },
  'license_key.overdraft_used': { since: '2026-11-26', when: 'A slot beyond the limit was checked out.' },
  'license_key.revoked': { since: '2026-11-26', when: 'A license key was revoked.' },
  'license_key.rotated': { since: '2026-11-26', when: 'A license key was replaced by another text.' },
  'license_key.transferred': { since: '2026-11-26', when: 'A license key got another customer.' },
  'license_key.trial_started': { since: '2026-11-26', when: 'A device got a license key as its trial.' },
  'license_key.updated': { since: '2026-11-26', when: 'A license key changed, and not its status.' },
  'license_key.usage_limit_reached': { since: '2026-11-26', when: 'Usage of a license key reached its limit.' },
  'license_key_pool.deleted': { since: '2026-11-26', when: 'A pool was deleted.' },
  'license_key_pool.empty': { since: '2026-11-23', when: 'The last available entry of a pool is gone.' },
  'license_key_pool.filled': { since: '2026-11-26', when: 'Entries were added to a pool.' },
  'license_key_pool.grant_delayed': { since: '2026-11-23', when: 'A grant found no entry, and waits for one.' },
  'license_key_pool.low': { since: '2026-11-23', when: 'The available entries of a pool came down to its threshold.' },
  'order.unvoided': { since: '2026-11-26', when: 'A voided order counts again.' },
  'order.voided': { since: '2026-11-26', when: 'An order was voided.' },
  'organization_member.invited': { since: '2026-11-26', when: 'A user was invited to the organization, maybe again.' },
  'organization_member.joined': { since: '2026-11-27', when: 'A user became a member of the organization.' },
  'organization_member.removed': { since: '2026-11-27', when: 'A member left the organization, or was removed.' },
  'organization_member.updated': { since: '2026-11-27', when: 'A member of the organization has another role.' },
  'undelivered_purchase.created': { since: '2026-11-26', when: 'Something that was paid was not delivered.' },
  'webhook_endpoint.disabled': { since: '2026-11-26', when: 'The service disabled an endpoint because deliveries failed.' },
} as const satisfies Readonly<Record<FiredEventType, WebhookKind>>;

type ResourceOf<Type extends string> = Type extends 'customer.state_changed'
  ? 'customer_state'
  : Type extends `${infer Subject}.${string}`
    ? Subject
    : never;

/** What the data of events are, if not what happened: `customer_seat.claimed` is about a `customer_seat`. */
export type WebhookResource = ResourceOf<Exclude<FiredEventType, (typeof HAPPENED)[number]>>;

export function resourceOf(type: FiredEventType): WebhookResource | 'happened' {
  if ((HAPPENED as readonly string[]).includes(type)) return 'happened';
  return type === 'customer.state_changed' ? 'customer_state' : (type.split('.')[0] as WebhookResource);
}

/** The names of the schemas of resources. A benefit is one of several. */
export const SCHEMAS_OF_RESOURCES: Readonly<Record<WebhookResource, readonly string[]>> = {
  benefit: ['BenefitCustom', 'BenefitDownloadables', 'BenefitFeatureFlag', 'BenefitLicenseKeys', 'BenefitMeterCredit'],
  benefit_grant: ['BenefitGrantWebhook'],
  customer: ['LicenseKeyCustomer'],
  customer_meter: ['CustomerMeter'],
  customer_seat: ['CustomerSeat'],
  customer_state: ['CustomerState'],
  dispute: ['Dispute'],
  license_key: ['AnnouncedLicenseKey'],
  license_key_pool: ['LicenseKeyPool'],
  member: ['Member'],
  order: ['Order'],
  organization: ['Organization'],
  product: ['Product'],
  refund: ['Refund'],
  subscription: ['Subscription'],
};
