import type { Email } from '#kernel';

interface DisabledEndpoint {
  readonly to: string;
  readonly organization: string;
  /** Scheme and host: paths may contain secrets. */
  readonly url: string;
  readonly reason: 'gone' | 'failures';
}

const REASONS = {
  gone: 'It answered 410 Gone.',
  failures: 'Ten events in a row could not be delivered to it, each after several attempts over about three days.',
};

export const disabledEmail = ({ to, organization, url, reason }: DisabledEndpoint): Email => ({
  to,
  from: organization,
  subject: `A webhook endpoint of ${organization} was disabled`,
  parts: [
    'Hello,',
    `the webhook endpoint at ${url} no longer gets events. ${REASONS[reason]}`,
    'Enable it once it works again. Events that it missed can be redelivered.',
  ],
});
