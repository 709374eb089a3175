import type { InferEntity } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { derivedId, type Sync } from '#kernel';
import type { EncryptedSecret } from '#support/credentials';
import { recordEvents } from '#engine/outbox';
import { inTransaction, recordChange, type Snapshot } from '#engine/persistence';
import { AlertTestRequested } from '../../domain/alert.events.ts';
import type { AlertRule, WhichAlertRule } from '../../domain/alert-rule.ts';
import { AlertRules } from '../../domain/alert-rules.ts';
import { AlertRuleMapping } from './alert-rule.mapping.ts';

type Row = InferEntity<typeof AlertRuleMapping>;

const toRule = ({ isEnabled, roles, slackUrl, slackProblem, slackProblemAt }: Row): AlertRule => ({
  isEnabled,
  roles,
  slackUrl: slackUrl ?? null,
  slackProblem: slackProblem && slackProblemAt ? { reason: slackProblem, at: slackProblemAt } : null,
});

/** The log has that an address of Slack was changed, and not which it is. */
const snapshotOf = ({ organizationId, kind }: WhichAlertRule, { isEnabled, roles, slackUrl }: AlertRule): Snapshot => ({
  type: 'alert_rule',
  id: derivedId(organizationId, 'alert', kind),
  organizationId,
  customerId: null,
  isDeleted: false,
  fields: { kind, is_enabled: isEnabled, roles, slack_url: slackUrl },
});

const columnsOf = ({ isEnabled, roles, slackUrl, slackProblem }: AlertRule) => ({
  isEnabled,
  roles: [...roles],
  slackUrl,
  slackProblem: slackProblem?.reason ?? null,
  slackProblemAt: slackProblem?.at ?? null,
});

/** Makes those who change the rules of an organization take turns. */
const ONE_AT_A_TIME = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';

@Injectable()
export class MikroOrmAlertRules extends AlertRules {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async find({ organizationId, kind }: WhichAlertRule): Promise<AlertRule | null> {
    const row = await this.em.fork().findOne(AlertRuleMapping, { organizationId, kind });
    return row && toRule(row);
  }

  change(which: WhichAlertRule, by: (rule: AlertRule | null) => Sync<AlertRule | null>, at: Date): Promise<void> {
    const { organizationId, kind } = which;
    return inTransaction(this.em, 'AlertRule', async (transaction) => {
      await transaction.execute(ONE_AT_A_TIME, [`alert-rules/${organizationId}`]);
      const row = await transaction.findOne(AlertRuleMapping, { organizationId, kind }, { disableIdentityMap: true });
      const before = row && toRule(row);
      const after = by(before) as AlertRule | null;
      await transaction.nativeDelete(AlertRuleMapping, { organizationId, kind });
      if (after) await transaction.insert(AlertRuleMapping, { organizationId, kind, ...columnsOf(after), modifiedAt: at });
      await recordChange(
        transaction,
        before ? snapshotOf(which, before) : undefined,
        after ? snapshotOf(which, after) : undefined,
      );
    });
  }

  async noteMessage(
    { organizationId, kind }: WhichAlertRule,
    slackUrl: EncryptedSecret,
    problem: AlertRule['slackProblem'],
  ): Promise<void> {
    const noted = { slackProblem: problem?.reason ?? null, slackProblemAt: problem?.at ?? null };
    await this.em.fork().nativeUpdate(AlertRuleMapping, { organizationId, kind, slackUrl }, noted);
  }

  requestTest({ organizationId, kind }: WhichAlertRule, at: Date): Promise<void> {
    return inTransaction(this.em, 'AlertRule', (transaction) =>
      recordEvents(transaction, [new AlertTestRequested(organizationId, at, kind)]),
    );
  }
}
