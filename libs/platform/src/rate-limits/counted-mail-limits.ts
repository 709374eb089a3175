import { Injectable } from '@nestjs/common';
import { type LimitWindow, TooManyRequests } from '#kernel';
import { type IntendedMail, MailLimits } from '#support/mails';
import { Config } from '#platform/config';
import type { MailQuota } from '#platform/config/composition';
import { limitHit } from '#engine/metrics';
import { OrganizationQuotas } from '#platform/quotas/composition';
import { type Count, type Counter, CounterStore } from './counter-store.ts';
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
    private readonly quotas: OrganizationQuotas,
  ) {
    super();
  }

  async within<T>(mail: IntendedMail, cause: () => Promise<T>): Promise<T> {
    if (mail.recipients.length === 0) return cause();
    const counters = this.countersOf(mail, await this.quotas.current(mail.organizationId));
    const counting = { limit: `mail ${mail.kind}`, counters };
    const result = await this.store.add(counting);
    if (result.outcome === 'exceeded') {
      limitHit('mail');
      throw exceeded(counters, result.counts);
    }
    try {
      return await cause();
    } catch (error) {
      await this.store.subtract(counting);
      throw error;
    }
  }

  private countersOf({ customerId, recipients }: IntendedMail, quotaId: string): NamedCounter[] {
    const { address, customer, organization } = this.config.mailQuotas;
    const byAddress = Map.groupBy(recipients, (recipient) => recipient.toLowerCase());
    return [
      ...countersFor('organization', organization, quotaId, recipients.length),
      ...(customerId === null ? [] : countersFor('customer', customer, `${quotaId} ${customerId}`, recipients.length)),
      ...[...byAddress].flatMap(([to, same]) => countersFor('address', address, `${quotaId} ${to}`, same.length)),
    ];
  }
}

const countersFor = (whose: string, { perHour, perDay }: MailQuota, name: string, amount: number): NamedCounter[] => [
  { window: `${whose}-hour`, name: `hour of ${whose} ${name}`, max: perHour, seconds: 3_600, amount },
  { window: `${whose}-day`, name: `day of ${whose} ${name}`, max: perDay, seconds: 86_400, amount },
];

/** Names the windows that are exceeded; of those of many addresses, the one with the longest wait. */
function exceeded(counters: readonly NamedCounter[], counts: readonly Count[]): TooManyRequests {
  const windows = new Map<string, LimitWindow>();
  counters.forEach((counter, index) => {
    const window = windowOf(counter.window, counter, counts[index]!);
    const isExceeded = counts[index]!.count + counter.amount > counter.max;
    if (isExceeded && window.resetSeconds > (windows.get(window.name)?.resetSeconds ?? 0)) windows.set(window.name, window);
  });
  const all = [...windows.values()];
  return new TooManyRequests(Math.max(...all.map(({ resetSeconds }) => resetSeconds)), all);
}
