import { InMemoryWebhookEndpoints } from './in-memory-webhook-endpoints.ts';
import { webhookEndpointsContract } from './webhook-endpoints.contract.ts';

webhookEndpointsContract('memory', async () => ({ endpoints: new InMemoryWebhookEndpoints(), close: async () => undefined }));
