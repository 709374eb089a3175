import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendUndeliveredNotice } from '../../commands/send-undelivered-notice.ts';
import type { UndeliveredPurchasesReported } from '../../contract/index.ts';

@Injectable()
export class SendNoticeWhenPurchasesUndelivered extends Subscriber<UndeliveredPurchasesReported> {
  readonly id = 'SendNoticeWhenPurchasesUndelivered';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, payload }: PublishedEvent<UndeliveredPurchasesReported>): Promise<void> {
    return this.commands.execute(new SendUndeliveredNotice(organizationId, payload.count));
  }
}
