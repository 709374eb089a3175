/** The column of a pool that says which purchase it is of, and what it has to be. */
export const ofPurchase = (which: { readonly subscriptionId: string } | { readonly orderId: string }) =>
  'orderId' in which ? (['p.order_id', which.orderId] as const) : (['p.subscription_id', which.subscriptionId] as const);
