/** The column of a seat pool that identifies its purchase, and the value to compare it with. */
export const ofPurchase = (which: { readonly subscriptionId: string } | { readonly orderId: string }) =>
  'orderId' in which ? (['p.order_id', which.orderId] as const) : (['p.subscription_id', which.subscriptionId] as const);
