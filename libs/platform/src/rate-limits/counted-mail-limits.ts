import { Injectable } from '@nestjs/common';
import { type IntendedMail, MailLimits, TooManyRequests } from '#kernel';
import { Config, type MailQuota } from '#platform/config';
import { type Counter, CounterStore } from './counter-store.ts';
import { windowOf } from './rate-limit.ts';

interface NamedCounter extends Counter {
  /** The name of the window in the header `RateLimit`. */
  readonly window: string;
}

/** Mail limits with the numbers of the configuration. */
@Injectable()
export class CountedMailLimits extends MailLimits {
  constructor(
    private readonly config: Config,
    private readonly store: CounterStore,
  ) {
    super();
  }

  async count({ kind, organizationId, customerId, recipients }: IntendedMail): Promise<void> {
    if (recipients.length === 0) return;
    const { address, customer, organization } = this.config.mailQuotas;
    const byAddress = Map.groupBy(recipients, (recipient) => recipient.toLowerCase());
    const counters = [
      ...countersFor('organization', organization, organizationId, recipients.length),
      ...(customerId === null ? [] : countersFor('customer', customer, `${organizationId} ${customerId}`, recipients.length)),
      ...[...byAddress].flatMap(([to, same]) => countersFor('address', address, `${organizationId} ${to}`, same.length)),
    ];
    const result = await this.store.add({ limit: `mail ${kind}`, counters });
    if (result.outcome !== 'exceeded') return;
    const windows = counters.flatMap((counter, index) => {
      const count = result.counts[index]!;
      return count.count + counter.amount > counter.max ? [windowOf(counter.window, counter, count)] : [];
    });
    throw new TooManyRequests(Math.max(...windows.map(({ resetSeconds }) => resetSeconds)), uniqueByName(windows));
  }
}

const countersFor = (whose: string, { perHour, perDay }: MailQuota, name: string, amount: number): NamedCounter[] => [
  { window: `${whose}-hour`, name: `hour of ${whose} ${name}`, max: perHour, seconds: 3_600, amount },
  { window: `${whose}-day`, name: `day of ${whose} ${name}`, max: perDay, seconds: 86_400, amount },
];

/** Of the windows of many addresses, those with the longest wait. */
function uniqueByName<W extends { readonly name: string; readonly resetSeconds: number }>(windows: readonly W[]): W[] {
  const longest = new Map<string, W>();
  for (const window of windows) {
    if ((longest.get(window.name)?.resetSeconds ?? 0) < window.resetSeconds) longest.set(window.name, window);
  }
  return [...longest.values()];
}
