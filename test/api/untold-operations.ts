/** Operations after which no event is sent, by the reason. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'It changes nothing that lasts.': [
    'PATCH /v1/customer-portal/benefit-grants/{id}',
    'POST /v1/license-keys/explain',
    'POST /v1/license-keys/{id}/send',
    'POST /v1/users/me/passkeys/options',
    'POST /v1/users/sign-in/passkey-options',
  ],
  'Settings, which the audit log has. What they lead to is told when it happens.': [
    'POST /v1/connectors/',
    'PATCH /v1/connectors/{id}',
    'DELETE /v1/connectors/{id}',
    'POST /v1/connectors/{id}/prices',
    'DELETE /v1/connectors/{id}/prices/{external_id}',
    'POST /v1/custom-fields/',
    'PATCH /v1/custom-fields/{id}',
    'DELETE /v1/custom-fields/{id}',
    'PATCH /v1/event-types/{id}',
    'POST /v1/files/',
    'PATCH /v1/files/{id}',
    'DELETE /v1/files/{id}',
    'PUT /v1/files/{id}/parts/{n}',
    'POST /v1/files/{id}/uploaded',
    'POST /v1/license-key-pools/',
    'PATCH /v1/license-key-pools/{id}',
    'POST /v1/meters/',
    'PATCH /v1/meters/{id}',
    'PUT /v1/meters/{id}/thresholds',
    'POST /v1/metrics/dashboards',
    'PATCH /v1/metrics/dashboards/{id}',
    'DELETE /v1/metrics/dashboards/{id}',
    'POST /v1/organizations/{id}/test-clock/advance',
    'POST /v1/webhooks/endpoints',
    'PATCH /v1/webhooks/endpoints/{id}',
    'DELETE /v1/webhooks/endpoints/{id}',
    'PATCH /v1/webhooks/endpoints/{id}/secret',
  ],
  'It is about how users and customers sign in, not about what they have. Users get mails.': [
    'PUT /v1/organizations/{id}/single-sign-on',
    'DELETE /v1/organizations/{id}/single-sign-on',
    'POST /v1/organizations/{id}/single-sign-on/domains',
    'POST /v1/organizations/{id}/single-sign-on/domains/{domain_id}/verify',
    'DELETE /v1/organizations/{id}/single-sign-on/domains/{domain_id}',
    'DELETE /v1/organizations/{id}/members/{user_id}/credentials',
    'PATCH /v1/personal-access-tokens/{id}',
    'DELETE /v1/personal-access-tokens/{id}',
    'DELETE /v1/user-sessions/',
    'DELETE /v1/user-sessions/{id}',
    'DELETE /v1/users/me/authorizations/{id}',
    'POST /v1/users/me/passkeys',
    'DELETE /v1/users/me/passkeys/{id}',
    'POST /v1/users/me/password',
    'DELETE /v1/users/me/password',
    'POST /v1/users/me/recovery-codes',
    'POST /v1/users/me/second-factor',
    'POST /v1/users/me/second-factor/confirm',
    'DELETE /v1/users/me/second-factor',
    'POST /v1/users/sign-in/authenticate',
    'POST /v1/users/sign-in/request',
    'POST /v1/users/sign-in/second-factor',
    'POST /v1/users/sign-in/single-sign-on',
    'POST /v1/customer-sessions/',
    'POST /v1/customer-portal/customer-session/request',
    'DELETE /v1/customer-portal/customer-session',
  ],
  'It brings a mail or a link, and changes nothing yet.': [
    'POST /v1/customer-portal/customers/me/email-update/request',
    'POST /v1/customer-portal/seats/{seat_id}/resend',
    'POST /v1/customer-seats/{seat_id}/invitation',
    'POST /v1/customer-seats/{seat_id}/resend',
  ],
  'It happens very often; counters of the license key and of the meter tell of it, and limits and thresholds have events.': [
    'POST /v1/customer-meters/{id}/reservations',
    'POST /v1/customer-meters/{id}/reservations/{reservation_id}/commit',
    'POST /v1/customer-meters/{id}/reservations/{reservation_id}/release',
    'POST /v1/customer-portal/license-keys/heartbeat',
    'POST /v1/customer-portal/license-keys/reservations',
    'POST /v1/customer-portal/license-keys/reservations/{id}/commit',
    'POST /v1/customer-portal/license-keys/reservations/{id}/release',
    'POST /v1/customer-portal/license-keys/validate',
    'POST /v1/license-keys/validate',
    'POST /v1/events/ingest',
  ],
  'What comes of it is told.': [
    'POST /v1/connectors/{id}/events/{event_id}/retry',
    'POST /v1/connectors/{id}/webhook',
    'POST /v1/failed-events/retry',
    'POST /v1/failed-events/{id}/retry',
    'POST /v1/webhooks/endpoints/{id}/redeliver',
    'POST /v1/webhooks/endpoints/{id}/test',
    'POST /v1/webhooks/events/{id}/redeliver',
  ],
  'The seller has dealt with what undelivered_purchase.created told. What is delivered then is told.': [
    'POST /v1/undelivered-purchases/{id}/dismiss',
    'POST /v1/undelivered-purchases/{id}/ignore-price',
    'POST /v1/undelivered-purchases/{id}/map-price',
  ],
  'Nothing is counted or credited yet.': ['POST /v1/customer-meters/'],
  'Nobody could have asked for events of an organization that is new.': ['POST /v1/organizations/'],
  'Nobody has joined. organization_member.joined tells who does.': ['DELETE /v1/organizations/{id}/invitations/{invitation_id}'],
  'More scopes are told, and fewer are not.': ['PATCH /v1/organization-access-tokens/{id}'],
  'The grant of the example is granted already; another one is told.': ['POST /v1/benefit-grants/{id}/grant'],
};

const EXPLAINED = new Set(Object.values(REASONS).flat());

/** What has to be done so that each operation is told, or has a reason why not. `isTold` says whether an event of it is sent. */
export function unexplained(operations: readonly string[], isTold: (operation: string) => boolean): string[] {
  const known = new Set(operations);
  return [
    ...operations
      .filter((operation) => !isTold(operation) && !EXPLAINED.has(operation))
      .map((operation) => `publish an event of ${operation}, or say why not`),
    ...[...EXPLAINED]
      .filter((operation) => !known.has(operation) || isTold(operation))
      .map((operation) => `remove ${operation} from untold-operations.ts`),
  ];
}
