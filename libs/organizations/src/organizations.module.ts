import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Config } from '#platform/config';
import { Sandboxes } from '#platform/http';
import { OrganizationMailer } from '#platform/mail';
import { ClockMoves } from './adapters/persistence/clock-moves.ts';
import { LastUsedWriter } from './adapters/auth/last-used-writer.ts';
import { StoredCredentials } from './adapters/auth/stored-credentials.ts';
import { AlertsController } from './adapters/http/alerts.controller.ts';
import { BrandingController } from './adapters/http/branding.controller.ts';
import { MailPreviewsController } from './adapters/http/mail-previews.controller.ts';
import { MailTextsController } from './adapters/http/mail-texts.controller.ts';
import { OrganizationAccessTokensController } from './adapters/http/organization-access-tokens.controller.ts';
import { OrganizationInvitationsController } from './adapters/http/organization-invitations.controller.ts';
import { OrganizationMembersController } from './adapters/http/organization-members.controller.ts';
import { OwnInvitationsController } from './adapters/http/own-invitations.controller.ts';
import { OrganizationsController } from './adapters/http/organizations.controller.ts';
import { PersonalAccessTokensController } from './adapters/http/personal-access-tokens.controller.ts';
import { PublicBrandingController } from './adapters/http/public-branding.controller.ts';
import { SandboxesController } from './adapters/http/sandboxes.controller.ts';
import { SavedViewsController } from './adapters/http/saved-views.controller.ts';
import { TestClocksController } from './adapters/http/test-clocks.controller.ts';
import { MikroOrmAlertRules } from './adapters/persistence/alert-rules.repository.ts';
import { PgCaughtMails } from './adapters/persistence/caught-mails.repository.ts';
import { MikroOrmMailTexts } from './adapters/persistence/mail-texts.repository.ts';
import { MikroOrmAccessTokens } from './adapters/persistence/access-tokens.repository.ts';
import { MikroOrmOrganizations } from './adapters/persistence/organizations.repository.ts';
import { MikroOrmSavedViews } from './adapters/persistence/saved-views.repository.ts';
import { MikroOrmTestClocks } from './adapters/persistence/test-clocks.repository.ts';
import { MikroOrmUsers } from './adapters/persistence/users.repository.ts';
import { SlackWebhooks } from './adapters/sending/slack-webhooks.ts';
import { CatchMail } from './commands/catch-mail.ts';
import { OrganizationLimit } from './commands/create-organization.ts';
import { AccessTokens } from './domain/access-tokens.ts';
import { AlertRules } from './domain/alert-rules.ts';
import { CaughtMails } from './domain/caught-mails.ts';
import { Environment } from './domain/environment.ts';
import { MailTexts } from './domain/mail-texts.ts';
import { Organizations } from './domain/organizations.ts';
import { SavedViews } from './domain/saved-views.ts';
import { Slack } from './domain/slack.ts';
import { TestClocks } from './domain/test-clocks.ts';
import { Users } from './domain/users.ts';
import { FindMailText } from './queries/find-mail-text.ts';
import { FindSandboxes } from './queries/find-sandboxes.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: Organizations, useClass: MikroOrmOrganizations },
  { provide: Users, useClass: MikroOrmUsers },
  { provide: AccessTokens, useClass: MikroOrmAccessTokens },
  { provide: TestClocks, useClass: MikroOrmTestClocks },
  { provide: CaughtMails, useClass: PgCaughtMails },
  { provide: MailTexts, useClass: MikroOrmMailTexts },
  { provide: AlertRules, useClass: MikroOrmAlertRules },
  { provide: SavedViews, useClass: MikroOrmSavedViews },
  { provide: Slack, useClass: SlackWebhooks },
  { provide: Environment, useExisting: Config },
  { provide: OrganizationLimit, useExisting: Config },
];

@Module({
  controllers: [
    OrganizationsController,
    OrganizationMembersController,
    OrganizationInvitationsController,
    OwnInvitationsController,
    OrganizationAccessTokensController,
    PersonalAccessTokensController,
    TestClocksController,
    BrandingController,
    PublicBrandingController,
    MailPreviewsController,
    MailTextsController,
    AlertsController,
    SandboxesController,
    SavedViewsController,
  ],
  providers: [...ports, ...Object.values(commands), ...Object.values(queries), LastUsedWriter, StoredCredentials, ClockMoves],
})
export class OrganizationsModule {
  constructor(mailer: OrganizationMailer, sandboxes: Sandboxes, bus: CommandBus, reads: QueryBus) {
    mailer.keepBy((sandboxId, mail) => bus.execute(new CatchMail(sandboxId, mail)));
    mailer.wordBy((organizationId, mail, language) => reads.execute(new FindMailText({ organizationId, mail, language })));
    sandboxes.register((ids) => reads.execute(new FindSandboxes(ids)));
  }
}
