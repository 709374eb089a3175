import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { CustomerMapping } from './adapters/persistence/customer.mapping.ts';
import { MemberMapping } from './adapters/persistence/member.mapping.ts';
import { PortalSessionMapping } from './adapters/persistence/portal-session.mapping.ts';
import { EmailChangeMapping } from './adapters/persistence/email-change.mapping.ts';
import { SignInCodeMapping, SignInMapping } from './adapters/persistence/sign-in.mapping.ts';
import { CustomerTagMapping } from './adapters/persistence/customer-tag.mapping.ts';
import { SentMailMapping } from './adapters/persistence/sent-mail.mapping.ts';
import { customerPortalData } from './adapters/persistence/organization-data.ts';

export { customerPortalSubscribers } from './adapters/messaging/subscribers.ts';
export { CreateCustomer } from './commands/create-customer.ts';
export { DeleteExpiredSessions } from './commands/delete-expired.ts';
export { PublishCustomerStates } from './commands/state-changes.ts';
export { OpenSession } from './commands/open-session.ts';
export { CustomerPortalModule } from './customer-portal.module.ts';

export const customerPortalTables: Tables = {
  entities: [
    CustomerMapping,
    MemberMapping,
    PortalSessionMapping,
    SignInMapping,
    SignInCodeMapping,
    EmailChangeMapping,
    SentMailMapping,
    CustomerTagMapping,
  ],
  migrations: Object.values(migrations),
  placements: { 'customer_portal.customers': 'every node', 'customer_portal.members': 'every node' },
  counted: ['customer_portal.counted_customers'],
  ofOrganization: customerPortalData,
};
