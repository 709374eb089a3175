/** A kind of webhooks. Its name is that of an event. */
interface WebhookKind {
  /** Where the console lists it. Extensions are the kinds that the reference API does not have: its clients refuse them. */
  readonly group: 'customers' | 'sales' | 'catalog' | 'extensions';
  /** The day of the first build that sends it. */
  readonly since: `${number}-${number}-${number}`;
  readonly when: string;
  /** Set for extensions whose data are not a resource as it is now. */
  readonly data?: 'what happened';
}

/**
 * The kinds that are sent. Lists, types, `docs/webhooks/events.md`, the webhooks of the OpenAPI document and the choice in the console are
 * made from this table.
 */
export const WEBHOOK_KINDS = {
  'customer.created': { group: 'customers', since: '2026-11-22', when: 'A customer was created.' },
  'customer.updated': { group: 'customers', since: '2026-11-22', when: 'Data of a customer changed.' },
  'customer.deleted': { group: 'customers', since: '2026-11-22', when: 'A customer was deleted.' },
  'customer.state_changed': {
    group: 'customers',
    since: '2026-11-22',
    when: 'Data, purchases or granted benefits of a customer changed.',
  },
  'customer_seat.assigned': {
    group: 'customers',
    since: '2026-11-22',
    when: 'A seat was assigned to somebody, who has not claimed it yet.',
  },
  'customer_seat.claimed': { group: 'customers', since: '2026-11-22', when: 'The holder of a seat claimed it.' },
  'customer_seat.revoked': { group: 'customers', since: '2026-11-22', when: 'A seat was taken from its holder.' },
  'member.created': { group: 'customers', since: '2026-11-22', when: 'A customer got a member.' },
  'member.updated': { group: 'customers', since: '2026-11-22', when: 'Data of a member changed.' },
  'member.deleted': { group: 'customers', since: '2026-11-22', when: 'A member was deleted.' },
  'order.created': { group: 'sales', since: '2026-11-22', when: 'An order was reported.' },
  'order.updated': { group: 'sales', since: '2026-11-22', when: 'An order changed.' },
  'order.paid': { group: 'sales', since: '2026-11-22', when: 'An order was paid.' },
  'order.refunded': { group: 'sales', since: '2026-11-22', when: 'Money of an order was paid back.' },
  'subscription.created': { group: 'sales', since: '2026-11-22', when: 'A subscription was created.' },
  'subscription.updated': {
    group: 'sales',
    since: '2026-11-22',
    when: 'A subscription changed: sent with each other kind except `created`.',
  },
  'subscription.active': {
    group: 'sales',
    since: '2026-11-22',
    when: 'A subscription became active, for the first time or again.',
  },
  'subscription.canceled': {
    group: 'sales',
    since: '2026-11-22',
    when: 'A subscription will end with its period, or ended now.',
  },
  'subscription.uncanceled': { group: 'sales', since: '2026-11-22', when: 'A subscription that was canceled goes on.' },
  'subscription.cycled': { group: 'sales', since: '2026-11-22', when: 'A new billing period started.' },
  'subscription.revoked': { group: 'sales', since: '2026-11-22', when: 'A subscription ended.' },
  'subscription.past_due': { group: 'sales', since: '2026-11-22', when: 'A payment for a subscription is overdue.' },
  'subscription.paused': { group: 'sales', since: '2026-11-22', when: 'A subscription is paused until it is resumed.' },
  'subscription.resumed': { group: 'sales', since: '2026-11-22', when: 'A paused subscription is active again.' },
  'refund.created': { group: 'sales', since: '2026-11-22', when: 'A refund was created.' },
  'refund.updated': { group: 'sales', since: '2026-11-23', when: 'A refund changed.' },
  'product.created': { group: 'catalog', since: '2026-11-22', when: 'A product was created.' },
  'product.updated': { group: 'catalog', since: '2026-11-22', when: 'A product was changed, archived or deleted.' },
  'benefit.created': { group: 'catalog', since: '2026-11-22', when: 'A benefit was created.' },
  'benefit.updated': { group: 'catalog', since: '2026-11-22', when: 'A benefit was changed or deleted.' },
  'benefit_grant.created': {
    group: 'catalog',
    since: '2026-11-22',
    when: 'A customer got a benefit, for the first time or again.',
  },
  'benefit_grant.updated': {
    group: 'catalog',
    since: '2026-11-22',
    when: 'Terms of a granted benefit, or what it brought, changed.',
  },
  'benefit_grant.revoked': { group: 'catalog', since: '2026-11-22', when: 'A benefit was taken from a customer.' },
  'organization.updated': { group: 'catalog', since: '2026-11-22', when: 'The organization changed.' },
  'access_token.granted': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A user made an access token of the organization, or gave it more scopes.',
    data: 'what happened',
  },
  'access_token.revoked': {
    group: 'extensions',
    since: '2026-11-27',
    when: 'An access token of the organization was revoked.',
    data: 'what happened',
  },
  'artifact.uploaded': {
    group: 'extensions',
    since: '2026-12-05',
    when: 'A release, which is a draft, got another artifact.',
    data: 'what happened',
  },
  'customer.merged': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A customer was merged into the one in `data`, and deleted.',
  },
  'customer_meter.corrected': {
    group: 'extensions',
    since: '2026-12-02',
    when: 'Events of the current billing period were voided, or count again.',
  },
  'customer_meter.credit_expired': {
    group: 'extensions',
    since: '2026-12-06',
    when: 'A credit of a meter came to its end, and units of it were left.',
  },
  'customer_meter.credited': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A grant or the seller credited units of a meter, or a credit was taken back.',
  },
  'customer_meter.reset': { group: 'extensions', since: '2026-11-27', when: 'The seller set the use of a meter back to 0.' },
  'customer_meter.threshold_reached': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'Use reached a threshold, once per billing period.',
  },
  'dispute.created': { group: 'extensions', since: '2026-11-26', when: 'A payment is disputed.' },
  'dispute.updated': { group: 'extensions', since: '2026-11-26', when: 'Status, reason or deadline of a dispute changed.' },
  'file.downloaded': {
    group: 'extensions',
    since: '2026-11-27',
    when: 'A customer began to download a file of a benefit.',
    data: 'what happened',
  },
  'license_key.activated': { group: 'extensions', since: '2026-11-26', when: 'An activation was made.' },
  'license_key.activation_refused': {
    group: 'extensions',
    since: '2026-11-29',
    when: 'A limit of a license key refused a device; at most once an hour for each license key.',
  },
  'license_key.created': { group: 'extensions', since: '2026-11-26', when: 'A license key was issued.' },
  'license_key.deactivated': { group: 'extensions', since: '2026-11-26', when: 'An activation was removed.' },
  'license_key.disabled': { group: 'extensions', since: '2026-11-26', when: 'A license key was disabled.' },
  'license_key.enabled': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A disabled or revoked license key is granted again.',
  },
  'license_key.expired': { group: 'extensions', since: '2026-11-26', when: 'A license key expired.' },
  'license_key.expiring': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A license key expires in as many days as its benefit announces.',
  },
  'license_key.leak_reported': {
    group: 'extensions',
    since: '2026-11-29',
    when: 'A license key was found where others can read it. What its benefit wants was done.',
  },
  'license_key.leak_suspected': {
    group: 'extensions',
    since: '2026-11-23',
    when: 'A license key was used on more devices or networks in a day than usual.',
    data: 'what happened',
  },
  'license_key.lease_ended': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A device returned its lease, or the seller ended the place that the lease of a deactivated device held.',
  },
  'license_key.leased': { group: 'extensions', since: '2026-11-26', when: 'An activation got its first lease.' },
  'license_key.limit_exceeded': {
    group: 'extensions',
    since: '2026-11-29',
    when: 'A license key has more devices than are granted, and its benefit says what becomes of them, and when.',
  },
  'license_key.overdraft_used': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A license key was activated, or a slot checked out, beyond its limit.',
  },
  'license_key.revoked': { group: 'extensions', since: '2026-11-26', when: 'A license key was revoked.' },
  'license_key.rotated': { group: 'extensions', since: '2026-11-26', when: 'A license key was replaced by another text.' },
  'license_key.transferred': { group: 'extensions', since: '2026-11-26', when: 'A license key got another customer.' },
  'license_key.trial_started': { group: 'extensions', since: '2026-11-26', when: 'A device got a license key as its trial.' },
  'license_key.updated': { group: 'extensions', since: '2026-11-26', when: 'A license key changed, and not its status.' },
  'license_key.usage_limit_reached': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'Usage of a license key reached its limit.',
  },
  'license_key_pool.deleted': { group: 'extensions', since: '2026-11-26', when: 'A pool was deleted.', data: 'what happened' },
  'license_key_pool.empty': {
    group: 'extensions',
    since: '2026-11-23',
    when: 'The last available entry of a pool is gone.',
    data: 'what happened',
  },
  'license_key_pool.filled': { group: 'extensions', since: '2026-11-26', when: 'Entries were added to a pool.' },
  'license_key_pool.grant_delayed': {
    group: 'extensions',
    since: '2026-11-23',
    when: 'A grant found no entry, and waits for one.',
    data: 'what happened',
  },
  'license_key_pool.low': {
    group: 'extensions',
    since: '2026-11-23',
    when: 'The available entries of a pool came down to its threshold.',
    data: 'what happened',
  },
  'order.unvoided': { group: 'extensions', since: '2026-11-26', when: 'A voided order counts again.' },
  'order.voided': { group: 'extensions', since: '2026-11-26', when: 'An order was voided.' },
  'organization_member.invited': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'A user was invited to the organization, maybe again.',
    data: 'what happened',
  },
  'organization_member.joined': {
    group: 'extensions',
    since: '2026-11-27',
    when: 'A user became a member of the organization.',
    data: 'what happened',
  },
  'organization_member.removed': {
    group: 'extensions',
    since: '2026-11-27',
    when: 'A member left the organization, or was removed.',
    data: 'what happened',
  },
  'organization_member.updated': {
    group: 'extensions',
    since: '2026-11-27',
    when: 'A member of the organization has another role.',
    data: 'what happened',
  },
  'release.published': {
    group: 'extensions',
    since: '2026-12-05',
    when: 'A release was published: license keys that include it are offered it.',
    data: 'what happened',
  },
  'release.yanked': {
    group: 'extensions',
    since: '2026-12-05',
    when: 'A release was yanked: it is offered to nobody any more.',
    data: 'what happened',
  },
  'undelivered_purchase.created': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'Something that was paid was not delivered.',
    data: 'what happened',
  },
  'webhook_endpoint.disabled': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'The service disabled an endpoint because deliveries failed.',
    data: 'what happened',
  },
} as const satisfies Readonly<Record<string, WebhookKind>>;

type Kinds = typeof WEBHOOK_KINDS;

export type SentEventType = keyof Kinds;
export type ExtensionType = {
  [Type in SentEventType]: Kinds[Type] extends { group: 'extensions' } ? Type : never;
}[SentEventType];
/** The kinds whose data are what happened. */
export type OccurrenceType = {
  [Type in SentEventType]: Kinds[Type] extends { data: 'what happened' } ? Type : never;
}[SentEventType];

const kindOf = (type: string): WebhookKind | undefined => (WEBHOOK_KINDS as Readonly<Record<string, WebhookKind>>)[type];

export const SENT_EVENT_TYPES = Object.keys(WEBHOOK_KINDS) as readonly SentEventType[];

export const isExtension = (type: string): boolean => kindOf(type)?.group === 'extensions';

/** Whether the data of events of this type are what happened. */
export const tellsWhatHappened = (type: string): boolean => kindOf(type)?.data === 'what happened';

type ResourceOf<Type extends string> = Type extends 'customer.state_changed'
  ? 'customer_state'
  : Type extends `${infer Subject}.${string}`
    ? Subject
    : never;

/** What the data of events are, if not what happened: `customer_seat.claimed` is about a `customer_seat`. */
export type WebhookResource = ResourceOf<Exclude<SentEventType, OccurrenceType>>;

export function resourceOf(type: SentEventType): WebhookResource | 'happened' {
  if (tellsWhatHappened(type)) return 'happened';
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
