import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { SCOPES } from '#platform/auth';
import { describeApi } from '../../apps/openapi/open-api.ts';
import { startApi } from '../support/api.ts';
import { Contract, type Document, isOfOpenId } from '../support/contract.ts';

/** The name of every operation, for generated clients: once given, it stays. */
const NAMES = {
  'well_known.keys': 'GET /.well-known/latchkey/{organization_id}/jwks.json',
  'well_known.status_list': 'GET /.well-known/latchkey/{organization_id}/status-lists/{list}',
  'benefit_grants.list': 'GET /v1/benefit-grants/',
  'audit_log.export': 'GET /v1/audit-log/export',
  'audit_log.list': 'GET /v1/audit-log/',
  'failed_events.get': 'GET /v1/failed-events/{id}',
  'failed_events.list': 'GET /v1/failed-events/',
  'failed_events.retry': 'POST /v1/failed-events/{id}/retry',
  'failed_events.retry_all': 'POST /v1/failed-events/retry',
  'benefit_grants.grant': 'POST /v1/benefit-grants/{id}/grant',
  'benefit_grants.revoke': 'POST /v1/benefit-grants/{id}/revoke',
  'disputes.accept': 'POST /v1/disputes/{id}/accept',
  'disputes.cancel': 'POST /v1/disputes/{id}/cancel',
  'disputes.create': 'POST /v1/disputes/',
  'disputes.get': 'GET /v1/disputes/{id}',
  'disputes.list': 'GET /v1/disputes/',
  'disputes.update': 'PATCH /v1/disputes/{id}',
  'purchases.import': 'POST /v1/purchases/import',
  'orders.request_invoice': 'POST /v1/orders/{id}/invoice',
  'orders.unvoid': 'POST /v1/orders/{id}/unvoid',
  'orders.void': 'POST /v1/orders/{id}/void',
  'notes.create': 'POST /v1/notes/',
  'notes.delete': 'DELETE /v1/notes/{id}',
  'notes.get': 'GET /v1/notes/{id}',
  'notes.list': 'GET /v1/notes/',
  'notes.update': 'PATCH /v1/notes/{id}',
  'refunds.cancel': 'POST /v1/refunds/{id}/cancel',
  'refunds.create': 'POST /v1/refunds/',
  'refunds.list': 'GET /v1/refunds/',
  'releases.create': 'POST /v1/releases/',
  'releases.delete': 'DELETE /v1/releases/{id}',
  'releases.get': 'GET /v1/releases/{id}',
  'releases.list': 'GET /v1/releases/',
  'releases.list_downloads': 'GET /v1/releases/downloads',
  'releases.publish': 'POST /v1/releases/{id}/publish',
  'releases.update': 'PATCH /v1/releases/{id}',
  'releases.yank': 'POST /v1/releases/{id}/yank',
  'download_tokens.create': 'POST /v1/download-tokens/',
  'download_tokens.revoke': 'DELETE /v1/download-tokens/{id}',
  'download_tokens.list': 'GET /v1/download-tokens/',
  'artifacts.create': 'POST /v1/artifacts/',
  'artifacts.delete': 'DELETE /v1/artifacts/{id}',
  'artifacts.get': 'GET /v1/artifacts/{id}',
  'artifacts.list': 'GET /v1/artifacts/',
  'benefits.create': 'POST /v1/benefits/',
  'benefits.delete': 'DELETE /v1/benefits/{id}',
  'benefits.files': 'GET /v1/benefits/{id}/files',
  'benefits.get': 'GET /v1/benefits/{id}',
  'benefits.grants': 'GET /v1/benefits/{id}/grants',
  'benefits.list': 'GET /v1/benefits/',
  'benefits.update': 'PATCH /v1/benefits/{id}',
  'connectors.create': 'POST /v1/connectors/',
  'connectors.delete': 'DELETE /v1/connectors/{id}',
  'connectors.get': 'GET /v1/connectors/{id}',
  'connectors.get_event': 'GET /v1/connectors/{id}/events/{event_id}',
  'connectors.list': 'GET /v1/connectors/',
  'connectors.list_events': 'GET /v1/connectors/{id}/events',
  'connectors.list_prices': 'GET /v1/connectors/{id}/prices',
  'connectors.map_price': 'POST /v1/connectors/{id}/prices',
  'connectors.receive': 'POST /v1/connectors/{id}/webhook',
  'connectors.retry_event': 'POST /v1/connectors/{id}/events/{event_id}/retry',
  'connectors.unmap_price': 'DELETE /v1/connectors/{id}/prices/{external_id}',
  'connectors.update': 'PATCH /v1/connectors/{id}',
  'undelivered_purchases.deliver': 'POST /v1/undelivered-purchases/{id}/deliver',
  'undelivered_purchases.dismiss': 'POST /v1/undelivered-purchases/{id}/dismiss',
  'undelivered_purchases.follow_email': 'POST /v1/undelivered-purchases/{id}/follow-email',
  'undelivered_purchases.get': 'GET /v1/undelivered-purchases/{id}',
  'undelivered_purchases.ignore_price': 'POST /v1/undelivered-purchases/{id}/ignore-price',
  'undelivered_purchases.list': 'GET /v1/undelivered-purchases/',
  'undelivered_purchases.map_price': 'POST /v1/undelivered-purchases/{id}/map-price',
  'custom_fields.create': 'POST /v1/custom-fields/',
  'custom_fields.delete': 'DELETE /v1/custom-fields/{id}',
  'custom_fields.get': 'GET /v1/custom-fields/{id}',
  'custom_fields.list': 'GET /v1/custom-fields/',
  'custom_fields.update': 'PATCH /v1/custom-fields/{id}',
  'customer_meters.commit_reservation': 'POST /v1/customer-meters/{id}/reservations/{reservation_id}/commit',
  'customer_meters.create': 'POST /v1/customer-meters/',
  'customer_meters.credit': 'POST /v1/customer-meters/{id}/credits',
  'customer_meters.debit': 'POST /v1/customer-meters/{id}/debits',
  'customer_meters.get': 'GET /v1/customer-meters/{id}',
  'customer_meters.list': 'GET /v1/customer-meters/',
  'customer_meters.list_credits': 'GET /v1/customer-meters/{id}/credits',
  'customer_meters.list_reservations': 'GET /v1/customer-meters/{id}/reservations',
  'customer_meters.release_reservation': 'POST /v1/customer-meters/{id}/reservations/{reservation_id}/release',
  'customer_meters.reserve': 'POST /v1/customer-meters/{id}/reservations',
  'customer_meters.reset': 'POST /v1/customer-meters/{id}/reset',
  'customer_meters.revoke_credit': 'POST /v1/customer-meters/{id}/credits/{credit_id}/revoke',
  'customer_portal.customer_session.authenticate': 'POST /v1/customer-portal/customer-session/authenticate',
  'customer_portal.customer_session.sign_out': 'DELETE /v1/customer-portal/customer-session',
  'customer_portal.customer_session.introspect': 'GET /v1/customer-portal/customer-session/introspect',
  'customer_portal.customer_session.request': 'POST /v1/customer-portal/customer-session/request',
  'customer_portal.customer_session.user': 'GET /v1/customer-portal/customer-session/user',
  'customer_portal.downloadables.list': 'GET /v1/customer-portal/downloadables/',
  'customer_portal.benefit_grants.get': 'GET /v1/customer-portal/benefit-grants/{id}',
  'customer_portal.benefit_grants.list': 'GET /v1/customer-portal/benefit-grants/',
  'customer_portal.customers.check_email_update': 'GET /v1/customer-portal/customers/me/email-update/check',
  'customer_portal.customers.export': 'GET /v1/customer-portal/customers/me/export',
  'customer_portal.customers.get': 'GET /v1/customer-portal/customers/me',
  'customer_portal.customers.list_payment_methods': 'GET /v1/customer-portal/customers/me/payment-methods',
  'customer_portal.customers.merge': 'POST /v1/customer-portal/customers/me/merge',
  'customer_portal.customers.request_email_update': 'POST /v1/customer-portal/customers/me/email-update/request',
  'customer_portal.customers.update': 'PATCH /v1/customer-portal/customers/me',
  'customer_portal.customers.verify_email_update': 'POST /v1/customer-portal/customers/me/email-update/verify',
  'customer_portal.license_keys.get': 'GET /v1/customer-portal/license-keys/{id}',
  'customer_portal.license_keys.list': 'GET /v1/customer-portal/license-keys/',
  'customer_portal.license_keys.list_releases': 'GET /v1/customer-portal/license-keys/{id}/releases',
  'customer_portal.license_keys.remove_activation': 'DELETE /v1/customer-portal/license-keys/{id}/activations/{activation_id}',
  'customer_portal.license_keys.attach_grant': 'POST /v1/customer-portal/license-keys/{id}/attached-grants',
  'customer_portal.license_keys.list_add_ons': 'GET /v1/customer-portal/license-keys/attached-grants',
  'customer_portal.license_keys.rotate': 'POST /v1/customer-portal/license-keys/{id}/rotate',
  'customer_portal.benefit_grants.update': 'PATCH /v1/customer-portal/benefit-grants/{id}',
  'customer_portal.organizations.get_branding': 'GET /v1/customer-portal/organizations/{slug}/branding',
  'customer_portal.organizations.get': 'GET /v1/customer-portal/organizations/{slug}',
  'customer_portal.license_keys.activate': 'POST /v1/customer-portal/license-keys/activate',
  'customer_portal.license_keys.deactivate': 'POST /v1/customer-portal/license-keys/deactivate',
  'customer_portal.license_keys.heartbeat': 'POST /v1/customer-portal/license-keys/heartbeat',
  'customer_portal.license_keys.activate_by_file': 'POST /v1/customer-portal/license-keys/{id}/offline-activation',
  'customer_portal.license_keys.deactivate_by_file': 'POST /v1/customer-portal/license-keys/{id}/offline-deactivation',
  'customer_portal.license_keys.lease': 'POST /v1/customer-portal/license-keys/lease',
  'customer_portal.license_keys.commit_reservation': 'POST /v1/customer-portal/license-keys/reservations/{id}/commit',
  'customer_portal.license_keys.release_reservation': 'POST /v1/customer-portal/license-keys/reservations/{id}/release',
  'customer_portal.license_keys.reserve': 'POST /v1/customer-portal/license-keys/reservations',
  'customer_portal.license_keys.trial': 'POST /v1/customer-portal/license-keys/trial',
  'customer_portal.license_keys.validate': 'POST /v1/customer-portal/license-keys/validate',
  'customer_portal.members.add': 'POST /v1/customer-portal/members',
  'customer_portal.members.list': 'GET /v1/customer-portal/members',
  'customer_portal.members.remove': 'DELETE /v1/customer-portal/members/{id}',
  'customer_portal.members.update': 'PATCH /v1/customer-portal/members/{id}',
  'customer_portal.meters.credits': 'GET /v1/customer-portal/meters/{id}/credits',
  'customer_portal.meters.get': 'GET /v1/customer-portal/meters/{id}',
  'customer_portal.meters.list': 'GET /v1/customer-portal/meters/',
  'customer_portal.meters.quantities': 'GET /v1/customer-portal/meters/{id}/quantities',
  'customer_portal.orders.get': 'GET /v1/customer-portal/orders/{id}',
  'customer_portal.orders.invoice': 'GET /v1/customer-portal/orders/{id}/invoice',
  'customer_portal.orders.request_invoice': 'POST /v1/customer-portal/orders/{id}/invoice',
  'customer_portal.orders.list': 'GET /v1/customer-portal/orders/',
  'customer_portal.orders.receipt': 'GET /v1/customer-portal/orders/{id}/receipt',
  'customer_portal.orders.update': 'PATCH /v1/customer-portal/orders/{id}',
  'customer_portal.seats.assign': 'POST /v1/customer-portal/seats',
  'customer_portal.seats.list': 'GET /v1/customer-portal/seats',
  'customer_portal.seats.list_claimed_subscriptions': 'GET /v1/customer-portal/seats/subscriptions',
  'customer_portal.seats.resend': 'POST /v1/customer-portal/seats/{seat_id}/resend',
  'customer_portal.seats.revoke': 'DELETE /v1/customer-portal/seats/{seat_id}',
  'customer_portal.wallets.list': 'GET /v1/customer-portal/wallets/',
  'customer_portal.subscriptions.cancel': 'DELETE /v1/customer-portal/subscriptions/{id}',
  'customer_portal.subscriptions.get': 'GET /v1/customer-portal/subscriptions/{id}',
  'customer_portal.subscriptions.list': 'GET /v1/customer-portal/subscriptions/',
  'customer_portal.subscriptions.update': 'PATCH /v1/customer-portal/subscriptions/{id}',
  'customer_seats.assign': 'POST /v1/customer-seats',
  'customer_seats.assign_many': 'POST /v1/customer-seats/bulk',
  'customer_seats.claim': 'POST /v1/customer-seats/claim',
  'customer_seats.claim_info': 'GET /v1/customer-seats/claim/{invitation_token}',
  'customer_seats.invite': 'POST /v1/customer-seats/{seat_id}/invitation',
  'customer_seats.list': 'GET /v1/customer-seats',
  'customer_seats.reassign': 'POST /v1/customer-seats/{seat_id}/reassign',
  'customer_seats.release_expired': 'POST /v1/customer-seats/release-expired',
  'customer_seats.resend': 'POST /v1/customer-seats/{seat_id}/resend',
  'customer_seats.revoke': 'DELETE /v1/customer-seats/{seat_id}',
  'customer_sessions.create': 'POST /v1/customer-sessions/',
  'customers.create': 'POST /v1/customers/',
  'customers.create_member': 'POST /v1/customers/{id}/members',
  'customers.create_member_external': 'POST /v1/customers/external/{external_id}/members',
  'customers.create_viewing_session': 'POST /v1/customers/{id}/viewing-sessions',
  'customers.end_sessions': 'DELETE /v1/customers/{id}/sessions',
  'customers.list_aliases': 'GET /v1/customers/{id}/aliases',
  'customers.remove_alias': 'DELETE /v1/customers/{id}/aliases/{merged_customer_id}',
  'customers.delete': 'DELETE /v1/customers/{id}',
  'customers.delete_external': 'DELETE /v1/customers/external/{external_id}',
  'customers.delete_member': 'DELETE /v1/customers/{id}/members/{member_id}',
  'customers.delete_member_external': 'DELETE /v1/customers/external/{external_id}/members/{member_external_id}',
  'customers.get': 'GET /v1/customers/{id}',
  'customers.export': 'GET /v1/customers/{id}/export',
  'customers.export_all': 'GET /v1/customers/export',
  'customers.get_figures': 'GET /v1/customers/figures',
  'customers.get_external': 'GET /v1/customers/external/{external_id}',
  'customers.get_member': 'GET /v1/customers/{id}/members/{member_id}',
  'customers.get_member_external': 'GET /v1/customers/external/{external_id}/members/{member_external_id}',
  'customers.get_timeline': 'GET /v1/customers/{id}/timeline',
  'customers.get_state': 'GET /v1/customers/{id}/state',
  'customers.get_state_external': 'GET /v1/customers/external/{external_id}/state',
  'customers.get_tags': 'GET /v1/customers/{id}/tags',
  'customers.list_tags': 'GET /v1/customers/tags',
  'customers.list_tagged': 'GET /v1/customers/tagged',
  'customers.set_tags': 'PUT /v1/customers/{id}/tags',
  'customers.list': 'GET /v1/customers/',
  'customers.list_payment_methods': 'GET /v1/customers/{id}/payment-methods',
  'customers.list_payment_methods_external': 'GET /v1/customers/external/{external_id}/payment-methods',
  'customers.list_members': 'GET /v1/customers/{id}/members',
  'customers.list_members_external': 'GET /v1/customers/external/{external_id}/members',
  'customers.merge': 'POST /v1/customers/{id}/merge',
  'customers.update': 'PATCH /v1/customers/{id}',
  'customers.update_external': 'PATCH /v1/customers/external/{external_id}',
  'customers.update_member': 'PATCH /v1/customers/{id}/members/{member_id}',
  'customers.update_member_external': 'PATCH /v1/customers/external/{external_id}/members/{member_external_id}',
  'event_types.get': 'GET /v1/event-types/{id}',
  'event_types.list': 'GET /v1/event-types/',
  'event_types.update': 'PATCH /v1/event-types/{id}',
  'events.get': 'GET /v1/events/{id}',
  'events.ingest': 'POST /v1/events/ingest',
  'events.list': 'GET /v1/events/',
  'events.names': 'GET /v1/events/names',
  'events.search': 'GET /v1/events/search',
  'events.unvoid': 'POST /v1/events/{id}/unvoid',
  'events.unvoid_all': 'POST /v1/events/unvoid',
  'events.void': 'POST /v1/events/{id}/void',
  'events.void_all': 'POST /v1/events/void',
  'files.create': 'POST /v1/files/',
  'files.delete': 'DELETE /v1/files/{id}',
  'files.list': 'GET /v1/files/',
  'files.update': 'PATCH /v1/files/{id}',
  'files.upload': 'PUT /v1/files/{id}/parts/{n}',
  'files.uploaded': 'POST /v1/files/{id}/uploaded',
  'health.live': 'GET /health/live',
  'health.ready': 'GET /health/ready',
  'license_keys.activate': 'POST /v1/license-keys/activate',
  'license_keys.deactivate': 'POST /v1/license-keys/deactivate',
  'license_keys.explain': 'POST /v1/license-keys/explain',
  'license_keys.get': 'GET /v1/license-keys/{id}',
  'license_keys.get_timeline': 'GET /v1/license-keys/{id}/timeline',
  'license_keys.report_leak': 'POST /v1/license-keys/{id}/report-leak',
  'license_keys.send': 'POST /v1/license-keys/{id}/send',
  'license_keys.forget_trial': 'DELETE /v1/license-keys/{id}/trial',
  'license_keys.end_held_place': 'POST /v1/license-keys/{id}/held-places/{activation_id}/end',
  'license_keys.list_entitlements': 'GET /v1/license-keys/{id}/entitlements',
  'license_keys.give_entitlement': 'POST /v1/license-keys/{id}/entitlements',
  'license_keys.take_back_entitlement': 'DELETE /v1/license-keys/{id}/entitlements/{entitlement_id}',
  'license_keys.attach_grant': 'POST /v1/license-keys/{id}/attached-grants',
  'license_keys.remove_activation': 'DELETE /v1/license-keys/{id}/activations/{activation_id}',
  'license_keys.get_activation': 'GET /v1/license-keys/{id}/activations/{activation_id}',
  'license_keys.issue': 'POST /v1/license-keys/',
  'license_keys.get_tags': 'GET /v1/license-keys/{id}/tags',
  'license_keys.list_tags': 'GET /v1/license-keys/tags',
  'license_keys.set_tags': 'PUT /v1/license-keys/{id}/tags',
  'license_keys.search': 'GET /v1/license-keys/search',
  'license_keys.export': 'GET /v1/license-keys/export',
  'license_keys.get_figures': 'GET /v1/license-keys/figures',
  'license_keys.get_activity': 'GET /v1/license-keys/activity',
  'license_keys.get_uses': 'GET /v1/license-keys/uses',
  'license_keys.export_uses': 'GET /v1/license-keys/uses/export',
  'license_keys.list': 'GET /v1/license-keys/',
  'license_keys.activate_by_file': 'POST /v1/license-keys/{id}/offline-activation',
  'license_keys.deactivate_by_file': 'POST /v1/license-keys/{id}/offline-deactivation',
  'license_key_pools.add_entries': 'POST /v1/license-key-pools/{id}/entries',
  'license_key_pools.create': 'POST /v1/license-key-pools/',
  'license_key_pools.delete': 'DELETE /v1/license-key-pools/{id}',
  'license_key_pools.get': 'GET /v1/license-key-pools/{id}',
  'license_key_pools.list': 'GET /v1/license-key-pools/',
  'license_key_pools.list_entries': 'GET /v1/license-key-pools/{id}/entries',
  'license_key_pools.list_waiting_grants': 'GET /v1/license-key-pools/{id}/waiting-grants',
  'license_key_pools.remove_entry': 'DELETE /v1/license-key-pools/{id}/entries/{entry_id}',
  'license_key_pools.update': 'PATCH /v1/license-key-pools/{id}',
  'bulk.license_keys.cancel': 'POST /v1/bulk/license-keys/{id}/cancel',
  'bulk.license_keys.create': 'POST /v1/bulk/license-keys/',
  'bulk.license_keys.get': 'GET /v1/bulk/license-keys/{id}',
  'bulk.license_keys.list': 'GET /v1/bulk/license-keys/',
  'bulk.license_keys.list_entries': 'GET /v1/bulk/license-keys/{id}/entries',
  'bulk.license_keys.preview': 'POST /v1/bulk/license-keys/preview',
  'bulk.license_keys.undo': 'POST /v1/bulk/license-keys/{id}/undo',
  'license_key_batches.create': 'POST /v1/license-key-batches/',
  'license_key_batches.export': 'GET /v1/license-key-batches/{id}/export',
  'license_key_batches.get': 'GET /v1/license-key-batches/{id}',
  'license_key_batches.list': 'GET /v1/license-key-batches/',
  'license_key_batches.update': 'PATCH /v1/license-key-batches/{id}',
  'sign_in_clients.create': 'POST /v1/sign-in-clients/',
  'sign_in_clients.delete': 'DELETE /v1/sign-in-clients/{id}',
  'sign_in_clients.list': 'GET /v1/sign-in-clients/',
  'customer_portal.license_keys.begin_sign_in': 'POST /v1/customer-portal/license-keys/sign-in',
  'customer_portal.device_sign_ins.decide': 'POST /v1/customer-portal/device-sign-ins/{user_code}/decide',
  'customer_portal.device_sign_ins.get': 'GET /v1/customer-portal/device-sign-ins/{user_code}',
  'customer_portal.license_keys.list_signed_in': 'POST /v1/customer-portal/license-keys/sign-in/keys',
  'customer_portal.license_keys.claim': 'POST /v1/customer-portal/license-keys/claim',
  'license_keys.list_increments': 'GET /v1/license-keys/{id}/increments',
  'license_keys.export_increments': 'GET /v1/license-keys/{id}/increments/export',
  'license_keys.list_reservations': 'GET /v1/license-keys/{id}/reservations',
  'license_keys.rotate': 'POST /v1/license-keys/{id}/rotate',
  'license_keys.transfer': 'POST /v1/license-keys/{id}/transfer',
  'license_keys.update': 'PATCH /v1/license-keys/{id}',
  'license_keys.validate': 'POST /v1/license-keys/validate',
  'mails.list': 'GET /v1/mails/',
  'members.list': 'GET /v1/members/',
  'meters.create': 'POST /v1/meters/',
  'meters.get': 'GET /v1/meters/{id}',
  'meters.list': 'GET /v1/meters/',
  'meters.quantities': 'GET /v1/meters/{id}/quantities',
  'meters.set_thresholds': 'PUT /v1/meters/{id}/thresholds',
  'meters.thresholds': 'GET /v1/meters/{id}/thresholds',
  'meters.update': 'PATCH /v1/meters/{id}',
  'orders.create': 'POST /v1/orders/',
  'metrics.create_dashboard': 'POST /v1/metrics/dashboards',
  'metrics.delete_dashboard': 'DELETE /v1/metrics/dashboards/{id}',
  'metrics.export': 'GET /v1/metrics/export',
  'metrics.get': 'GET /v1/metrics/',
  'metrics.get_dashboard': 'GET /v1/metrics/dashboards/{id}',
  'metrics.limits': 'GET /v1/metrics/limits',
  'metrics.list_dashboards': 'GET /v1/metrics/dashboards',
  'metrics.update_dashboard': 'PATCH /v1/metrics/dashboards/{id}',
  'orders.export': 'GET /v1/orders/export',
  'orders.get_tags': 'GET /v1/orders/{id}/tags',
  'orders.list_tags': 'GET /v1/orders/tags',
  'orders.list_tagged': 'GET /v1/orders/tagged',
  'orders.set_tags': 'PUT /v1/orders/{id}/tags',
  'orders.get': 'GET /v1/orders/{id}',
  'orders.get_figures': 'GET /v1/orders/figures',
  'orders.get_timeline': 'GET /v1/orders/{id}/timeline',
  'orders.invoice': 'GET /v1/orders/{id}/invoice',
  'orders.list': 'GET /v1/orders/',
  'orders.receipt': 'GET /v1/orders/{id}/receipt',
  'orders.update': 'PATCH /v1/orders/{id}',
  'organization_access_tokens.create': 'POST /v1/organization-access-tokens/',
  'organization_access_tokens.delete': 'DELETE /v1/organization-access-tokens/{id}',
  'organization_access_tokens.get': 'GET /v1/organization-access-tokens/{id}',
  'organization_access_tokens.list': 'GET /v1/organization-access-tokens/',
  'organization_access_tokens.update': 'PATCH /v1/organization-access-tokens/{id}',
  'organizations.advance_test_clock': 'POST /v1/organizations/{id}/test-clock/advance',
  'organizations.create_sandbox': 'POST /v1/organizations/{id}/sandboxes',
  'organizations.delete_sandbox': 'DELETE /v1/organizations/{id}/sandboxes/{sandbox_id}',
  'organizations.create': 'POST /v1/organizations/',
  'organizations.get': 'GET /v1/organizations/{id}',
  'organizations.get_branding': 'GET /v1/organizations/{id}/branding',
  'organizations.get_mail_preview': 'GET /v1/organizations/{id}/mail-previews/{mail}',
  'organizations.get_test_clock': 'GET /v1/organizations/{id}/test-clock',
  'organizations.list_caught_mails': 'GET /v1/organizations/{id}/caught-mails',
  'organizations.list_alerts': 'GET /v1/organizations/{id}/alerts',
  'organizations.set_alert': 'PUT /v1/organizations/{id}/alerts/{kind}',
  'organizations.reset_alert': 'DELETE /v1/organizations/{id}/alerts/{kind}',
  'organizations.test_alert': 'POST /v1/organizations/{id}/alerts/{kind}/test',
  'organizations.list_mail_texts': 'GET /v1/organizations/{id}/mail-texts',
  'organizations.preview_mail_text': 'POST /v1/organizations/{id}/mail-texts/preview',
  'organizations.set_mail_text': 'PUT /v1/organizations/{id}/mail-texts/{mail}/{language}',
  'organizations.reset_mail_text': 'DELETE /v1/organizations/{id}/mail-texts/{mail}/{language}',
  'organizations.list_mail_previews': 'GET /v1/organizations/{id}/mail-previews',
  'organizations.list': 'GET /v1/organizations/',
  'organizations.update_branding': 'PATCH /v1/organizations/{id}/branding',
  'organizations.update': 'PATCH /v1/organizations/{id}',
  'personal_access_tokens.create': 'POST /v1/personal-access-tokens/',
  'personal_access_tokens.delete': 'DELETE /v1/personal-access-tokens/{id}',
  'personal_access_tokens.get': 'GET /v1/personal-access-tokens/{id}',
  'personal_access_tokens.list': 'GET /v1/personal-access-tokens/',
  'personal_access_tokens.update': 'PATCH /v1/personal-access-tokens/{id}',
  'products.create': 'POST /v1/products/',
  'products.delete': 'DELETE /v1/products/{id}',
  'products.get': 'GET /v1/products/{id}',
  'products.list': 'GET /v1/products/',
  'products.update': 'PATCH /v1/products/{id}',
  'products.update_benefits': 'POST /v1/products/{id}/benefits',
  'saved_views.create': 'POST /v1/saved-views/',
  'saved_views.delete': 'DELETE /v1/saved-views/{id}',
  'saved_views.list': 'GET /v1/saved-views/',
  'saved_views.update': 'PATCH /v1/saved-views/{id}',
  'search.search': 'GET /v1/search',
  'seat_pools.list': 'GET /v1/seat-pools/',
  'subscriptions.create': 'POST /v1/subscriptions/',
  'subscriptions.export': 'GET /v1/subscriptions/export',
  'subscriptions.get': 'GET /v1/subscriptions/{id}',
  'subscriptions.get_timeline': 'GET /v1/subscriptions/{id}/timeline',
  'subscriptions.list': 'GET /v1/subscriptions/',
  'subscriptions.revoke': 'DELETE /v1/subscriptions/{id}',
  'subscriptions.transfer': 'POST /v1/subscriptions/{id}/transfer',
  'subscriptions.update': 'PATCH /v1/subscriptions/{id}',
  'webhooks.create_endpoint': 'POST /v1/webhooks/endpoints',
  'webhooks.delete_endpoint': 'DELETE /v1/webhooks/endpoints/{id}',
  'webhooks.get_endpoint': 'GET /v1/webhooks/endpoints/{id}',
  'webhooks.list_deliveries': 'GET /v1/webhooks/deliveries',
  'webhooks.list_endpoints': 'GET /v1/webhooks/endpoints',
  'webhooks.list_events': 'GET /v1/webhooks/events',
  'webhooks.recover': 'POST /v1/webhooks/endpoints/{id}/recover',
  'webhooks.redeliver_event': 'POST /v1/webhooks/events/{id}/redeliver',
  'webhooks.redeliver_events': 'POST /v1/webhooks/endpoints/{id}/redeliver',
  'webhooks.reset_endpoint_secret': 'PATCH /v1/webhooks/endpoints/{id}/secret',
  'webhooks.test_endpoint': 'POST /v1/webhooks/endpoints/{id}/test',
  'webhooks.update_endpoint': 'PATCH /v1/webhooks/endpoints/{id}',
  'organizations.change_organization_member': 'PATCH /v1/organizations/{id}/members/{user_id}',
  'organizations.invite_organization_member': 'POST /v1/organizations/{id}/invitations',
  'organizations.list_organization_invitations': 'GET /v1/organizations/{id}/invitations',
  'organizations.list_organization_members': 'GET /v1/organizations/{id}/members',
  'organizations.add_email_domain': 'POST /v1/organizations/{id}/single-sign-on/domains',
  'organizations.delete_open_id_connection': 'DELETE /v1/organizations/{id}/single-sign-on',
  'organizations.get_open_id_connection': 'GET /v1/organizations/{id}/single-sign-on',
  'organizations.list_email_domains': 'GET /v1/organizations/{id}/single-sign-on/domains',
  'organizations.remove_email_domain': 'DELETE /v1/organizations/{id}/single-sign-on/domains/{domain_id}',
  'organizations.save_open_id_connection': 'PUT /v1/organizations/{id}/single-sign-on',
  'organizations.verify_email_domain': 'POST /v1/organizations/{id}/single-sign-on/domains/{domain_id}/verify',
  'users.begin_single_sign_on': 'POST /v1/users/sign-in/single-sign-on',
  'users.complete_single_sign_on': 'POST /v1/users/sign-in/single-sign-on/authenticate',
  'organizations.end_member_credentials': 'DELETE /v1/organizations/{id}/members/{user_id}/credentials',
  'organizations.remove_organization_member': 'DELETE /v1/organizations/{id}/members/{user_id}',
  'organizations.resend_organization_invitation': 'POST /v1/organizations/{id}/invitations/{invitation_id}/resend',
  'organizations.revoke_organization_invitation': 'DELETE /v1/organizations/{id}/invitations/{invitation_id}',
  'organizations.transfer_organization': 'POST /v1/organizations/{id}/owner',
  'user_sessions.end_user_session': 'DELETE /v1/user-sessions/{id}',
  'user_sessions.list_user_sessions': 'GET /v1/user-sessions/',
  'user_sessions.sign_out_everywhere': 'DELETE /v1/user-sessions/',
  'users.accept_own_invitation': 'POST /v1/users/me/invitations/{id}/accept',
  'oauth2.authorize': 'GET /v1/oauth2/authorize',
  'oauth2.delete_client': 'DELETE /v1/oauth2/register/{client_id}',
  'oauth2.get_client': 'GET /v1/oauth2/register/{client_id}',
  'oauth2.introspect_token': 'POST /v1/oauth2/introspect',
  'oauth2.register_client': 'POST /v1/oauth2/register',
  'oauth2.request_token': 'POST /v1/oauth2/token',
  'oauth2.revoke_token': 'POST /v1/oauth2/revoke',
  'oauth2.update_client': 'PUT /v1/oauth2/register/{client_id}',
  'oauth2.userinfo': 'GET /v1/oauth2/userinfo',
  'users.add_passkey': 'POST /v1/users/me/passkeys',
  'users.authenticate_user': 'POST /v1/users/sign-in/authenticate',
  'users.begin_second_factor': 'POST /v1/users/me/second-factor',
  'users.confirm_second_factor': 'POST /v1/users/me/second-factor/confirm',
  'users.disable_second_factor': 'DELETE /v1/users/me/second-factor',
  'users.get_current_user': 'GET /v1/users/me',
  'users.list_authorizations': 'GET /v1/users/me/authorizations',
  'users.list_own_invitations': 'GET /v1/users/me/invitations',
  'users.list_passkeys': 'GET /v1/users/me/passkeys',
  'users.passkey_options': 'POST /v1/users/me/passkeys/options',
  'users.passkey_sign_in_options': 'POST /v1/users/sign-in/passkey-options',
  'users.remove_passkey': 'DELETE /v1/users/me/passkeys/{id}',
  'users.remove_password': 'DELETE /v1/users/me/password',
  'users.replace_recovery_codes': 'POST /v1/users/me/recovery-codes',
  'users.request_user_sign_in': 'POST /v1/users/sign-in/request',
  'users.revoke_authorization': 'DELETE /v1/users/me/authorizations/{id}',
  'users.set_password': 'POST /v1/users/me/password',
  'users.verify_second_factor': 'POST /v1/users/sign-in/second-factor',
};

const SETTLING = ['reservations/{id}/commit', 'reservations/{id}/release'];

const KEY_OPERATIONS = /license-keys\/(activate|validate|deactivate)$/;

const api = await startApi({ BASE_URL: 'https://licenses.example.com' });
const { document, operations } = new Contract(
  JSON.parse(JSON.stringify(describeApi(api.app, 'https://licenses.example.com'))) as Document,
);
const text = JSON.stringify(document);
afterAll(() => api.close());

const headersOf = (name: string, status: number | string): string[] =>
  Object.keys((operations.get(name)!.responses[status] as { headers?: object }).headers ?? {}).sort();
const parametersOf = (name: string): string[] =>
  (operations.get(name)!.parameters ?? []).map(({ $ref, name: given }) => $ref ?? given!);
const takes = (name: string, kind: string): boolean => (operations.get(name)!.security ?? []).some((scheme) => kind in scheme);
const those = (is: (name: string) => boolean): string[] => [...operations.keys()].filter(is);

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect([valid, errors]).toEqual([true, undefined]);
  });

  test('has a title, a description and servers', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Latchkey', version: '2026-04' },
      servers: [{ url: 'https://licenses.example.com' }],
    });
  });

  test('uses one named schema for equal body shapes', () => {
    expect(text).not.toContain('$id');
    const bodies = [...operations].flatMap(([name, { responses, requestBody }]) => {
      const contents = [requestBody, ...Object.values(responses)].map((each) => (each as (typeof responses)[string])?.content);
      return contents.flatMap((content) =>
        content?.['application/json'] ? [{ name, schema: content['application/json'].schema }] : [],
      );
    });
    expect(bodies.length).toBeGreaterThan(100);
    const unnamed = bodies.filter(({ schema }) => {
      const variants = (Object.values(schema).find(Array.isArray) ?? [schema]) as object[];
      return variants.some((variant) => !('$ref' in variant));
    });
    expect(unnamed).toEqual([]);
  });

  test('has no dangling references and no unused components', () => {
    const referred = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!));
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });
});

/** They are accepted with 202, and there is nothing to say yet. */
const WITHOUT_BODY = new Set([
  'POST /v1/organizations/{id}/alerts/{kind}/test',
  'POST /v1/customer-portal/customer-session/request',
  'POST /v1/users/sign-in/request',
  'POST /v1/connectors/{id}/events/{event_id}/retry',
]);

describe('every operation', () => {
  test('has a unique operation id', () => {
    expect(Object.fromEntries([...operations].map(([name, { operationId }]) => [operationId, name]))).toEqual(NAMES);
    expect(operations.size).toBe(Object.keys(NAMES).length);
  });

  test('has a summary, and one of the described tags', () => {
    const tags = document.tags.map(({ name }) => name);
    const used = new Set([...operations.values()].flatMap((operation) => operation.tags ?? []));
    expect([...used].sort()).toEqual([...tags].sort());
    expect(those((name) => (operations.get(name)!.summary ?? '').length < 8)).toEqual([]);
    expect(those((name) => operations.get(name)!.tags?.length !== 1)).toEqual([]);
  });

  test('documents the request id and version headers', () => {
    const without = [...operations].flatMap(([name, { responses }]) =>
      Object.keys(responses).filter((status) =>
        // Headers that are too large are not read, so nobody knows their version.
        (status === '431' ? ['X-Request-Id'] : ['Polar-Version', 'X-Request-Id']).some(
          (header) => !headersOf(name, status).includes(header),
        ),
      ),
    );
    expect(without).toEqual([]);
  });

  test('documents a JSON body for success, or none', () => {
    // The browser of a user is redirected to pages.
    const speaking = [...operations].filter(([name]) => name !== 'GET /v1/oauth2/authorize');
    const shapes = speaking.map(([name, { responses }]) => {
      const [status, ...others] = Object.keys(responses).filter((each) => Number(each) < 300);
      const { content } = responses[status!]!;
      const one = others.every((other) => isDeepStrictEqual(responses[other]!.content, content));
      const isEmpty = status === '204' || WITHOUT_BODY.has(name);
      return { name, one, isEmpty, content };
    });
    expect(shapes.filter(({ one, isEmpty, content }) => !one || isEmpty === Boolean(content))).toEqual([]);
    const withBody = [
      'customer-portal/seats/{seat_id}',
      'customer-portal/subscriptions/{id}',
      'customer-seats/{seat_id}',
      'subscriptions/{id}',
    ];
    expect(those((name) => name.startsWith('DELETE') && !operations.get(name)!.responses[204]).sort()).toEqual(
      withBody.map((path) => `DELETE /v1/${path}`),
    );
  });

  test('documents scopes, 401 and 403 if it takes seller credentials', () => {
    const secured = those((name) => takes(name, 'pat'));
    for (const name of secured) {
      const { security, responses } = operations.get(name)!;
      const schemes = security!.flatMap((scheme) => Object.entries(scheme));
      expect(schemes.filter(([kind]) => !['oidc', 'pat', 'oat', 'user_session'].includes(kind))).toEqual([]);
      expect(
        schemes.filter(([, scopes]) => scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope as never))),
      ).toEqual([]);
      const invalid = name === 'GET /v1/users/me' ? [] : ['422'];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '404', ...invalid]));
      expect([headersOf(name, 401), headersOf(name, 403)]).toEqual([
        expect.arrayContaining(['WWW-Authenticate']),
        expect.arrayContaining(['WWW-Authenticate']),
      ]);
      expect(parametersOf(name)).toContain('#/components/parameters/PolarOrganization');
    }
    expect(secured.length).toBeGreaterThan(60);
  });

  test('documents the session scope and 401 if it takes customer sessions', () => {
    const portal = those((name) => takes(name, 'member_session'));
    for (const name of portal) {
      const { security, responses } = operations.get(name)!;
      const kinds = name.includes('/members') ? ['member_session'] : ['customer_session', 'member_session'];
      expect([name, security]).toEqual([name, kinds.map((kind) => ({ [kind]: ['customer_portal:write'] }))]);
      expect(Object.keys(responses)).toContain('401');
      expect(headersOf(name, 401)).toContain('WWW-Authenticate');
      expect(parametersOf(name)).not.toContain('#/components/parameters/PolarOrganization');
    }
    expect(portal.length).toBeGreaterThan(14);
  });

  test('accepts the read or write scope for reads and the write scope otherwise, from users or also organizations', () => {
    const secured = [...operations].filter(([name]) => takes(name, 'pat'));
    for (const [name, { operationId, security, tags }] of secured) {
      // Connectors receive webhooks; the reference has no scopes for them, nor for types of events.
      const area = tags![0]!
        .replace('benefit_grants', 'benefits')
        .replace('connectors', 'webhooks')
        .replace('event_types', 'events')
        .replace(/artifacts|download_tokens/, 'releases')
        .replace(/^users$/, 'user')
        .replace(/^mails$/, 'customers')
        .replace('license_key_pools', 'license_keys')
        .replace(/license_key_batches|bulk\.license_keys|sign_in_clients/, 'license_keys');
      // One search for everything takes the scopes of each kind that it finds.
      const areas =
        area === 'search' ? ['license_keys', 'customers', 'orders', 'subscriptions', 'products', 'notes', 'webhooks'] : [area];
      const readOnly = new Set(['customer_seats', 'customer_meters', 'audit_log']);
      const reading = areas.flatMap((each) => (readOnly.has(each) ? [`${each}:read`] : [`${each}:read`, `${each}:write`]));
      // As in the reference: asking for an invoice reads the order. An explanation changes nothing.
      const isReading = name.startsWith('GET') || /^POST .*\/(invoice|explain)$/.test(name);
      // What customers use of a meter is written by events; the reference has no other scope for it.
      // It shows the same as a session of the customer.
      const isOfSession = name === 'GET /v1/customers/{id}/export' || area === 'customer_sessions';
      // A service that reports use must neither credit it nor take it back.
      const isByHand = /^(customer_meters\.(create|credit|debit|reset|revoke_credit)|events\.(void|unvoid)(_all)?)$/.test(
        operationId!,
      );
      const usual = isReading ? reading : [`${area.replace('customer_meters', 'events')}:write`];
      const isAboutMembers = /\/v1\/organizations\/\{id\}\/(members|invitations|owner|single-sign-on)/.test(name);
      // `organizations:write` gives nobody access.
      const writing = isAboutMembers && !isReading ? ['organization_members:write'] : usual;
      const scopes = isOfSession ? ['customer_sessions:write'] : isByHand ? ['customers:write'] : writing;
      const isForUsers =
        /^organizations\.(create|create_sandbox|delete_sandbox)$/.test(operationId!) ||
        area.endsWith('_access_tokens') ||
        area === 'saved_views' ||
        area === 'user';
      const organizations = isForUsers || isAboutMembers ? [] : [{ oat: scopes }];
      const applications = security!.some((scheme) => 'oidc' in scheme) ? [{ oidc: scopes }] : [];
      const expected = [...applications, { pat: scopes }, ...organizations, { user_session: scopes }];
      expect([name, security]).toEqual([name, expected]);
    }
  });

  test('documents 422 if it has any input', () => {
    const silent = those((name) => !operations.get(name)!.responses[422] && !isOfOpenId(name)).sort();
    expect(silent).toEqual([
      'DELETE /v1/customer-portal/customer-session',
      'GET /health/live',
      'GET /health/ready',
      'GET /v1/customer-portal/customer-session/introspect',
      'GET /v1/customer-portal/customers/me',
      'GET /v1/customer-portal/customers/me/export',
      'GET /v1/users/me',
      'POST /v1/users/sign-in/passkey-options',
    ]);
  });
});

test('an operation with a limit documents 429, and the RateLimit headers of every response that has them', () => {
  const limited = those((name) => '429' in operations.get(name)!.responses && headersOf(name, 429).includes('RateLimit')).sort();
  const counted = [
    ...['authenticate', 'request'].map((operation) => `POST /v1/customer-portal/customer-session/${operation}`),
    'POST /v1/customer-portal/license-keys/trial',
    ...['sign-in', 'sign-in/keys'].map((operation) => `POST /v1/customer-portal/license-keys/${operation}`),
    ...['GET /{user_code}', 'POST /{user_code}/decide'].map((operation) =>
      operation.replace(' ', ' /v1/customer-portal/device-sign-ins'),
    ),
    ...['authenticate', 'passkey-options', 'request', 'second-factor', 'single-sign-on', 'single-sign-on/authenticate'].map(
      (operation) => `POST /v1/users/sign-in/${operation}`,
    ),
    ...['password', 'second-factor/confirm'].map((operation) => `POST /v1/users/me/${operation}`),
    ...['GET check', 'POST request', 'POST verify'].map((operation) =>
      operation.replace(' ', ' /v1/customer-portal/customers/me/email-update/'),
    ),
    'POST /v1/customer-portal/customers/me/merge',
    ...['GET authorize', 'POST introspect', 'POST register', 'POST revoke', 'POST token', 'GET userinfo'].map((operation) =>
      operation.replace(' ', ' /v1/oauth2/'),
    ),
    ...['DELETE', 'GET', 'PUT'].map((method) => `${method} /v1/oauth2/register/{client_id}`),
  ];
  expect(limited).toEqual(
    [
      ...counted,
      ...['activate', 'deactivate', 'heartbeat', 'lease', 'validate', 'reservations', ...SETTLING].map(
        (operation) => `POST /v1/customer-portal/license-keys/${operation}`,
      ),
      ...['', '/bulk', '/{seat_id}/reassign', '/{seat_id}/resend'].map((operation) => `POST /v1/customer-seats${operation}`),
      ...['', '/{seat_id}/resend'].map((operation) => `POST /v1/customer-portal/seats${operation}`),
      'POST /v1/connectors/{id}/webhook',
    ].sort(),
  );
  for (const name of limited) {
    const { [429]: refusal, [431]: _unread, ...others } = operations.get(name)!.responses;
    expect(JSON.stringify(refusal)).toContain('#/components/schemas/TooManyRequests');
    expect(headersOf(name, 429)).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']));
    const isCounted = Object.keys(others).map((status) => headersOf(name, status).includes('RateLimit'));
    expect(new Set(isCounted)).toEqual(new Set([counted.includes(name)]));
  }
});

test('an operation that refuses requests without counting them documents Retry-After only', () => {
  const headers = headersOf('GET /v1/customer-portal/customers/me/export', 429);
  expect(headers).toContain('Retry-After');
  expect(headers).not.toContain('RateLimit');
});

describe('extensions', () => {
  test('operations that activate document the License-Device header', () => {
    expect(those((name) => parametersOf(name).includes('License-Device')).sort()).toEqual([
      'POST /v1/customer-portal/license-keys/activate',
      'POST /v1/customer-portal/license-keys/lease',
      'POST /v1/customer-portal/license-keys/trial',
      'POST /v1/license-keys/activate',
    ]);
  });

  test('and the License-Installation header, but for trials', () => {
    expect(those((name) => parametersOf(name).includes('License-Installation')).sort()).toEqual([
      'POST /v1/customer-portal/license-keys/activate',
      'POST /v1/customer-portal/license-keys/lease',
      'POST /v1/license-keys/activate',
    ]);
  });

  test('every error about a license key documents the License-Code header', () => {
    const refusals = those((name) => KEY_OPERATIONS.test(name)).flatMap((name) =>
      Object.keys(operations.get(name)!.responses)
        .filter((status) => ['400', '403', '404'].includes(status))
        .map((status) => ({ name, status, headers: headersOf(name, status) })),
    );
    const scopeOnly = /^POST .v1.license-keys.(validate|deactivate)$/;
    const coded = refusals.filter(({ name, status }) => !(status === '403' && scopeOnly.test(name)));
    expect(coded).toHaveLength(12);
    expect(coded.filter(({ headers }) => !headers.includes('License-Code'))).toEqual([]);
  });
});
