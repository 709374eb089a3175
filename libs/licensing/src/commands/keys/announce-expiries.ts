import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { KeyBatches } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/**
 * Announces which keys expire soon and which have expired, until done or aborted by `stop`. Several processes may do it at the same
 * time: each notice is given under the lock of its key. A key that fails does not keep others from being announced.
 */
export class AnnounceExpiries extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose expiries are announced; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(AnnounceExpiries)
export class AnnounceExpiriesHandler implements ICommandHandler<AnnounceExpiries> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: AnnounceExpiries): Promise<void> {
    while (!stop.aborted) {
      const due = await this.batches.someWithDueNotice(this.clock.now(of), of);
      const outcomes = await Promise.allSettled(
        due.map(({ organizationId, id }) =>
          this.licenseKeys.change<void>({ id, within: [organizationId] }, (key) =>
            key.announceExpiry(this.clock.now(organizationId)),
          ),
        ),
      );
      if (outcomes.some(({ status }) => status === 'fulfilled')) continue;
      const [failed] = outcomes;
      if (failed?.status === 'rejected') throw failed.reason;
      return;
    }
  }
}
