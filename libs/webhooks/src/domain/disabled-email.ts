import { MailTemplate } from '#support/mails';

type Reason = 'gone' | 'failures';

interface DisabledEndpoint {
  /** Scheme and host: paths may contain secrets. */
  readonly endpoint: string;
  readonly reason: Reason;
  /** Its page in the console. */
  readonly url: string;
}

const REASONS_EN: Record<Reason, string> = {
  gone: 'It answered 410 Gone.',
  failures: 'Ten events in a row could not be delivered to it, each after several attempts over about three days.',
};

const REASONS_DE: Record<Reason, string> = {
  gone: 'Er hat mit 410 Gone geantwortet.',
  failures: 'Zehn Ereignisse in Folge konnten nicht zugestellt werden, jedes nach mehreren Versuchen in etwa drei Tagen.',
};

const REASONS_AR: Record<Reason, string> = {
  gone: 'أجابت بـ 410 Gone.',
  failures: 'تعذّر تسليم عشرة أحداث متتالية إليها، كل منها بعد عدة محاولات على مدى ثلاثة أيام تقريبًا.',
};

export const disabledEmail = new MailTemplate<DisabledEndpoint>({
  name: 'webhook_endpoint_disabled',
  layout: 'plain',
  texts: {
    en: ({ endpoint, reason, url }, { sender }) => ({
      subject: `A webhook endpoint of ${sender} was disabled`,
      parts: [
        `The webhook endpoint at ${endpoint} no longer gets events. ${REASONS_EN[reason]}`,
        'Enable it once it works again. Events that it missed can be redelivered.',
        { link: url, label: 'Open the endpoint' },
      ],
    }),
    de: ({ endpoint, reason, url }, { sender }) => ({
      subject: `Ein Webhook-Endpunkt von ${sender} wurde abgeschaltet`,
      parts: [
        `der Webhook-Endpunkt ${endpoint} bekommt keine Ereignisse mehr. ${REASONS_DE[reason]}`,
        'Schalten Sie ihn wieder ein, sobald er funktioniert. Verpasste Ereignisse können erneut zugestellt werden.',
        { link: url, label: 'Endpunkt öffnen' },
      ],
    }),
    ar: ({ endpoint, reason, url }, { sender }) => ({
      subject: `عُطّلت نقطة Webhook تابعة لـ ${sender}`,
      parts: [
        `لم تعد نقطة Webhook في ${endpoint} تتلقى أحداثًا. ${REASONS_AR[reason]}`,
        'فعّلها عندما تعمل من جديد. يمكن إعادة تسليم الأحداث التي فاتتها.',
        { link: url, label: 'فتح النقطة' },
      ],
    }),
  },
  sample: {
    endpoint: 'https://hooks.example.com',
    reason: 'failures',
    url: 'https://licenses.example.com/console/acme/webhooks/00000000-0000-4000-8000-000000000000',
  },
});
