import { type CatalogEvent, SelectEventsOfBenefits } from '#catalog/contract';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import { RefuseKeysOfCustomer } from '#customer-portal/needs';
import {
  decidedGrant,
  type EntitlementsEvent,
  LinkLicenseKey,
  NoteKeyChange,
  RecordTrialDevice,
  SyncGrantWithLicenseKey,
} from '#entitlements/contract';
import { subscriberTo } from '#platform/messaging';
import { EraseActivations } from '../../commands/activations/erase-activations.ts';
import { ContinueBulkChange } from '../../commands/bulk/continue-bulk-change.ts';
import { AlertOfExpiringKeys } from '../../commands/keys/alert-of-expiring-keys.ts';
import { AlertOfRisingRefusals } from '../../commands/keys/alert-of-rising-refusals.ts';
import { DeliverLicenseKey } from '../../commands/keys/deliver-license-key.ts';
import { MailExpiryNotice } from '../../commands/keys/mail-expiry-notice.ts';
import { MailLeakReport } from '../../commands/keys/mail-leak-report.ts';
import { MailRefusalToCustomer, MailRefusalToSeller } from '../../commands/keys/mail-refusals.ts';
import { MoveKeyWithGrant } from '../../commands/keys/move-key-with-grant.ts';
import { MoveKeysOfMergedCustomer } from '../../commands/keys/move-keys-of-merged-customer.ts';
import { NotePaymentOfSubscription } from '../../commands/keys/note-payment-of-subscription.ts';
import { RecheckIssuedKey } from '../../commands/keys/recheck-issued-key.ts';
import { RevokeDirectlyIssuedKeys } from '../../commands/keys/revoke-directly-issued-keys.ts';
import { SelectKeysToRecheck } from '../../commands/keys/select-keys-to-recheck.ts';
import { SyncKeyWithGrant } from '../../commands/keys/sync-key-with-grant.ts';
import { IssueWaitingKeys } from '../../commands/pools/issue-waiting-keys.ts';
import type { LicensingEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<CatalogEvent | CustomerPortalEvent | EntitlementsEvent | LicensingEvent>();

export const licensingSubscribers = [
  // Also a benefit that is granted again: its key is reinstated. A grant that waited for its key is created with it.
  subscriber({
    id: 'IssueKeyWhenBenefitGranted',
    events: ['benefit_grant.created', 'benefit_grant.decided'],
    multiTransaction: true,
    accepts: ({ name, payload }) => name === 'benefit_grant.decided' || !payload.waited_for_key,
    wanted: (events) =>
      new SelectEventsOfBenefits(
        events.map(({ id, payload }) => ({ id, benefitId: payload.benefit_id, type: payload.decision?.benefit.type })),
        ['license_keys', 'feature_flag'],
      ),
    command: (event) => new SyncKeyWithGrant(event.aggregateId, decidedGrant(event)),
  }),

  // Applies changed terms to the key. A key that was issued after its grant was revoked is revoked as well.
  subscriber({
    id: 'UpdateKeyWhenGrantUpdated',
    events: ['benefit_grant.updated'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.terms_renewed || !payload.is_granted,
    command: (event) => new SyncKeyWithGrant(event.aggregateId, decidedGrant(event)),
  }),

  // The key is revoked, not deleted: it is reinstated if the benefit is granted again.
  subscriber({
    id: 'RevokeKeyWhenGrantRevoked',
    events: ['benefit_grant.revoked'],
    multiTransaction: true,
    command: (event) => new SyncKeyWithGrant(event.aggregateId, decidedGrant(event)),
  }),

  subscriber({
    id: 'MoveKeyWhenPurchaseTransferred',
    events: ['benefit_grant.transferred'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.with_purchase,
    command: ({ aggregateId, payload }) => new MoveKeyWithGrant(aggregateId, payload.customer_id),
  }),

  subscriber({
    id: 'NotePaymentWhenSubscriptionUpdated',
    events: ['subscription.updated'],
    multiTransaction: true,
    isBulkWork: true,
    accepts: ({ payload }) => payload.changed.includes('past_due_at'),
    command: ({ organizationId, aggregateId }) => new NotePaymentOfSubscription(organizationId, aggregateId),
  }),

  // A grant stores which key was issued for it or renewed by it, and is revoked or granted again when the status of the key is set by hand.
  // It gets the customer of the key when that is transferred.
  subscriber({
    id: 'FollowLicenseKeyWhenItChanges',
    events: [
      'license_key.created',
      'license_key.renewed',
      'license_key.rotated',
      'license_key.status_decided',
      'license_key.transferred',
    ],
    accepts: ({ payload }) =>
      (payload.grant_id !== null || 'renewing_grant_id' in payload) && !('with_grant' in payload && payload.with_grant),
    command: ({ id, name, organizationId, aggregateId, payload }) => {
      const eventId = Number(id);
      if (name === 'license_key.renewed')
        return new LinkLicenseKey({ id: payload.renewing_grant_id, organizationId }, { license_key_id: aggregateId });
      if (name === 'license_key.created') {
        const { grant_id: grantId, display_key } = payload;
        return new LinkLicenseKey({ id: grantId!, organizationId }, { license_key_id: aggregateId, display_key });
      }
      if (name === 'license_key.transferred') return new SyncGrantWithLicenseKey(organizationId, aggregateId, undefined, eventId);
      if (name !== 'license_key.status_decided') return new SyncGrantWithLicenseKey(organizationId, aggregateId);
      const { status, status_revision: revision } = payload;
      return new SyncGrantWithLicenseKey(organizationId, aggregateId, { status, revision, eventId });
    },
  }),

  // Limits, or a status that leaves the benefit granted. Other statuses grant or revoke, which is published as such.
  subscriber({
    id: 'NoteKeyChangeWhenMadeByHand',
    events: ['license_key.disabled', 'license_key.enabled', 'license_key.updated'],
    accepts: ({ payload }) => payload.by_hand && payload.grant_id !== null && payload.changes.status?.before !== 'revoked',
    command: ({ organizationId, payload }) => new NoteKeyChange({ id: payload.grant_id!, organizationId }),
  }),

  // The device on which a key of a trial is activated has had the trial of the product.
  subscriber({
    id: 'RecordTrialDeviceWhenKeyActivated',
    events: ['license_key.activated'],
    accepts: ({ payload }) => payload.has_device && payload.grant_id !== null,
    command: ({ organizationId, payload }) => new RecordTrialDevice(organizationId, payload.grant_id!, payload.activation_id),
  }),

  subscriber({
    id: 'DeliverKeyWhenCreated',
    events: ['license_key.created'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.is_mailed !== false,
    command: ({ organizationId, aggregateId, payload, locale }) =>
      new DeliverLicenseKey(organizationId, aggregateId, payload.benefit_id, payload.grant_id, locale, false, payload.is_mailed),
  }),

  subscriber({
    id: 'MailKeyWhenRequested',
    events: ['license_key.mail_requested'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId, payload }) =>
      new DeliverLicenseKey(organizationId, aggregateId, payload.benefit_id, payload.grant_id, null, true),
  }),

  // One part of it, in the transaction that queues the next one.
  subscriber({
    id: 'ContinueBulkChangeWhenQueued',
    events: ['license_key_bulk_change.queued'],
    isBulkWork: true,
    command: ({ organizationId, aggregateId }) => new ContinueBulkChange(organizationId, aggregateId),
  }),

  subscriber({
    id: 'MailExpiryNoticeWhenKeyExpiring',
    events: ['license_key.expiring'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ organizationId, aggregateId: id, payload: { expires_at: expiresAt, days_left: daysLeft } }) =>
      new MailExpiryNotice({ organizationId, id, expiresAt, daysLeft }),
  }),

  subscriber({
    id: 'MailExpiryNoticeWhenKeyExpired',
    events: ['license_key.expired'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ organizationId, aggregateId: id, payload: { expires_at: expiresAt } }) =>
      new MailExpiryNotice({ organizationId, id, expiresAt, daysLeft: 0 }),
  }),

  subscriber({
    id: 'SendAlertWhenExpiringKeysCounted',
    events: ['expiring_license_keys.counted'],
    multiTransaction: true,
    command: ({ organizationId, payload: { count, is_more: isMore }, occurredAt }) =>
      new AlertOfExpiringKeys(organizationId, { count, isMore }, { via: 'mail', occurredAt }),
  }),

  subscriber({
    id: 'PostAlertWhenExpiringKeysCounted',
    events: ['expiring_license_keys.counted'],
    multiTransaction: true,
    command: ({ organizationId, payload: { count, is_more: isMore }, occurredAt }) =>
      new AlertOfExpiringKeys(organizationId, { count, isMore }, { via: 'slack', occurredAt }),
  }),

  subscriber({
    id: 'SendAlertWhenRefusalsRisen',
    events: ['license_key_refusals.risen'],
    multiTransaction: true,
    command: ({ organizationId, payload: { benefit_id: benefitId, ...rise }, occurredAt }) =>
      new AlertOfRisingRefusals(organizationId, { ...rise, benefitId }, { via: 'mail', occurredAt }),
  }),

  subscriber({
    id: 'PostAlertWhenRefusalsRisen',
    events: ['license_key_refusals.risen'],
    multiTransaction: true,
    command: ({ organizationId, payload: { benefit_id: benefitId, ...rise }, occurredAt }) =>
      new AlertOfRisingRefusals(organizationId, { ...rise, benefitId }, { via: 'slack', occurredAt }),
  }),

  subscriber({
    id: 'MailRefusalToCustomerWhenActivationRefused',
    events: ['license_key.activation_refused'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ organizationId, aggregateId: id, payload: { code, retry_at: retryAt } }) =>
      new MailRefusalToCustomer({ organizationId, id, code, retryAt }),
  }),

  subscriber({
    id: 'MailRefusalToSellerWhenActivationRefused',
    events: ['license_key.activation_refused'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ organizationId, aggregateId: id, payload: { code, retry_at: retryAt }, occurredAt }) =>
      new MailRefusalToSeller({ organizationId, id, code, retryAt }, { via: 'mail', occurredAt }),
  }),

  subscriber({
    id: 'PostRefusalToSellerWhenActivationRefused',
    events: ['license_key.activation_refused'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ organizationId, aggregateId: id, payload: { code, retry_at: retryAt }, occurredAt }) =>
      new MailRefusalToSeller({ organizationId, id, code, retryAt }, { via: 'slack', occurredAt }),
  }),

  subscriber({
    id: 'MailLeakReportWhenLeakReported',
    events: ['license_key.leak_reported'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId: id, payload: { display_key: displayKey, url, action }, occurredAt }) =>
      new MailLeakReport({ organizationId, id, displayKey }, url, action, { via: 'mail', occurredAt }),
  }),

  subscriber({
    id: 'PostLeakReportWhenLeakReported',
    events: ['license_key.leak_reported'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId: id, payload: { display_key: displayKey, url, action }, occurredAt }) =>
      new MailLeakReport({ organizationId, id, displayKey }, url, action, { via: 'slack', occurredAt }),
  }),

  // A merger or deletion of the customer, or a deletion of member or benefit, may have missed a new or transferred key.
  // Adds the flags of its purchase.
  subscriber({
    id: 'RevokeKeyWhenIssuedTooLate',
    events: ['license_key.created', 'license_key.transferred'],
    multiTransaction: true,
    wanted: (events) =>
      new SelectKeysToRecheck(events.map(({ id, payload: key }) => ({ id, customerId: key.customer_id, grantId: key.grant_id }))),
    command: ({ organizationId, aggregateId, payload }) => new RecheckIssuedKey(organizationId, aggregateId, payload.grant_id),
  }),

  subscriber({
    id: 'IssueWaitingKeysWhenPoolChanges',
    events: ['license_key_pool.deleted', 'license_key_pool.filled'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ organizationId, aggregateId }) => new IssueWaitingKeys(organizationId, aggregateId),
  }),

  // Keys that were issued directly; the others are revoked with their grants.
  subscriber({
    id: 'RevokeKeysWhenBenefitDeleted',
    events: ['benefit.updated'],
    multiTransaction: true,
    isBulkWork: true,
    accepts: ({ payload }) => payload.is_deleted && payload.type === 'license_keys',
    command: ({ organizationId, aggregateId: benefitId }) => new RevokeDirectlyIssuedKeys({ organizationId, benefitId }),
  }),

  // Keys that were issued to the member directly; the others are revoked with their grants.
  subscriber({
    id: 'RevokeKeysWhenMemberDeleted',
    events: ['member.deleted'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId: memberId, payload: { customer_id: customerId } }) =>
      new RevokeDirectlyIssuedKeys({ organizationId, customerId, memberId }),
  }),

  // Keys that were issued directly; the others are revoked with their grants. All of them are refused already, unless the
  // process that deleted the customer has ended before it could send that command.
  subscriber({
    id: 'RevokeKeysWhenCustomerDeleted',
    events: ['customer.deleted'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId: customerId }) => [
      new RefuseKeysOfCustomer(organizationId, customerId),
      new RevokeDirectlyIssuedKeys({ organizationId, customerId }),
    ],
  }),

  // Labels, conditions and other data of devices may name their owner.
  subscriber({
    id: 'EraseActivationsWhenCustomerAnonymized',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ payload }) => payload.anonymized,
    command: ({ organizationId, aggregateId }) => new EraseActivations(organizationId, aggregateId),
  }),

  subscriber({
    id: 'MoveKeysWhenCustomerMerged',
    events: ['customer.merged'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId }) => new MoveKeysOfMergedCustomer(organizationId, aggregateId),
  }),
];
