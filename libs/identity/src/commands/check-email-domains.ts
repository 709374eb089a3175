import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { CHECK_INTERVAL, TextRecords } from '../domain/email-domain.ts';
import { type DomainToCheck, EmailDomains } from '../domain/email-domains.ts';

const BATCH = 20;

/** Looks for the records of verified domains that were not looked for since a day, in batches. Stops early when aborted. */
export class CheckEmailDomains extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(CheckEmailDomains)
export class CheckEmailDomainsHandler implements ICommandHandler<CheckEmailDomains> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly records: TextRecords,
    private readonly clock: WallClock,
  ) {}

  async execute({ stop }: CheckEmailDomains): Promise<void> {
    const due = new Date(this.clock.now().getTime() - CHECK_INTERVAL);
    for (let checked = BATCH; checked === BATCH && !stop.aborted;) {
      const batch = await this.domains.checkedBy(due, BATCH);
      await Promise.all(batch.map((domain) => this.check(domain)));
      checked = batch.length;
    }
  }

  /** It may have been removed meanwhile, or checked by another process. */
  private async check({ id, organizationId, name }: DomainToCheck): Promise<void> {
    const found = await this.records.of(name);
    const now = this.clock.now();
    try {
      await this.domains.change({ id, organizationId }, (domain) => domain.check(found, now));
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
}
