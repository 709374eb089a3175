export const BillingPage = () => null;
