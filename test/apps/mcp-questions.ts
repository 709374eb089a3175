import type { SeededFixtures } from '../support/fixtures.ts';

/** What a user asks, the tool that answers it, and its arguments. */
export type Question = readonly [question: string, tool: string, args: (fixtures: SeededFixtures) => object];

/** As people ask who know nothing of the tools. */
export const QUESTIONS: readonly Question[] = [
  ['Why is this license key refused when the customer activates it?', 'keys_explain', (f) => ({ id: f.license_key_id })],
  ['Find the license key of a customer by email', 'keys_search', () => ({ query: 'jane' })],
  ['Which license keys expire soon?', 'keys_search', () => ({ expires_before: '2030-01-01T00:00:00Z', sorting: ['expires_at'] })],
  ['On which computers is the key active?', 'keys_devices', (f) => ({ id: f.license_key_id })],
  [
    'The customer has a new computer and the activation limit is reached, remove the old device',
    'keys_remove_device',
    (f) => ({ id: f.license_key_id, activation_id: f.activation_id }),
  ],
  ['What is the status and usage of this license key?', 'keys_show', (f) => ({ id: f.license_key_id })],
  ['The customer lost the mail with the license key', 'keys_send', (f) => ({ id: f.license_key_id })],
  ['The key leaked, give the customer a new string', 'keys_rotate', (f) => ({ id: f.license_key_id })],
  ['Block the key for a while during a payment dispute', 'keys_disable', (f) => ({ id: f.license_key_id })],
  ['Give the key more time', 'keys_extend', (f) => ({ id: f.license_key_id, expires_at: '2030-01-01T00:00:00Z' })],
  ['What happened to this key last week, with refusals?', 'keys_timeline', (f) => ({ id: f.license_key_id })],
  ['Give a customer a license key as a gift', 'keys_issue', (f) => ({ customer_id: f.customer_id, benefit_id: f.benefit_id })],
  ['How many prepared keys are left in the pool?', 'pools_show', (f) => ({ id: f.pool_id })],
  ['What does this customer own now, with active subscriptions and benefits?', 'customers_state', (f) => ({ id: f.customer_id })],
  [
    'The same person exists twice with two addresses',
    'customers_merge',
    (f) => ({ id: f.customer_id, customer_id: f.mergeable_customer_id }),
  ],
  ['Change the email address of a customer', 'customers_update', (f) => ({ id: f.customer_id, email: 'new@example.com' })],
  ['History of a customer with purchases and mails', 'customers_timeline', (f) => ({ id: f.customer_id })],
  ['What did the customer buy and pay?', 'orders_list', (f) => ({ customer_id: [f.customer_id] })],
  [
    'The customer wants the money back, report a refund',
    'orders_refund',
    (f) => ({ order_id: f.order_id, amount: 1, reason: 'customer_request' }),
  ],
  ['Was money paid back before?', 'refunds_list', (f) => ({ order_id: [f.order_id] })],
  ['Which chargebacks are open and until when is evidence due?', 'disputes_list', () => ({})],
  ['When does the subscription renew?', 'subscriptions_show', (f) => ({ id: f.subscription_id })],
  [
    'The customer does not want to renew, cancel at the end of the period',
    'subscriptions_cancel',
    (f) => ({ id: f.subscription_id }),
  ],
  ['Which subscriptions are past due?', 'subscriptions_list', () => ({ status: ['past_due'] })],
  ['Who has the seats of this team subscription?', 'seats_list', (f) => ({ subscription_id: f.seat_subscription_id })],
  ['How much of the quota has the customer left?', 'meters_balances', (f) => ({ customer_id: [f.customer_id] })],
  ['The webhook did not arrive, show the error of each attempt', 'webhooks_deliveries', () => ({})],
  ['Who on the staff changed the settings, and when?', 'audit_log_list', () => ({})],
  ['Where is the invoice number INV-1, I only know this text', 'search', () => ({ query: 'INV-1' })],
  ['What does the error ACTIVATION_LIMIT_REACHED mean?', 'docs_search', () => ({ query: 'ACTIVATION_LIMIT_REACHED' })],
];
