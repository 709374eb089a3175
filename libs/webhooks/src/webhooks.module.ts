import { Module } from '@nestjs/common';
import { WebhookEndpointsController } from './adapters/http/webhook-endpoints.controller.ts';
import { WebhookEventsController } from './adapters/http/webhook-events.controller.ts';
import { SqlDeliveryQueue } from './adapters/persistence/delivery-queue.repository.ts';
import { SqlEventLog } from './adapters/persistence/event-log.repository.ts';
import { MikroOrmWebhookEndpoints } from './adapters/persistence/webhook-endpoints.repository.ts';
import { UndiciSender, WebhookHosts } from './adapters/sending/undici-sender.ts';
import { RecordedEvents } from './commands/record-webhook-event.ts';
import { DeliveryQueue } from './domain/delivery-queue.ts';
import { EndpointHosts } from './domain/endpoint-url.ts';
import { EventLog } from './domain/event-log.ts';
import { Sender } from './domain/sender.ts';
import { WebhookEndpoints } from './domain/webhook-endpoints.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: WebhookEndpoints, useClass: MikroOrmWebhookEndpoints },
  { provide: EventLog, useClass: SqlEventLog },
  { provide: DeliveryQueue, useClass: SqlDeliveryQueue },
  WebhookHosts,
  { provide: EndpointHosts, useExisting: WebhookHosts },
  { provide: Sender, useClass: UndiciSender },
];

@Module({
  controllers: [WebhookEndpointsController, WebhookEventsController],
  providers: [...ports, RecordedEvents, ...Object.values(commands), ...Object.values(queries)],
})
export class WebhooksModule {}
