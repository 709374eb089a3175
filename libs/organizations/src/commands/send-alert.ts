import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Secrets } from '#support/credentials';
import { Mailer, ServiceUrl } from '#support/mails';
import { defaultRule } from '../contract/alert-defaults.ts';
import { SendAlert } from '../contract/alerts.ts';
import { notifyTeam, senderAndUrl } from '../contract/members.ts';
import { isGivenUp } from '../domain/alert-rule.ts';
import { AlertRules } from '../domain/alert-rules.ts';
import { Slack } from '../domain/slack.ts';
import { slackText } from '../domain/slack-text.ts';

@CommandHandler(SendAlert)
export class SendAlertHandler implements ICommandHandler<SendAlert> {
  constructor(
    private readonly rules: AlertRules,
    private readonly slack: Slack,
    private readonly secrets: Secrets,
    private readonly mailer: Mailer,
    private readonly queries: QueryBus,
    private readonly service: ServiceUrl,
    private readonly clock: Clock,
  ) {}

  async execute(command: SendAlert): Promise<void> {
    const { organizationId, kind, via } = command.alert;
    const { isEnabled, roles, slackUrl, slackProblem } = (await this.rules.find({ organizationId, kind })) ?? defaultRule(kind);
    if (!isEnabled) return;
    if (via === 'slack') {
      if (slackUrl) await this.post(command, slackUrl, slackProblem !== null);
      return;
    }
    const { queries, mailer, service } = this;
    if (roles.length > 0) await notifyTeam({ queries, mailer, service }, organizationId, { roles, ...command.notice });
  }

  /** An address that takes no messages is the problem of the seller, and no failure of the service. */
  private async post({ alert, notice }: SendAlert, slackUrl: Buffer, hasFailed: boolean): Promise<void> {
    const { organizationId, kind, occurredAt } = alert;
    const { template, data, page } = notice;
    const { sender, url } = await senderAndUrl({ queries: this.queries, service: this.service }, organizationId, page);
    const text = slackText(template.email('', sender, { ...data, url }));
    const failure = await this.slack.post(this.secrets.decrypt(slackUrl), text);
    if (failure === null) {
      if (hasFailed) await this.rules.noteMessage({ organizationId, kind }, slackUrl, null);
      return;
    }
    const now = this.clock.now(organizationId);
    if (!isGivenUp(failure, occurredAt, now)) throw new Error(`Slack did not take a message: ${failure.reason}`);
    await this.rules.noteMessage({ organizationId, kind }, slackUrl, { reason: failure.reason, at: now });
  }
}
