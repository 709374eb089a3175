import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { Subscription } from '../../domain/subscription.ts';
import type { Proration } from '../../domain/offer.ts';
import type { Unit } from '../../domain/interval.ts';
import type { PendingUpdate } from '../../domain/pending-change.ts';
import type { OriginalTerms } from '../../domain/original-terms.ts';
import type { SubscriptionStatus } from '../../domain/subscription-status.ts';

const time = () => p.datetime(3);

export const SubscriptionMapping = defineEntity({
  name: 'SubscriptionRow',
  schema: 'entitlements',
  tableName: 'subscriptions',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    recipientId: p.uuid().nullable(),
    externalId: p.text().nullable(),
    externalSource: p.text(),
    reportedCustomer: p.text().nullable(),
    originalTerms: p.json<OriginalTerms>().nullable(),
    productId: p.uuid(),
    productChangedAt: time().nullable(),
    priceIds: p.json<readonly string[]>(),
    currency: p.text(),
    amount: p.integer(),
    taxAmount: p.integer(),
    deliverByEmail: p.boolean().nullable(),
    seats: p.integer().nullable(),
    quantity: p.integer(),
    renewsLicenseKeyId: p.uuid().nullable(),
    seatsRevision: p.integer(),
    seatsProration: p.text().$type<Proration>(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    recurringInterval: p.text().$type<Unit>(),
    recurringIntervalCount: p.integer(),
    anchorDay: p.integer(),
    meterInterval: p.text().$type<Unit>().nullable(),
    meterIntervalCount: p.integer().nullable(),
    startedAt: time(),
    trialStart: time().nullable(),
    trialEnd: time().nullable(),
    status: p.text().$type<SubscriptionStatus>(),
    currentPeriodStart: time(),
    currentPeriodEnd: time(),
    currentMeterPeriodStart: time().nullable(),
    currentMeterPeriodEnd: time().nullable(),
    cancelAtPeriodEnd: p.boolean(),
    canceledAt: time().nullable(),
    endsAt: time().nullable(),
    endedAt: time().nullable(),
    pastDueAt: time().nullable(),
    graceEndsAt: time().nullable(),
    graceOver: p.boolean(),
    dunningEndsAt: time().nullable(),
    providerToldAt: time().nullable(),
    providerRevision: p.bigint('number').nullable(),
    renewalDueAt: time().nullable(),
    graceDays: p.integer().nullable(),
    providerCustomer: p.text().nullable(),
    pauseAtPeriodEnd: p.boolean(),
    pausedAt: time().nullable(),
    resumesAt: time().nullable(),
    pendingUpdate: p.json<PendingUpdate>().nullable(),
    customerCancellationReason: p.text().nullable(),
    customerCancellationComment: p.text().nullable(),
    created_at: time().onCreate(() => new Date()),
    modified_at: time()
      .nullable()
      .onUpdate(() => new Date()),
  },
});

export const subscriptionRows = aggregateRows(Subscription, SubscriptionMapping).auditedAs({
  type: 'subscription',
  without: [
    'seatsRevision',
    'providerToldAt',
    'providerRevision',
    'providerCustomer',
    'anchorDay',
    'originalTerms',
    'productChangedAt',
    'renewalDueAt',
  ],
});
