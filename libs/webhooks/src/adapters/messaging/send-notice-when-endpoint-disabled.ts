import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendDisabledNotice } from '../../commands/send-disabled-notice.ts';
import type { WebhookEndpointDisabled } from '../../contract/index.ts';

@Injectable()
export class SendNoticeWhenEndpointDisabled extends Subscriber<WebhookEndpointDisabled> {
  readonly id = 'SendNoticeWhenEndpointDisabled';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, payload }: PublishedEvent<WebhookEndpointDisabled>): Promise<void> {
    return this.commands.execute(new SendDisabledNotice(organizationId, payload.url, payload.reason));
  }
}
