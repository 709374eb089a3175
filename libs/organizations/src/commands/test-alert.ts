import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { MailLimits } from '#support/mails';
import { defaultRule } from '../contract/alert-defaults.ts';
import { type AlertDelivery, SendAlert } from '../contract/alerts.ts';
import { FindTeamEmails } from '../contract/members.ts';
import type { AlertKind } from '../domain/alert.events.ts';
import { AlertTurnedOff, type WhichAlertRule } from '../domain/alert-rule.ts';
import { AlertRules } from '../domain/alert-rules.ts';
import { alertTestEmail } from '../domain/alert-test-email.ts';

/** Has a test sent to whoever gets alerts of a kind. Throws `AlertTurnedOff`, and `TooManyRequests` beyond the limits of mail. */
export class RequestAlertTest extends Command<void> {
  constructor(
    readonly access: Access,
    readonly which: WhichAlertRule,
  ) {
    super();
  }
}

/** Sends the test by one channel. */
export class SendAlertTest extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly kind: AlertKind,
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(RequestAlertTest)
export class RequestAlertTestHandler implements ICommandHandler<RequestAlertTest> {
  constructor(
    private readonly rules: AlertRules,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, which }: RequestAlertTest): Promise<void> {
    const { organizationId } = which;
    access.assertSees(organizationId);
    access.assertCanManage(organizationId);
    const { isEnabled, roles } = (await this.rules.find(which)) ?? defaultRule(which.kind);
    if (!isEnabled) throw new AlertTurnedOff();
    const recipients = await this.queries.execute(new FindTeamEmails(organizationId, roles));
    const mail = { kind: 'alert-test', organizationId, customerId: null, recipients } as const;
    await this.mailLimits.within(mail, () => this.rules.requestTest(which, this.clock.now(organizationId)));
  }
}

@CommandHandler(SendAlertTest)
export class SendAlertTestHandler implements ICommandHandler<SendAlertTest> {
  constructor(private readonly commands: CommandBus) {}

  execute({ organizationId, kind, delivery }: SendAlertTest): Promise<void> {
    const notice = { template: alertTestEmail, data: { kind }, page: 'settings/alerts' };
    return this.commands.execute(new SendAlert({ organizationId, kind, ...delivery }, notice));
  }
}
