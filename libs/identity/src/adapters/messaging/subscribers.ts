import { subscriberTo } from '#platform/messaging';
import { ReportCredentialChange } from '../../commands/report-credential-change.ts';
import { ReportMissingDomain } from '../../commands/report-missing-domain.ts';
import { SendSignInCode } from '../../commands/send-sign-in-code.ts';
import type { IdentityEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<IdentityEvent>();

export const identitySubscribers = [
  subscriber({
    id: 'SendCodeWhenUserSignInRequested',
    events: ['user_sign_in.requested'],
    multiTransaction: true,
    command: ({ aggregateId, locale }) => new SendSignInCode(aggregateId, locale),
  }),
  subscriber({
    id: 'ReportChangeWhenUserCredentialsChanged',
    events: ['user_credentials.changed'],
    multiTransaction: true,
    command: ({ aggregateId, payload, locale }) => new ReportCredentialChange(aggregateId, payload.change, locale),
  }),
  subscriber({
    id: 'ReportDomainWhenEmailDomainLost',
    events: ['email_domain.lost'],
    command: ({ organizationId, payload }) => new ReportMissingDomain(organizationId, payload.domain),
  }),
];
