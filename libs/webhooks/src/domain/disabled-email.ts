import { MailTemplate } from '#kernel';

type Reason = 'gone' | 'failures';

interface DisabledEndpoint {
  /** Scheme and host: paths may contain secrets. */
  readonly url: string;
  readonly reason: Reason;
}

const REASONS_EN: Record<Reason, string> = {
  gone: 'It answered 410 Gone.',
  failures: 'Ten events in a row could not be delivered to it, each after several attempts over about three days.',
};

const REASONS_DE: Record<Reason, string> = {
  gone: 'Er hat mit 410 Gone geantwortet.',
  failures: 'Zehn Ereignisse in Folge konnten nicht zugestellt werden, jedes nach mehreren Versuchen in etwa drei Tagen.',
};

export const disabledEmail = new MailTemplate<DisabledEndpoint>({
  name: 'webhook_endpoint_disabled',
  layout: 'plain',
  texts: {
    en: ({ url, reason }, { sender }) => ({
      subject: `A webhook endpoint of ${sender} was disabled`,
      parts: [
        `The webhook endpoint at ${url} no longer gets events. ${REASONS_EN[reason]}`,
        'Enable it once it works again. Events that it missed can be redelivered.',
      ],
    }),
    de: ({ url, reason }, { sender }) => ({
      subject: `Ein Webhook-Endpunkt von ${sender} wurde abgeschaltet`,
      parts: [
        `der Webhook-Endpunkt ${url} bekommt keine Ereignisse mehr. ${REASONS_DE[reason]}`,
        'Schalten Sie ihn wieder ein, sobald er funktioniert. Verpasste Ereignisse können erneut zugestellt werden.',
      ],
    }),
  },
  sample: { url: 'https://hooks.example.com', reason: 'failures' },
});
