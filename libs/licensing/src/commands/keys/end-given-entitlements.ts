import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { KeyBatches } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Ends what was given to license keys by hand until now, until done or aborted by `stop`. Several processes may do it at the same
 * time, and a key that fails does not keep others from it. */
export class EndGivenEntitlements extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization of the keys; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(EndGivenEntitlements)
export class EndGivenEntitlementsHandler implements ICommandHandler<EndGivenEntitlements> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: EndGivenEntitlements): Promise<void> {
    while (!stop.aborted) {
      const due = await this.batches.someWithEndedEntitlement(this.clock.now(of), of);
      const outcomes = await Promise.allSettled(
        due.map(({ organizationId, id }) =>
          this.licenseKeys.change({ id, within: [organizationId] }, (key) =>
            key.endGivenEntitlements(this.clock.now(organizationId)),
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
