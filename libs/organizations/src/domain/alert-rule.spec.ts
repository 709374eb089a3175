import { type AlertRule, changedRule, isGivenUp, slackUrlFrom } from './alert-rule.ts';
import { Slack } from './slack.ts';
import { slackText } from './slack-text.ts';

const NOW = new Date('2026-12-08T12:00:00Z');
const SLACK_URL = Buffer.from('encrypted');

const RULE: AlertRule = {
  isEnabled: true,
  roles: ['owner'],
  slackUrl: SLACK_URL,
  slackProblem: { reason: 'HTTP 404 no_service', at: NOW },
};

class OnlySlack extends Slack {
  isAllowed = ({ protocol, host }: URL): boolean => protocol === 'https:' && host === 'hooks.slack.com';
  post = async () => null;
}

test('the URL of Slack is kept with its problem unless another one or none is chosen', () => {
  const chosen = { isEnabled: true, roles: ['admin', 'owner', 'admin'] as const };
  expect(changedRule(RULE, { ...chosen, slackUrl: undefined })).toEqual({ ...RULE, roles: ['owner', 'admin'] });
  expect(changedRule(RULE, { ...chosen, slackUrl: null })).toMatchObject({ slackUrl: null, slackProblem: null });
  const other = Buffer.from('other');
  expect(changedRule(RULE, { ...chosen, slackUrl: other })).toMatchObject({ slackUrl: other, slackProblem: null });
});

test('alerts that are turned on reach somebody', () => {
  const nobody = { roles: [], slackUrl: null };
  expect(() => changedRule(RULE, { isEnabled: true, ...nobody })).toThrow('turn the alerts off');
  expect(changedRule(RULE, { isEnabled: false, ...nobody })).toMatchObject({ isEnabled: false, roles: [] });
  expect(changedRule(RULE, { isEnabled: true, roles: [], slackUrl: undefined })).toMatchObject({ slackUrl: SLACK_URL });
});

test('a URL of Slack is public, has no credentials, and is not repeated by the refusal', () => {
  const slack = new OnlySlack();
  expect(slackUrlFrom(' https://HOOKS.slack.com/services/T0/B0/x#y ', slack)).toBe('https://hooks.slack.com/services/T0/B0/x');
  for (const refused of ['nothing', 'https://me:secret@hooks.slack.com/', 'http://hooks.slack.com/x', 'https://10.0.0.1/']) {
    let errors: unknown;
    try {
      slackUrlFrom(refused, slack);
    } catch (error) {
      ({ errors } = error as { errors: unknown });
    }
    expect(errors).toMatchObject([{ path: ['slack_url'], input: null }]);
  }
});

test('a message is tried again for an hour, unless it is refused for good', () => {
  const [passing, final] = [false, true].map((isFinal) => ({ reason: 'HTTP 500', isFinal }));
  const soon = new Date(NOW.getTime() + 3_599_999);
  expect(isGivenUp(passing!, NOW, soon)).toBe(false);
  expect(isGivenUp(passing!, NOW, new Date(NOW.getTime() + 3_600_000))).toBe(true);
  expect(isGivenUp(final!, NOW, NOW)).toBe(true);
});

test('a message has the sentences of the mail, in which nothing is markup or mentions anybody', () => {
  const parts = [
    'Guten Tag,',
    'andere lesen <!channel> & mehr',
    { code: '****-1', caption: 'Editor' },
    { link: 'https://a.example/?b&c', label: 'Öffnen' },
    'Acme',
  ];
  expect(slackText({ subject: 'A <b>', parts })).toBe(
    ['*A &lt;b&gt;*', 'Andere lesen &lt;!channel&gt; &amp; mehr', 'Editor: ****-1', '<https://a.example/?b&amp;c|Öffnen>'].join(
      '\n\n',
    ),
  );
});
