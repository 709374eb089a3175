import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { defaultRule } from '../contract/alert-defaults.ts';
import { changedRule, slackUrlFrom, type WhichAlertRule } from '../domain/alert-rule.ts';
import { AlertRules } from '../domain/alert-rules.ts';
import type { Role } from '../domain/roles.ts';
import { Slack } from '../domain/slack.ts';

/** Chooses how the organization is told of alerts of a kind. Throws `ValidationFailed`. */
export class PutAlertRule extends Command<void> {
  constructor(
    readonly access: Access,
    readonly which: WhichAlertRule,
    readonly chosen: {
      readonly isEnabled: boolean;
      readonly roles: readonly Role[];
      /** `undefined` keeps the one that there is. */
      readonly slackUrl: string | null | undefined;
    },
  ) {
    super();
  }
}

/** Has the organization told of alerts of a kind as by default. */
export class RemoveAlertRule extends Command<void> {
  constructor(
    readonly access: Access,
    readonly which: WhichAlertRule,
  ) {
    super();
  }
}

@CommandHandler(PutAlertRule)
export class PutAlertRuleHandler implements ICommandHandler<PutAlertRule> {
  constructor(
    private readonly rules: AlertRules,
    private readonly slack: Slack,
    private readonly secrets: Secrets,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, which, chosen: { slackUrl: given, ...chosen } }: PutAlertRule): Promise<void> {
    access.assertSees(which.organizationId);
    access.assertCanManage(which.organizationId);
    const slackUrl = typeof given === 'string' ? this.secrets.encrypt(slackUrlFrom(given, this.slack)) : given;
    await this.rules.change(
      which,
      (rule) => changedRule(rule ?? defaultRule(which.kind), { ...chosen, slackUrl }),
      this.clock.now(),
    );
  }
}

@CommandHandler(RemoveAlertRule)
export class RemoveAlertRuleHandler implements ICommandHandler<RemoveAlertRule> {
  constructor(
    private readonly rules: AlertRules,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, which }: RemoveAlertRule): Promise<void> {
    access.assertSees(which.organizationId);
    access.assertCanManage(which.organizationId);
    await this.rules.change(which, () => null, this.clock.now());
  }
}
