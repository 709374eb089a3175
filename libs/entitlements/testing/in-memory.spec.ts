import { benefitGrantsContract } from './benefit-grants.contract.ts';
import { InMemoryBenefitGrants } from './in-memory-benefit-grants.ts';
import { disputesContract } from './disputes.contract.ts';
import { InMemoryDisputes } from './in-memory-disputes.ts';
import { InMemoryOrders } from './in-memory-orders.ts';
import { InMemorySubscriptions } from './in-memory-subscriptions.ts';
import { InMemoryTrialHistory } from './in-memory-trial-history.ts';
import { ordersContract, type StoredRefund } from './orders.contract.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';
import { trialHistoryContract } from './trial-history.contract.ts';

const eventNames = (events: readonly { readonly name: string; readonly aggregateId: string }[], id: string): string[] =>
  events.filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name);

subscriptionsContract('memory', async () => {
  const subscriptions = new InMemorySubscriptions();
  return { subscriptions, eventsOf: async (id) => eventNames(subscriptions.events, id), close: async () => undefined };
});

ordersContract('memory', async () => {
  const orders = new InMemoryOrders();
  const refundsOf = async (id: string): Promise<StoredRefund[]> =>
    orders.refunds
      .filter(({ orderId }) => orderId === id)
      .map(({ id: refundId, amount, taxAmount: tax_amount, reason, status }) => ({
        id: refundId,
        amount,
        tax_amount,
        reason,
        status,
      }))
      .sort((a, b) => a.amount - b.amount);
  return { orders, refundsOf, eventsOf: async (id) => eventNames(orders.events, id), close: async () => undefined };
});

disputesContract('memory', async () => {
  const disputes = new InMemoryDisputes();
  return {
    disputes,
    addOrder: async () => undefined,
    eventsOf: async (id) => eventNames(disputes.events, id),
    close: async () => undefined,
  };
});

benefitGrantsContract('memory', async () => {
  const grants = new InMemoryBenefitGrants();
  return {
    grants,
    addPurchase: (purchase) => grants.addPurchase(purchase),
    addDispute: (dispute) => grants.addDispute(dispute),
    eventsOf: async (id) => eventNames(grants.events, id),
    close: async () => undefined,
  };
});

trialHistoryContract('memory', async () => ({ trials: new InMemoryTrialHistory(), close: async () => undefined }));
