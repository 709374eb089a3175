import { type Email, SERVICE } from '#support/mails';
import { answeringQueries } from '../../../../test/support/answering-queries.ts';
import { type AlertDelivery, SendAlert } from '../contract/alerts.ts';
import { FindTeamEmails } from '../contract/members.ts';
import { FindOrganizations } from '../contract/organizations.ts';
import type { AlertKind } from '../domain/alert.events.ts';
import type { AlertRule } from '../domain/alert-rule.ts';
import { AlertRules } from '../domain/alert-rules.ts';
import { alertTestEmail } from '../domain/alert-test-email.ts';
import { Slack, type SlackFailure } from '../domain/slack.ts';
import { SendAlertHandler } from './send-alert.ts';

const NOW = new Date('2026-12-08T12:00:00Z');
const TEST = expect.stringMatching(/^\*Test of an alert of Acme\*\n\nThis is a test: nothing has happened\./);

const RULE: AlertRule = { isEnabled: true, roles: ['owner', 'admin'], slackUrl: Buffer.from('url'), slackProblem: null };

class KeptRule extends AlertRules {
  constructor(private rule: AlertRule | null) {
    super();
  }
  find = async () => this.rule;
  change = async () => undefined;
  requestTest = async () => undefined;
  noteMessage = async (_which: unknown, _url: Buffer, slackProblem: AlertRule['slackProblem']) => {
    this.rule = { ...this.rule!, slackProblem };
  };
}

class AnsweringSlack extends Slack {
  readonly posted: string[] = [];
  constructor(readonly failure: SlackFailure | null) {
    super();
  }
  isAllowed = () => true;
  post = async (_url: string, text: string) => (this.posted.push(text), this.failure);
}

async function sending(via: AlertDelivery['via'], rule: AlertRule | null, failure: SlackFailure | null = null, minutes = 0) {
  const [rules, slack, mails] = [new KeptRule(rule), new AnsweringSlack(failure), [] as Email[]];
  const secrets = { encrypt: (text: string) => Buffer.from(text), decrypt: String };
  const mailer = { send: async (email: Email) => void mails.push(email) };
  const queries = answeringQueries([
    [FindOrganizations, () => new Map([['o', { sender: { ...SERVICE, name: 'Acme' }, slug: 'acme' }]])],
    [FindTeamEmails, ({ roles }: FindTeamEmails) => roles.map((role) => `${role}@example.com`)],
  ]);
  const clock = { now: () => new Date(NOW.getTime() + minutes * 60_000) };
  const handler = new SendAlertHandler(rules, slack, secrets, mailer, queries, { baseUrl: 'https://l.example' }, clock);
  const alert = { organizationId: 'o', kind: 'license_key_leaks', via, occurredAt: NOW } as const;
  const data: { readonly kind: AlertKind } = { kind: alert.kind };
  const command = new SendAlert(alert, { template: alertTestEmail, data, page: 'keys' });
  // A bus passes the command with any notice.
  const error = await handler.execute(command as unknown as SendAlert).catch(({ message }) => message);
  return { error, posted: slack.posted, to: mails.map(({ to }) => to), problem: (await rules.find())?.slackProblem };
}

test('each channel sends by itself, and as by default where nothing was chosen', async () => {
  expect(await sending('mail', RULE)).toMatchObject({ to: ['owner@example.com', 'admin@example.com'], posted: [] });
  expect(await sending('slack', RULE)).toMatchObject({ to: [], posted: [TEST] });
  expect(await sending('mail', null)).toMatchObject({ to: ['owner@example.com'], posted: [] });
  expect(await sending('slack', null)).toMatchObject({ to: [], posted: [] });
});

test('what is turned off is not sent', async () => {
  for (const via of ['mail', 'slack'] as const)
    expect(await sending(via, { ...RULE, isEnabled: false })).toMatchObject({ to: [], posted: [] });
});

test('a message that Slack cannot take is tried again for an hour, then noted, as is one that it refuses', async () => {
  const [down, gone] = [
    { reason: 'HTTP 503', isFinal: false },
    { reason: 'HTTP 410', isFinal: true },
  ];
  expect(await sending('slack', RULE, down, 59)).toMatchObject({ error: expect.stringContaining('503'), problem: null });
  expect(await sending('slack', RULE, down, 60)).toMatchObject({ error: undefined, problem: { reason: 'HTTP 503' } });
  expect(await sending('slack', RULE, gone)).toMatchObject({ error: undefined, problem: { reason: 'HTTP 410', at: NOW } });
  const before = { ...RULE, slackProblem: { reason: 'HTTP 410', at: NOW } };
  expect(await sending('slack', before)).toMatchObject({ posted: [expect.anything()], problem: null });
});
