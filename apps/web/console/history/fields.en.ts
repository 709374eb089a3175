/** How a field is named in a sentence, or the sentence; null says nothing, because other fields tell the same. */
export type Said =
  | string
  | ((
      who: string,
      from: string | null | undefined,
      to: string | null | undefined,
      raw: { readonly before: unknown; readonly after: unknown },
    ) => string | null);

export const silent: Said = () => null;
export const said = <Fields extends Readonly<Record<string, Said>>>(fields: Fields): Readonly<Record<keyof Fields, Said>> =>
  fields;
export const isLater = (before: unknown, after: unknown): boolean =>
  after === null || (typeof before === 'string' && typeof after === 'string' && after > before);

const STATUS: Readonly<Record<string, string>> = { granted: 'enabled', disabled: 'disabled', revoked: 'revoked' };
const MAILS: Readonly<Record<string, string>> = {
  key: 'sent the key to the customer by mail',
  expiring: 'mailed the customer that the key expires soon',
  expired: 'mailed the customer that the key has expired',
};

/** What a purchase and a subscription have in common. */
const bought = said({
  customer_id: (who) => `${who} gave it to another customer`,
  recipient_id: 'who receives the benefits',
  external_id: 'the external ID',
  external_source: 'the source',
  reported_customer: silent,
  product_id: 'the product',
  amount: 'the amount',
  tax_amount: 'the tax',
  currency: 'the currency',
  deliver_by_email: 'whether keys are mailed',
  seats: 'the number of seats',
  renews_license_key_id: 'the key that it renews',
  metadata: 'the metadata',
  status: 'the status',
});

export const fieldsEn = {
  license_key: said({
    customer_id: (who) => `${who} gave the key to another customer`,
    member_id: 'the member who holds the key',
    benefit_id: 'the benefit',
    grant_id: silent,
    ordinal: silent,
    set_by_hand: silent,
    display_key: (who, _from, to) => `${who} replaced the key; the new one ends in ${to ?? '…'}`,
    status: (who, _from, _to, { after }) => `${who} ${STATUS[String(after)] ?? 'changed'} the key`,
    limit_activations: (who, from, to) => `${who} changed the device limit from ${from ?? 'unlimited'} to ${to ?? 'unlimited'}`,
    limit_usage: (who, from, to) => `${who} changed the usage limit from ${from ?? 'unlimited'} to ${to ?? 'unlimited'}`,
    expires_at: (who, from, to, { before, after }) =>
      `${who} ${before === null ? 'changed its end' : isLater(before, after) ? 'extended it' : 'shortened it'} from ${from ?? 'never'} to ${to ?? 'never'}`,
    granted_after_deletion: silent,
    entitlements: 'the features',
    metadata: 'the metadata',
    notes: 'the notes',
    policy: 'the rules',
    mail: (who, _from, _to, { after }) => `${who} ${MAILS[String(after)] ?? 'sent a mail'}`,
  }),
  activation: said({
    license_key_id: silent,
    label: 'the name of a device',
    meta: 'what a device says about itself',
    deactivated_at: (who) => `${who} removed a device`,
    device_profile: 'what is known about a device',
  }),
  customer: said({
    type: 'the type',
    external_id: 'the external ID',
    email: 'the e-mail address',
    email_verified: 'whether the e-mail address is verified',
    name: 'the name',
    billing_name: 'the name on bills',
    billing_address: 'the billing address',
    tax_id: 'the tax number',
    locale: 'the language',
    metadata: 'the metadata',
    merged_into: (who) => `${who} merged the customer into another one`,
  }),
  member: said({
    customer_id: silent,
    email: 'the e-mail address',
    name: 'the name',
    external_id: 'the external ID',
    role: 'the role',
    merged_into: (who) => `${who} merged the member into another one`,
  }),
  order: said({
    ...bought,
    further_product_ids: 'the products',
    subscription_id: 'the subscription',
    billing_reason: silent,
    description: 'the description',
    items: 'the items',
    status_before_void: silent,
    refunded_amount: (who) => `${who} paid money back`,
    refunded_tax_amount: silent,
    failed_refund_total: (who) => `${who} recorded that a refund failed`,
    benefits_revoked_at: (who, _from, to) => (to === null ? `${who} granted the benefits again` : `${who} revoked the benefits`),
    billing_name: 'the name on the invoice',
    billing_address: 'the billing address',
    invoice: 'the invoice',
    receipt: 'the receipt',
    invoice_requested_at: (who) => `${who} asked for an invoice`,
    purchased_at: 'the day of the purchase',
  }),
  subscription: said({
    ...bought,
    price_ids: 'the prices',
    quantity: 'the quantity',
    seats_proration: silent,
    recurring_interval: 'the billing interval',
    recurring_interval_count: 'the number of intervals in a period',
    meter_interval: 'the interval of meters',
    meter_interval_count: silent,
    started_at: 'the start',
    trial_start: silent,
    trial_end: 'the end of the trial',
    current_period_start: silent,
    current_period_end: 'the end of the current period',
    current_meter_period_start: silent,
    current_meter_period_end: silent,
    cancel_at_period_end: (who, _from, _to, { after }) =>
      after === true ? `${who} canceled it for the end of the period` : `${who} took the cancellation back`,
    canceled_at: silent,
    ends_at: 'the end',
    ended_at: silent,
    past_due_at: silent,
    grace_ends_at: 'the end of the grace',
    grace_over: silent,
    dunning_ends_at: 'the end of the reminders',
    grace_days: 'the days of grace',
    pause_at_period_end: 'whether it pauses at the end of the period',
    paused_at: silent,
    resumes_at: 'the day on which it resumes',
    pending_update: 'what changes with the next period',
    customer_cancellation_reason: 'the reason of the cancellation',
    customer_cancellation_comment: 'the comment on the cancellation',
  }),
  webhook_endpoint: said({
    url: 'the address',
    name: 'the name',
    format: 'the format',
    envelope: 'the form of the messages',
    events: 'the kinds of events',
    product_ids: 'the products that it is about',
    benefit_ids: 'the benefits that it is about',
    enabled: (who, _from, _to, { after }) => (after === true ? `${who} enabled the endpoint` : `${who} disabled the endpoint`),
    secret: (who) => `${who} replaced the secret`,
    test: (who) => `${who} sent a test`,
    redelivered_from: (who, _from, to) => `${who} sent the events since ${to ?? '…'} again`,
    redelivered_to: silent,
    only_failed: silent,
  }),
  customer_meter: said({
    credited_units: (who, from, to) => `${who} changed the credit of a meter from ${from ?? '0'} to ${to ?? '0'} units`,
    consumed_units: (who, from) => `${who} set the usage of a meter back to 0, from ${from ?? '0'} units`,
    reason: (_who, _from, to) => `The reason: ${to ?? '…'}`,
  }),
};
