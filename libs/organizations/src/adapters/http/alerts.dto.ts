import { ROLES } from '#platform/auth';
import { defineRequest } from '#platform/http';
import { boolean, described, list, nullable, object, oneOf, optional, strict, text, uuid4 } from '#platform/wire';
import { ALERT_KINDS } from '../../queries/alert.view.ts';

const MOST_URL_CHARACTERS = 2_083;

const id = described(uuid4(), 'The ID of the organization.');
const kind = described(oneOf(ALERT_KINDS), 'What the alerts are about.');

export const ListAlertsRequest = defineRequest({ path: { id } });
export const OneAlertRequest = defineRequest({ path: { id, kind } });
export const PutAlertRequest = defineRequest({
  path: { id, kind },
  body: strict(
    object(
      {
        is_enabled: boolean(),
        roles: list(oneOf(ROLES), { max: ROLES.length }),
        slack_url: optional(nullable(text({ min: 1, max: MOST_URL_CHARACTERS }))),
      },
      'AlertUpdate',
      {
        is_enabled: 'Whether the alerts are sent.',
        roles: 'The users with these roles get them by e-mail.',
        slack_url: {
          text: 'The URL of an incoming webhook of Slack, or of what takes the same messages: `https`, on the public internet. `null` for none; left out, it stays as it is. It is stored encrypted and never returned.',
          example: 'https://hooks.slack.com/services/T00000000/B00000000/your-token',
        },
      },
    ),
  ),
});
