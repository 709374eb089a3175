import { Module } from '@nestjs/common';
import { WebhookEndpointsController } from './adapters/http/webhook-endpoints.controller.ts';
import { WebhookEventsController } from './adapters/http/webhook-events.controller.ts';
import { RecordWebhookEventWhenPublished } from './adapters/messaging/record-webhook-event-when-published.ts';
import { SendNoticeWhenEndpointDisabled } from './adapters/messaging/send-notice-when-endpoint-disabled.ts';
import { SqlDeliveryQueue } from './adapters/persistence/delivery-queue.repository.ts';
import { SqlEventLog } from './adapters/persistence/event-log.repository.ts';
import { KeyringEndpointSecrets } from './adapters/persistence/keyring-endpoint-secrets.ts';
import { MikroOrmWebhookEndpoints } from './adapters/persistence/webhook-endpoints.repository.ts';
import { UndiciSender } from './adapters/sending/undici-sender.ts';
import { WebhookHosts } from './adapters/sending/webhook-hosts.ts';
import { CreateWebhookEndpointHandler } from './commands/create-webhook-endpoint.ts';
import { DeleteOldWebhookEventsHandler } from './commands/delete-old-webhook-events.ts';
import { DeleteWebhookEndpointHandler } from './commands/delete-webhook-endpoint.ts';
import { OpenWebhookFeedHandler } from './commands/open-webhook-feed.ts';
import { PublishWebhookEventsHandler } from './commands/publish-webhook-events.ts';
import { RecordedEvents } from './commands/recorded-events.ts';
import { RecordWebhookEventHandler } from './commands/record-webhook-event.ts';
import { RedeliverWebhookEventHandler, RedeliverWebhookEventsHandler } from './commands/redeliver-webhook-events.ts';
import { ReencryptWebhookSecretsHandler } from './commands/reencrypt-webhook-secrets.ts';
import { ResetWebhookSecretHandler } from './commands/reset-webhook-secret.ts';
import { SendDisabledNoticeHandler } from './commands/send-disabled-notice.ts';
import { SendTestWebhookHandler } from './commands/send-test-webhook.ts';
import { FinishSendingWebhooksHandler, SendWebhooksHandler } from './commands/send-webhooks.ts';
import { SkipDeliveriesHandler } from './commands/skip-deliveries.ts';
import { UpdateWebhookEndpointHandler } from './commands/update-webhook-endpoint.ts';
import { DeliveryQueue } from './domain/delivery-queue.ts';
import { EndpointHosts } from './domain/endpoint-hosts.ts';
import { EndpointSecrets } from './domain/endpoint-secrets.ts';
import { EventLog } from './domain/event-log.ts';
import { Sender } from './domain/sender.ts';
import { WebhookEndpoints } from './domain/webhook-endpoints.ts';
import { GetWebhookEndpointHandler } from './queries/get-webhook-endpoint.ts';
import { ListWebhookDeliveriesHandler } from './queries/list-webhook-deliveries.ts';
import { ListWebhookEndpointsHandler } from './queries/list-webhook-endpoints.ts';
import { ReadWebhookFeedHandler } from './queries/read-webhook-feed.ts';

const ports = [
  { provide: WebhookEndpoints, useClass: MikroOrmWebhookEndpoints },
  { provide: EndpointSecrets, useClass: KeyringEndpointSecrets },
  { provide: EventLog, useClass: SqlEventLog },
  { provide: DeliveryQueue, useClass: SqlDeliveryQueue },
  WebhookHosts,
  { provide: EndpointHosts, useExisting: WebhookHosts },
  { provide: Sender, useClass: UndiciSender },
];

const commands = [
  CreateWebhookEndpointHandler,
  UpdateWebhookEndpointHandler,
  DeleteWebhookEndpointHandler,
  ResetWebhookSecretHandler,
  ReencryptWebhookSecretsHandler,
  SendTestWebhookHandler,
  RedeliverWebhookEventHandler,
  RedeliverWebhookEventsHandler,
  OpenWebhookFeedHandler,
  RecordedEvents,
  RecordWebhookEventHandler,
  PublishWebhookEventsHandler,
  SendWebhooksHandler,
  FinishSendingWebhooksHandler,
  SkipDeliveriesHandler,
  SendDisabledNoticeHandler,
  DeleteOldWebhookEventsHandler,
];

const queries = [GetWebhookEndpointHandler, ListWebhookEndpointsHandler, ListWebhookDeliveriesHandler, ReadWebhookFeedHandler];

const subscribers = [RecordWebhookEventWhenPublished, SendNoticeWhenEndpointDisabled];

@Module({
  controllers: [WebhookEndpointsController, WebhookEventsController],
  providers: [...ports, ...commands, ...queries, ...subscribers],
})
export class WebhooksModule {}
