import { because, type Refusals } from './refusal.ts';

/** Refusals that are not about a license key, by the name in `error`. */
export const ERROR_NAMES: Refusals = {
  AboveMaximumSeats: because('The product is not sold in so many seats.', 'Buy fewer, or change the tiers of the price.'),
  AlertTurnedOff: because('Alerts of this kind are turned off.', 'Turn them on first (`is_enabled`).'),
  AlreadyCanceledSubscription: because(
    'The subscription was canceled before.',
    'Nothing is left to do; read the subscription again.',
  ),
  AmbiguousExternalCustomerID: because(
    'Customers of several organizations that the caller may see have this external ID.',
    'Name the organization in `Polar-Organization`, or use an organization access token.',
  ),
  BadRequest: because(
    'The request contradicts how things are; `detail` says in which way.',
    'Change the request or what it is about.',
  ),
  BelowMinimumSeats: because('The product is not sold in so few seats.', 'Buy more, or change the tiers of the price.'),
  BenefitHasPool: because(
    'The benefit has a pool of license keys already.',
    'Add the entries to that pool, or use another benefit.',
  ),
  BenefitNotGrantable: because('The benefit or the customer was deleted.', 'Grant another benefit, or to another customer.'),
  BulkChangeNotUndoable: because('The bulk change sends license keys.', 'Rotate a license key that somebody got by mistake.'),
  BulkChangeSetChanged: because(
    'There are more or fewer license keys than `expected_total`.',
    'Preview the bulk change again, and send the new total.',
  ),
  CannotCreateOrganizationError: because(
    '`Polar-Organization` restricts the request to one organization.',
    'Leave the header out when you create another one.',
  ),
  CannotPauseSubscription: because('Only an active subscription can be paused.', 'Read the subscription, and decide anew.'),
  CurrentPasswordWrong: because('The current password is wrong.', 'Enter it again, or sign in with a code and set a new one.'),
  CustomerConflict: because(
    'External ID and e-mail address of the customer belong to two customers.',
    'Send one of them, or merge the customers.',
  ),
  CustomerSessionCodeInvalidOrExpired: because(
    'The code is unknown, was used, is older than 30 minutes or was tried too often.',
    'Request another code.',
  ),
  DisputeAutoAcceptNotEnabled: because(
    'The organization may not accept disputes by itself.',
    'The operator of the service allows it (`latchkey organizations set-feature`).',
  ),
  DisputeNotOpenError: because('The dispute is closed.', 'Nothing is left to do; read the dispute again.'),
  DomainNotVerified: because(
    'The TXT record of the domain was not found.',
    'Add the record, wait until name servers have it, and try again.',
  ),
  DomainVerifiedElsewhere: because('Another organization has verified the domain.', 'Remove it there first.'),
  EventNotVoidable: because('The service created the event itself.', 'Correct the balance with a credit or a reset.'),
  ExternalIdConflict: because(
    'The `external_id` was reported before with other facts.',
    'Report the purchase as before, change it with an update, or use another `external_id`.',
  ),
  FileStorageFull: because(
    'The files of the organization would have more bytes than `FILE_BYTES_PER_ORGANIZATION` allows.',
    'Delete files, or let the operator raise the setting.',
  ),
  FreshSignInRequired: because(
    'The session is older than this operation allows, or the token gives less than it asks for.',
    'Sign in again and repeat the request.',
  ),
  IdempotencyKeyInUse: because(
    'A request with the same `Idempotency-Key` is under way.',
    'Wait a moment, then repeat the request unchanged: it gets the response of the first one.',
  ),
  IdentityProviderFailed: because(
    'The identity provider of the organization does not respond as the standard says.',
    'Compare issuer, client ID and secret with the provider; `detail` says what failed.',
  ),
  InactiveSubscription: because('The subscription is not active.', 'Create a new one, or choose another.'),
  InternalServerError: because(
    'Something failed that should not fail. Nothing says more about it outside of the logs.',
    'Repeat it later, with the same `Idempotency-Key` if it changes something, and tell the operator its `X-Request-Id`.',
  ),
  InvalidCustomerEmailUpdate: because(
    'The token is unknown, was used, is older than 30 minutes, or another change was requested since.',
    'Request the change again.',
  ),
  InvalidInvitationToken: because(
    'The invitation is unknown, expired, used or revoked, or its purchase has ended.',
    'Ask the owner of the seats for another invitation.',
  ),
  InvalidSeatAssignmentRequest: because(
    'The recipient cannot get the seat.',
    'Name one person, by e-mail address, customer or member.',
  ),
  KeyPoolFull: because('The pool would have more than 100,000 available entries.', 'Add them when others have been used.'),
  LastOwner: because('The organization would have no owner.', 'Make somebody else the owner first.'),
  LicenseKeyClaimed: because(
    'Somebody else has claimed the license key already.',
    'Ask whoever sold or gave it; the seller can transfer it.',
  ),
  LicenseKeyNotMailable: because(
    'The license key is not granted, or nobody has an e-mail address.',
    'Give the customer an address, or set `status` to `granted`.',
  ),
  LicenseKeyNotTrial: because('The license key is not that of a trial.', 'Name the license key of a trial.'),
  LicenseKeyNotTransferable: because(
    'The license key is revoked, belongs to a seat, or has more than 1,000 activations.',
    'Transfer the subscription or assign the seat instead.',
  ),
  MemberEmailMismatch: because('External ID and e-mail address of the member belong to two members.', 'Send one of them.'),
  MemberNotFound: because('There is no such member.', 'Check the ID, and that the member belongs to this customer.'),
  MethodNotAllowed: because('The path exists, and does not have this method.', 'Take a method that the header `Allow` names.'),
  MissingInvoiceBillingDetails: because(
    'The order has no billing name or no billing address.',
    'Set `billing_name` and `billing_address` of the order first.',
  ),
  NoScheduledPause: because('The subscription is not going to be paused.', 'Read the subscription, and decide anew.'),
  NotASeatBasedSubscription: because(
    'The product is not sold by seats.',
    'Leave `seats` out, or choose a product with such a price.',
  ),
  NotPausedSubscription: because('The subscription is not paused.', 'Read the subscription, and decide anew.'),
  NotPermitted: because(
    'The credentials are known and do not allow this: a scope is missing, the role of the user is too small, the session is read-only, or a license key does not allow it, which `License-Code` says.',
    'Give the token the scope that `WWW-Authenticate` names, or use credentials of somebody who may do it.',
  ),
  OrderAlreadyDisputed: because('The order has an open dispute.', 'Change that dispute.'),
  OrderNotEligibleForInvoice: because('The order was not paid, or it is void.', 'Report the payment first.'),
  OrderNotPaid: because('The order is pending or void.', 'Report the payment first.'),
  OrderNotVoid: because('The order is not void.', 'Nothing is left to do; read the order again.'),
  OrderNotVoidable: because('The order was refunded.', 'Leave it as it is: a refund has taken its benefits back.'),
  OrderVoid: because('The order is void, so it cannot be paid.', 'Restore it first (`POST /v1/orders/{id}/unvoid`).'),
  PasskeyNotVerified: because(
    'The credential was not made with options of this user in the last ten minutes, or is known already.',
    'Begin again with new options.',
  ),
  PauseResumeNotAllowed: because('The seller does not let customers pause subscriptions.', 'Ask the seller.'),
  PaymentMethodRequired: because(
    'The change costs more, and nobody can be charged for it here.',
    'The seller makes the change once it is paid.',
  ),
  PlaceNotHeld: because(
    'The lease of the device holds no place, or no more.',
    'Nothing is left to end; read the license key again.',
  ),
  PoolEntryClaimed: because('The entry is a license key already.', 'Revoke that license key instead.'),
  ProductNotDeletable: because('The product was bought.', 'Archive it instead (`is_archived`).'),
  RefundedAlready: because('The order is fully refunded.', 'Nothing is left to refund.'),
  RemedyNotApplicable: because(
    'The purchase was not delivered for another reason, or the line was dismissed.',
    'Read the line again, and take the remedy of its `reason`.',
  ),
  ReleaseConflict: because(
    'The release is published or yanked, has no artifact yet, or has one with this name.',
    'What is published stays as it is: yank it, and publish a further version.',
  ),
  RequestBodyTooLarge: because(
    'The body has more bytes than the operation takes.',
    'Send less at once; the operation says how much.',
  ),
  RequestHeadersTooLarge: because(
    'The address and the headers have more than 16 KiB.',
    'Send fewer or shorter headers, and fewer values of filters in the address.',
  ),
  RequestTimeout: because(
    'The request did not arrive within 30 seconds.',
    'Send it again over a better connection, or in smaller parts.',
  ),
  ResourceNotFound: because(
    'It does not exist, belongs to somebody else, or the license key cannot be used, which `License-Code` says.',
    'Check the ID, and that the token is one of the same organization. Deleted objects do not come back.',
  ),
  RevokeSubscriptionBenefitsProhibited: because(
    'The order pays for a subscription, whose benefits end with it.',
    'Leave `revoke_benefits` out, and revoke the subscription if it is to end.',
  ),
  RotateNotPermitted: because(
    'A revoked license key cannot be replaced.',
    'Set `status` to `granted` first, or issue another key.',
  ),
  SSOEnforcementRequiresConnection: because(
    'Single sign-on would be enforced without an enabled connection to a provider.',
    'Connect a provider and enable it first.',
  ),
  SavedViewNameTaken: because('Another saved view of the list has the name, in any case.', 'Choose another name.'),
  SeatAlreadyAssigned: because('The recipient has a seat already.', 'Send the invitation again, or name somebody else.'),
  SeatNotAvailable: because('All seats are assigned.', 'Revoke one, or buy more.'),
  SeatNotAssigned: because('Nobody has the seat.', 'Assign a seat of the purchase instead.'),
  SeatNotPending: because('The seat is claimed or revoked.', 'Only a pending seat can be invited to again.'),
  SeatsAlreadyAssigned: because('More seats are assigned than would be left.', 'Revoke seats first.'),
  SecondFactorCodeWrong: because(
    'The code is wrong, was used, or no set-up was begun.',
    'Wait for the next code, or begin the set-up again.',
  ),
  SecondFactorNotSetUp: because('The user has no second factor.', 'Set one up first.'),
  ServiceUnavailable: because(
    'The service cannot do it at the moment: its database cannot be reached, or the process is about to end.',
    'Wait as many seconds as `Retry-After` says, then repeat it, with the same `Idempotency-Key` if it changes something.',
  ),
  SignInFailed: because('What was presented is wrong, unknown, expired or used up.', 'Begin to sign in again.'),
  SingleSignOnNotAvailable: because(
    'No organization has verified the domain of the address, or it has no enabled connection.',
    'Sign in otherwise, or verify the domain and enable the connection.',
  ),
  SingleSignOnRefused: because(
    'The provider has recognized somebody who may not sign in; `detail` says why.',
    'Invite that person, or sign in with another account.',
  ),
  SubscriptionNotScheduledToCancel: because('The subscription was not canceled.', 'Read the subscription, and decide anew.'),
  TooManyDomains: because('The organization has 20 domains.', 'Remove one first.'),
  TooManyInvitations: because('The organization has 100 pending invitations.', 'Revoke some first.'),
  TooManyDifferentTags: because('There are 500 different tags.', 'Use one of them, or remove others first.'),
  TooManyNotes: because('The customer, license key or order has 500 notes.', 'Delete some first.'),
  TooManyOrganizations: because(
    'The user has made as many organizations as `ORGANIZATIONS_PER_USER` allows.',
    'The operator raises the setting, or makes the organization.',
  ),
  TooManyDownloadTokens: because('The license key has 20 download tokens.', 'Revoke those that are not in use first.'),
  TooManyPasskeys: because('The user has 20 passkeys.', 'Delete one first.'),
  TooManySavedViews: because('The user has 100 saved views in the organization, or it shares 200.', 'Delete some first.'),
  TooManyPrices: because('The connector maps 10,000 prices.', 'Delete mappings that are not used.'),
  TooManyRequests: because(
    'The rate limit is exceeded: too many requests, or too many at the same time, or one that takes the database too long.',
    'Wait as many seconds as `Retry-After` says, then repeat it. `RateLimit` says how many are left.',
  ),
  Unauthorized: because(
    'The credentials are missing, malformed, unknown, expired, revoked or of another kind; `detail` says which.',
    'Send `Authorization: Bearer` with a token of a kind that the operation takes. Make a new one if it has expired.',
  ),
  UnsupportedMediaType: because('The body has another type.', 'Set `Content-Type` to the one that the operation names.'),
  UpdateSubscriptionPlanNotAllowed: because('The seller does not let customers change the product.', 'Ask the seller.'),
  UpdateSubscriptionSeatsNotAllowed: because('The seller does not let customers change the number of seats.', 'Ask the seller.'),
  UserAlreadyMember: because('The user belongs to the organization already.', 'Change the role of the member instead.'),
  UserNotMemberOfOrganization: because(
    'The caller, or the user, does not belong to the organization.',
    'Check both IDs; invite the user first.',
  ),
  ValidationError: because(
    'Fields of the request are not valid. The body has no `error`, and `detail` has an entry for each.',
    '`loc` is the path of the field, `msg` says what is expected. Correct them all, then send it again.',
  ),
  VersionExists: because(
    'The product has a release of this version, or of one that is equal to it, such as 1.0 and 1.0.0.',
    'Change that release while it is a draft, or use a further version.',
  ),
  WebhookEventInvalid: because(
    'The body is no event of the provider.',
    'Let the provider send it; compare the provider of the connector.',
  ),
  WebhookSignatureInvalid: because(
    'The signature is missing, not made with the secret of the connector, or too old.',
    'Copy the secret of the endpoint at the provider into `secret` of the connector, and compare the clocks.',
  ),
};
