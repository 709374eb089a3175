export const PurchasesPage = () => null;
