import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { OrganizationMailer } from '#platform/mail';
import { StoredSessions } from './adapters/auth/stored-sessions.ts';
import { CustomerSessionsController } from './adapters/http/customer-sessions.controller.ts';
import { CustomerAliasesController } from './adapters/http/customer-aliases.controller.ts';
import { CustomersController } from './adapters/http/customers.controller.ts';
import { CustomersExportController } from './adapters/http/customers-export.controller.ts';
import { ExportsOfCustomerController } from './adapters/http/exports-of-customer.controller.ts';
import { CustomerController, ExternalCustomerController } from './adapters/http/one-customer.controller.ts';
import {
  MembersOfCustomerController,
  MembersOfExternalCustomerController,
} from './adapters/http/members-of-customer.controller.ts';
import { MembersController } from './adapters/http/members.controller.ts';
import {
  PaymentMethodsOfCustomersController,
  PaymentMethodsOfExternalCustomersController,
  PortalPaymentMethodsController,
} from './adapters/http/payment-methods.controller.ts';
import { PortalDetailsController } from './adapters/http/portal-details.controller.ts';
import { PortalSessionController } from './adapters/http/portal-session.controller.ts';
import { OwnMergerController } from './adapters/http/own-merger.controller.ts';
import { EmailUpdateController } from './adapters/http/email-update.controller.ts';
import { MikroOrmEmailChanges } from './adapters/persistence/email-changes.repository.ts';
import { EmailChanges } from './domain/email-changes.ts';
import { SessionsOfCustomerController } from './adapters/http/sessions-of-customer.controller.ts';
import { MailsController } from './adapters/http/mails.controller.ts';
import { SignInController } from './adapters/http/sign-in.controller.ts';
import { CustomerTagsController } from './adapters/http/customer-tags.controller.ts';
import { PgCustomerTags } from './adapters/persistence/customer-tags.repository.ts';
import { CustomerTags } from './domain/customer-tags.ts';
import { TeamController } from './adapters/http/team.controller.ts';
import { MikroOrmCustomers } from './adapters/persistence/customers.repository.ts';
import { MikroOrmPortalSessions } from './adapters/persistence/portal-sessions.repository.ts';
import { MikroOrmSignIns } from './adapters/persistence/sign-ins.repository.ts';
import { MikroOrmTeams } from './adapters/persistence/teams.repository.ts';
import { PgSentMails } from './adapters/persistence/sent-mails.repository.ts';
import { NoteMail } from './commands/note-mail.ts';
import { SentMails } from './domain/sent-mails.ts';
import { Customers } from './domain/customers.ts';
import { PortalSessions } from './domain/portal-sessions.ts';
import { SignIns } from './domain/sign-ins.ts';
import { Teams } from './domain/teams.ts';
import { ExportLeases } from './domain/export-leases.ts';
import { StateChanges } from './domain/state-changes.ts';
import { PgExportLeases } from './adapters/persistence/export-leases.repository.ts';
import { PgStateChanges } from './adapters/persistence/state-changes.repository.ts';
import { CustomerExports } from './adapters/http/customer-exports.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [
    CustomersController,
    CustomerTagsController,
    CustomerController,
    ExternalCustomerController,
    CustomerAliasesController,
    CustomersExportController,
    ExportsOfCustomerController,
    CustomerSessionsController,
    SessionsOfCustomerController,
    PortalSessionController,
    SignInController,
    EmailUpdateController,
    OwnMergerController,
    MembersController,
    MailsController,
    MembersOfCustomerController,
    MembersOfExternalCustomerController,
    TeamController,
    PortalDetailsController,
    PaymentMethodsOfCustomersController,
    PaymentMethodsOfExternalCustomersController,
    PortalPaymentMethodsController,
  ],
  providers: [
    CustomerExports,
    { provide: Customers, useClass: MikroOrmCustomers },
    { provide: SignIns, useClass: MikroOrmSignIns },
    { provide: EmailChanges, useClass: MikroOrmEmailChanges },
    { provide: CustomerTags, useClass: PgCustomerTags },
    { provide: SentMails, useClass: PgSentMails },
    { provide: Teams, useClass: MikroOrmTeams },
    { provide: PortalSessions, useClass: MikroOrmPortalSessions },
    { provide: ExportLeases, useClass: PgExportLeases },
    { provide: StateChanges, useClass: PgStateChanges },
    StoredSessions,
    ...Object.values(commands),
    ...Object.values(queries),
  ],
})
export class CustomerPortalModule {
  constructor(mailer: OrganizationMailer, bus: CommandBus) {
    mailer.noteBy((mail) => bus.execute(new NoteMail(mail)));
  }
}
