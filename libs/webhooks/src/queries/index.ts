export { GetWebhookEndpointHandler } from './get-webhook-endpoint.ts';
export { ListWebhookDeliveriesHandler } from './list-webhook-deliveries.ts';
export { ListWebhookEndpointsHandler } from './list-webhook-endpoints.ts';
export { ReadWebhookFeedHandler } from './read-webhook-feed.ts';
