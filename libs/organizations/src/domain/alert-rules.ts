import type { Sync } from '#kernel';
import type { EncryptedSecret } from '#support/credentials';
import type { AlertRule, WhichAlertRule } from './alert-rule.ts';

/** The repository of the rules that organizations chose for alerts. Changes that sellers make are in the audit log. */
export abstract class AlertRules {
  /** Null if the organization has chosen nothing. */
  abstract find(which: WhichAlertRule): Promise<AlertRule | null>;

  /** Replaces the rule by another one, or by none. */
  abstract change(which: WhichAlertRule, by: (rule: AlertRule | null) => Sync<AlertRule | null>, at: Date): Promise<void>;

  /** Notes what became of the last message to this address, unless the rule has another one by now. */
  abstract noteMessage(which: WhichAlertRule, slackUrl: EncryptedSecret, problem: AlertRule['slackProblem']): Promise<void>;

  /** Publishes that alerts of the kind shall be tried out. */
  abstract requestTest(which: WhichAlertRule, at: Date): Promise<void>;
}
