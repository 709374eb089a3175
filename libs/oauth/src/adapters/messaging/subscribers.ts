import { subscriberTo } from '#platform/messaging';
import { ReportApplication } from '../../commands/report-application.ts';
import type { OAuthEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<OAuthEvent>();

export const oauthSubscribers = [
  subscriber({
    id: 'ReportGrantWhenApplicationAllowed',
    events: ['application.allowed'],
    multiTransaction: true,
    command: ({ payload, occurredAt, locale }) => new ReportApplication(payload, occurredAt, locale),
  }),
];
