import type { OrganizationsEvent } from '#organizations/contract';
import { subscriberTo } from '#platform/messaging';
import { EndAccessThroughProvider, EndProviderAccess } from '../../commands/end-provider-access.ts';
import { ReportCredentialChange } from '../../commands/report-credential-change.ts';
import { ReportMissingDomain } from '../../commands/report-missing-domain.ts';
import { SendSignInCode } from '../../commands/send-sign-in-code.ts';
import type { IdentityEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<IdentityEvent | OrganizationsEvent>();

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
  // What follows was done before the response. These do it again, should it have stopped in between, and for what was under way meanwhile.
  subscriber({
    id: 'EndAccessWhenSingleSignOnRevoked',
    events: ['single_sign_on.revoked'],
    multiTransaction: true,
    command: ({ organizationId, payload, occurredAt }) => new EndProviderAccess(organizationId, payload.domain, occurredAt),
  }),
  subscriber({
    id: 'EndAccessWhenOrganizationMemberRemoved',
    events: ['organization_member.removed'],
    multiTransaction: true,
    command: ({ organizationId, payload, occurredAt }) =>
      new EndAccessThroughProvider(payload.user_id, organizationId, 'loses access', occurredAt),
  }),
  subscriber({
    id: 'EndAccessWhenOrganizationMemberBecomesOwner',
    events: ['organization_member.joined', 'organization_member.updated'],
    multiTransaction: true,
    accepts: ({ payload }) => payload.role === 'owner',
    command: ({ organizationId, payload }) =>
      new EndAccessThroughProvider(payload.user_id, organizationId, 'becomes owner', null),
  }),
];
