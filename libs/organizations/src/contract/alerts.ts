import { Command, Query } from '@nestjs/cqrs';
import type { MailTemplate } from '#support/mails';
import type { AlertKind } from '../domain/alert.events.ts';

/** One channel of an alert. Each is a subscriber of its own, so that none delays or repeats what the other sends. */
export interface AlertDelivery {
  readonly via: 'mail' | 'slack';
  /** When what it tells of happened. */
  readonly occurredAt: Date;
}

interface Alert extends AlertDelivery {
  readonly organizationId: string;
  readonly kind: AlertKind;
}

interface Notice<Data> {
  readonly template: MailTemplate<Data & { readonly url: string }>;
  readonly data: Data;
  /** The page of the console to which it leads, below that of the organization. */
  readonly page: string;
}

/**
 * Tells the team of an organization something by one channel, as the rule of the organization for this kind of alert says. A message to
 * Slack has the sentences of the mail. Throws while a message can be tried again.
 */
export class SendAlert<Data extends object = object> extends Command<void> {
  constructor(
    readonly alert: Alert,
    readonly notice: Notice<Data>,
  ) {
    super();
  }
}

/** The organizations that chose to be told of this kind of alerts, which is turned off by default; only this one, if it is given. */
export class FindAlertedOrganizations extends Query<readonly string[]> {
  constructor(
    readonly kind: 'expiring_license_keys' | 'rising_refusals',
    readonly organizationId?: string,
  ) {
    super();
  }
}
