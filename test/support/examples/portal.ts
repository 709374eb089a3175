import type { Examples } from './example.ts';
import { deactivationFile, requestFile } from '../offline-files.ts';

const SESSION = '/v1/customer-portal/customer-session';
const EMAIL_UPDATE = '/v1/customer-portal/customers/me/email-update';
const TEAM = '/v1/customer-portal/members';
const KEYS = '/v1/customer-portal/license-keys';
const ORDERS = '/v1/customer-portal/orders';
const SUBSCRIPTIONS = '/v1/customer-portal/subscriptions';
const DEVICES = '/v1/customer-portal/device-sign-ins';
const GRANTS = '/v1/customer-portal/benefit-grants';

export const portal: Examples = {
  'POST /v1/customer-sessions/': {
    request: ({ customer_id }) => ({
      url: '/v1/customer-sessions/',
      body: { customer_id, return_url: 'https://shop.example.com/back' },
    }),
    foreign: 'invalid body.customer_id',
    about: 'acting for customers',
  },
  [`GET ${SESSION}/introspect`]: { request: () => ({ url: `${SESSION}/introspect` }), member: 'done' },
  [`DELETE ${SESSION}`]: { request: () => ({ url: SESSION }) },
  [`GET ${SESSION}/user`]: { request: () => ({ url: `${SESSION}/user` }), member: 'done' },
  [`POST ${SESSION}/request`]: {
    request: ({ organization_id, customer_id }) => ({
      url: `${SESSION}/request`,
      body: { email: 'anyone@example.com', organization_id, customer_id },
    }),
  },
  [`POST ${SESSION}/authenticate`]: {
    request: ({ sign_in_code }) => ({ url: `${SESSION}/authenticate`, body: { code: sign_in_code } }),
  },
  [`POST ${EMAIL_UPDATE}/request`]: {
    request: () => ({ url: `${EMAIL_UPDATE}/request`, body: { email: 'new-address@example.com' } }),
    member: 'team leaders only',
  },
  [`GET ${EMAIL_UPDATE}/check`]: {
    request: ({ email_change_token }) => ({ url: `${EMAIL_UPDATE}/check?token=${email_change_token}` }),
  },
  [`POST ${EMAIL_UPDATE}/verify`]: {
    request: ({ email_change_token }) => ({ url: `${EMAIL_UPDATE}/verify`, body: { token: email_change_token } }),
  },
  'POST /v1/customer-portal/customers/me/merge': {
    request: ({ other_sign_in_code }) => ({
      url: '/v1/customer-portal/customers/me/merge',
      body: { code: other_sign_in_code },
    }),
    foreign: 'invalid body.code',
    member: 'team leaders only',
  },
  [`GET ${TEAM}`]: { request: () => ({ url: `${TEAM}?limit=5` }) },
  [`POST ${TEAM}`]: {
    request: () => ({ url: TEAM, body: { email: 'newcomer@example.com', name: 'Grace', role: 'billing_manager' } }),
  },
  [`PATCH ${TEAM}/{id}`]: {
    request: ({ member_id }) => ({ url: `${TEAM}/${member_id}`, body: { name: 'Grace', role: 'owner' } }),
    foreign: 'not found',
  },
  [`DELETE ${TEAM}/{id}`]: {
    request: ({ member_id }) => ({ url: `${TEAM}/${member_id}` }),
    foreign: 'not found',
  },
  'GET /v1/customer-portal/customers/me': {
    request: () => ({ url: '/v1/customer-portal/customers/me' }),
    member: 'done',
  },
  'GET /v1/customer-portal/customers/me/payment-methods': {
    request: () => ({ url: '/v1/customer-portal/customers/me/payment-methods' }),
    member: 'team leaders only',
  },
  'GET /v1/customer-portal/wallets/': {
    request: () => ({ url: '/v1/customer-portal/wallets/?sorting=-balance' }),
    member: 'team leaders only',
  },
  'PATCH /v1/customer-portal/customers/me': {
    request: () => ({
      url: '/v1/customer-portal/customers/me',
      body: { billing_name: 'Ada Inc.', billing_address: { country: 'US', state: 'NY' }, tax_id: '91-1144442' },
    }),
    member: 'team leaders only',
  },
  'GET /v1/customer-portal/customers/me/export': {
    request: () => ({ url: '/v1/customer-portal/customers/me/export' }),
    member: 'done',
  },
  'GET /v1/customer-portal/license-keys/': {
    request: ({ benefit_id }) => ({ url: `${KEYS}/?benefit_id=${benefit_id}` }),
    foreign: 'empty',
    member: 'empty',
  },
  'GET /v1/customer-portal/license-keys/{id}': {
    request: ({ license_key_id }) => ({ url: `${KEYS}/${license_key_id}` }),
    foreign: 'not found',
    member: 'not found',
  },
  'POST /v1/customer-portal/license-keys/claim': {
    request: ({ unclaimed_key }) => ({ url: `${KEYS}/claim`, body: { key: unclaimed_key } }),
    foreign: 'not found',
  },
  'POST /v1/customer-portal/license-keys/sign-in': {
    request: ({ organization_id, sign_in_client_id: client_id }) => ({
      url: `${KEYS}/sign-in`,
      body: { organization_id, client_id },
    }),
  },
  'POST /v1/customer-portal/license-keys/sign-in/keys': {
    request: ({ organization_id, device_code }) => ({ url: `${KEYS}/sign-in/keys`, body: { organization_id, device_code } }),
  },
  'GET /v1/customer-portal/device-sign-ins/{user_code}': {
    request: ({ device_user_code }) => ({ url: `${DEVICES}/${device_user_code}` }),
    foreign: 'not found',
    member: 'done',
  },
  'POST /v1/customer-portal/device-sign-ins/{user_code}/decide': {
    request: ({ device_user_code }) => ({ url: `${DEVICES}/${device_user_code}/decide`, body: { allow: true } }),
    foreign: 'not found',
    member: 'done',
  },
  'GET /v1/customer-portal/license-keys/attached-grants': {
    request: () => ({ url: `${KEYS}/attached-grants` }),
    member: 'empty',
  },
  'POST /v1/customer-portal/license-keys/{id}/attached-grants': {
    request: ({ license_key_id, add_on_grant_id }) => ({
      url: `${KEYS}/${license_key_id}/attached-grants`,
      body: { benefit_grant_id: add_on_grant_id },
    }),
    foreign: 'not found',
    member: 'not found',
  },
  'POST /v1/customer-portal/license-keys/{id}/rotate': {
    request: ({ license_key_id }) => ({ url: `${KEYS}/${license_key_id}/rotate`, body: { overlap_seconds: 60 } }),
    foreign: 'not found',
    member: 'not found',
  },
  'POST /v1/customer-portal/license-keys/{id}/offline-activation': {
    request: ({ license_key_id, organization_id }) => ({
      url: `${KEYS}/${license_key_id}/offline-activation`,
      body: { request: requestFile(organization_id) },
    }),
    foreign: 'not found',
    member: 'not found',
  },
  'POST /v1/customer-portal/license-keys/{id}/offline-deactivation': {
    request: ({ license_key_id, organization_id, filed_activation_id: activation_id, filed_lease_id: lease_id }) => ({
      url: `${KEYS}/${license_key_id}/offline-deactivation`,
      body: { deactivation: deactivationFile({ organization_id, license_key_id, activation_id, lease_id }) },
    }),
    foreign: 'not found',
    member: 'not found',
  },
  'DELETE /v1/customer-portal/license-keys/{id}/activations/{activation_id}': {
    request: ({ license_key_id, activation_id }) => ({ url: `${KEYS}/${license_key_id}/activations/${activation_id}` }),
    foreign: 'not found',
    member: 'not found',
  },
  'GET /v1/customer-portal/license-keys/{id}/releases': {
    request: ({ license_key_id }) => ({ url: `${KEYS}/${license_key_id}/releases` }),
    foreign: 'not found',
    member: 'not found',
  },
  'GET /v1/customer-portal/downloadables/': {
    request: ({ download_benefit_id }) => ({ url: `/v1/customer-portal/downloadables/?benefit_id=${download_benefit_id}` }),
    foreign: 'empty',
    member: 'empty',
  },
  'GET /v1/customer-portal/benefit-grants/': {
    request: ({ benefit_id, credit_benefit_id }) => ({
      url: `${GRANTS}/?benefit_id=${benefit_id}&benefit_id=${credit_benefit_id}`,
    }),
    foreign: 'empty',
    member: 'empty',
  },
  'GET /v1/customer-portal/benefit-grants/{id}': {
    request: ({ benefit_grant_id }) => ({ url: `${GRANTS}/${benefit_grant_id}` }),
    foreign: 'not found',
    member: 'not found',
  },
  'PATCH /v1/customer-portal/benefit-grants/{id}': {
    request: ({ benefit_grant_id }) => ({ url: `${GRANTS}/${benefit_grant_id}`, body: { benefit_type: 'license_keys' } }),
    foreign: 'not found',
    member: 'not found',
  },
  [`GET ${SUBSCRIPTIONS}/`]: {
    request: () => ({ url: `${SUBSCRIPTIONS}/?active=true&query=a&sorting=product` }),
    member: 'empty',
  },
  [`GET ${SUBSCRIPTIONS}/{id}`]: {
    request: ({ seat_subscription_id }) => ({ url: `${SUBSCRIPTIONS}/${seat_subscription_id}` }),
    foreign: 'not found',
    member: 'not found',
  },
  [`PATCH ${SUBSCRIPTIONS}/{id}`]: {
    request: ({ seat_subscription_id }) => ({
      url: `${SUBSCRIPTIONS}/${seat_subscription_id}`,
      body: { cancel_at_period_end: true, cancellation_reason: 'unused', cancellation_comment: 'Until next year' },
    }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  [`DELETE ${SUBSCRIPTIONS}/{id}`]: {
    request: ({ seat_subscription_id }) => ({ url: `${SUBSCRIPTIONS}/${seat_subscription_id}` }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  [`GET ${ORDERS}/`]: {
    request: ({ ordered_product_id }) => ({ url: `${ORDERS}/?product_id=${ordered_product_id}&product_billing_type=one_time` }),
    foreign: 'empty',
    member: 'team leaders only',
  },
  [`GET ${ORDERS}/{id}`]: {
    request: ({ order_id }) => ({ url: `${ORDERS}/${order_id}` }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  [`PATCH ${ORDERS}/{id}`]: {
    request: ({ order_id }) => ({
      url: `${ORDERS}/${order_id}`,
      body: { billing_name: 'Acme Inc.', billing_address: { line1: '1 Main St', city: 'Albany', state: 'NY', country: 'US' } },
    }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  [`GET ${ORDERS}/{id}/invoice`]: {
    request: ({ order_id }) => ({ url: `${ORDERS}/${order_id}/invoice` }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  [`POST ${ORDERS}/{id}/invoice`]: {
    request: ({ order_id }) => ({ url: `${ORDERS}/${order_id}/invoice` }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  [`GET ${ORDERS}/{id}/receipt`]: {
    request: ({ order_id }) => ({ url: `${ORDERS}/${order_id}/receipt` }),
    foreign: 'not found',
    member: 'team leaders only',
  },
  'GET /v1/customer-portal/organizations/{slug}/branding': {
    request: ({ slug }) => ({ url: `/v1/customer-portal/organizations/${slug}/branding` }),
  },
  'GET /v1/customer-portal/organizations/{slug}': {
    request: ({ slug }) => ({ url: `/v1/customer-portal/organizations/${slug}` }),
  },
};
