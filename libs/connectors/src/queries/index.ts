export { CountConnectorEventsHandler } from './count-connector-events.ts';
export { GetConnectorEventHandler } from './get-connector-event.ts';
export { GetConnectorHandler } from './get-connector.ts';
export { ListConnectorEventsHandler } from './list-connector-events.ts';
export { ListConnectorPricesHandler } from './list-connector-prices.ts';
export { ListConnectorsHandler } from './list-connectors.ts';
export { GetUndeliveredPurchaseHandler } from './get-undelivered-purchase.ts';
export { ListUndeliveredPurchasesHandler } from './list-undelivered-purchases.ts';
