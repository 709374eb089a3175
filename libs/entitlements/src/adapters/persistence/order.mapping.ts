import { defineEntity, p } from '@mikro-orm/core';
import { AddressJson, type AddressShape, aggregateRows } from '#engine/persistence';
import { Order } from '../../domain/order.ts';
import type { BillingReason, OrderItem } from '../../domain/order-details.ts';
import type { OrderDocument } from '../../domain/order-document.ts';
import type { OrderStatus } from '../../domain/order-status.ts';

export const OrderMapping = defineEntity({
  name: 'OrderRow',
  schema: 'entitlements',
  tableName: 'orders',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    recipientId: p.uuid().nullable(),
    externalId: p.text().nullable(),
    externalSource: p.text(),
    reportedCustomer: p.text().nullable(),
    productId: p.uuid(),
    furtherProductIds: p.json<readonly string[]>(),
    subscriptionId: p.uuid().nullable(),
    billingReason: p.text().$type<BillingReason>(),
    description: p.text(),
    items: p.json<readonly OrderItem[]>(),
    currency: p.text(),
    amount: p.integer(),
    taxAmount: p.integer(),
    deliverByEmail: p.boolean().nullable(),
    seats: p.integer().nullable(),
    renewsLicenseKeyId: p.uuid().nullable(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    status: p.text().$type<OrderStatus>(),
    statusBeforeVoid: p.text().$type<OrderStatus>().nullable(),
    refundedAmount: p.integer(),
    refundedTaxAmount: p.integer(),
    failedRefundTotal: p.integer(),
    benefitsRevokedAt: p.datetime(3).nullable(),
    billingName: p.text().nullable(),
    billingAddress: p.type(AddressJson).$type<AddressShape>().nullable(),
    invoice: p.json<OrderDocument>().nullable(),
    receipt: p.json<OrderDocument>().nullable(),
    invoiceRequestedAt: p.datetime(3).nullable(),
    purchasedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const orderRows = aggregateRows(Order, OrderMapping).auditedAs({ type: 'order' });
