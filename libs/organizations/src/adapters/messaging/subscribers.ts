import { NO_ORGANIZATION } from '#kernel';
import { subscriberTo } from '#platform/messaging';
import { ReportAccessToken } from '../../commands/report-access-token.ts';
import { SendAlertTest } from '../../commands/test-alert.ts';
import { SendMemberInvitation } from '../../commands/send-member-invitation.ts';
import type { OrganizationsEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<OrganizationsEvent>();

export const organizationsSubscribers = [
  subscriber({
    id: 'ReportTokenWhenAccessTokenGranted',
    events: ['access_token.granted'],
    multiTransaction: true,
    command: ({ organizationId, payload, occurredAt, locale }) =>
      new ReportAccessToken(organizationId === NO_ORGANIZATION ? null : organizationId, payload, occurredAt, locale),
  }),
  subscriber({
    id: 'SendInvitationWhenOrganizationMemberInvited',
    events: ['organization_member.invited'],
    multiTransaction: true,
    command: ({ aggregateId, payload, locale }) => new SendMemberInvitation(aggregateId, payload.invitation_id, locale),
  }),
  subscriber({
    id: 'SendTestWhenAlertTestRequested',
    events: ['alert.test_requested'],
    multiTransaction: true,
    command: ({ organizationId, payload, occurredAt }) =>
      new SendAlertTest(organizationId, payload.kind, { via: 'mail', occurredAt }),
  }),
  subscriber({
    id: 'PostTestWhenAlertTestRequested',
    events: ['alert.test_requested'],
    multiTransaction: true,
    command: ({ organizationId, payload, occurredAt }) =>
      new SendAlertTest(organizationId, payload.kind, { via: 'slack', occurredAt }),
  }),
];
