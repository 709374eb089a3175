import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendMemberInvitation } from '../../commands/send-member-invitation.ts';
import type { OrganizationMemberInvited } from '../../contract/index.ts';

@Injectable()
export class SendInvitationWhenOrganizationMemberInvited extends Subscriber<OrganizationMemberInvited> {
  readonly id = 'SendInvitationWhenOrganizationMemberInvited';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent<OrganizationMemberInvited>): Promise<void> {
    return this.commands.execute(new SendMemberInvitation(aggregateId, payload.invitation_id));
  }
}
