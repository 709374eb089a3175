import { BadRequest, ValidationFailed } from '#kernel';
import type { EncryptedSecret } from '#support/credentials';
import type { AlertKind } from './alert.events.ts';
import { type Role, ROLES } from './roles.ts';
import type { Slack, SlackFailure } from './slack.ts';

export interface WhichAlertRule {
  readonly organizationId: string;
  readonly kind: AlertKind;
}

/** How an organization is told of one kind of alerts. */
export interface AlertRule {
  readonly isEnabled: boolean;
  /** Who gets mails. */
  readonly roles: readonly Role[];
  /** An incoming webhook of Slack: whoever knows it can write to the channel. */
  readonly slackUrl: EncryptedSecret | null;
  /** Why the last message to Slack was not delivered; null if it was, and as long as there was none. */
  readonly slackProblem: { readonly reason: string; readonly at: Date } | null;
}

export class AlertTurnedOff extends BadRequest {
  constructor() {
    super('Alerts of this kind are turned off.');
  }
}

/** What a seller chooses. */
export interface ChosenRule {
  readonly isEnabled: boolean;
  readonly roles: readonly Role[];
  /** `undefined` keeps the one that there is. */
  readonly slackUrl: EncryptedSecret | null | undefined;
}

/** Throws `ValidationFailed` if the alerts are turned on and reach nobody. */
export function changedRule(before: AlertRule, { isEnabled, roles, slackUrl }: ChosenRule): AlertRule {
  const slack =
    slackUrl === undefined ? { slackUrl: before.slackUrl, slackProblem: before.slackProblem } : { slackUrl, slackProblem: null };
  if (isEnabled && roles.length === 0 && slack.slackUrl === null)
    throw ValidationFailed.at(['roles'], 'Choose a role or a URL of Slack, or turn the alerts off.', roles);
  return { isEnabled, roles: ROLES.filter((role) => roles.includes(role)), ...slack };
}

/** The address in its normal form. Throws `ValidationFailed` unless messages may be sent to it. */
export function slackUrlFrom(text: string, slack: Slack): string {
  const url = URL.parse(text.trim());
  if (!url) throw ValidationFailed.at(['slack_url'], 'Input should be a valid URL', null, 'url_parsing');
  if (url.username !== '' || url.password !== '')
    throw ValidationFailed.at(['slack_url'], 'The URL cannot contain credentials.', null);
  if (!slack.isAllowed(url))
    throw ValidationFailed.at(['slack_url'], 'The URL has to be `https`, with a host on the public internet.', null);
  url.hash = '';
  return url.href;
}

/** How long a message is tried again that Slack could not take. */
const TRIED_FOR_MS = 3_600_000;

/** Whether a message that has failed is given up. */
export const isGivenUp = ({ isFinal }: SlackFailure, occurredAt: Date, now: Date): boolean =>
  isFinal || now.getTime() - occurredAt.getTime() >= TRIED_FOR_MS;
