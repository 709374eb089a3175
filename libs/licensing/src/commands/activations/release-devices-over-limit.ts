import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { releaseDevicesOverLimit } from '../../domain/activations/devices-over-limit.ts';
import { KeyBatches, type UnseenDevices } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/**
 * Releases devices of keys that have had more than are granted for as long as their benefits permit, until done or aborted by `stop`. Several
 * processes may do it at the same time: how many have to go is decided under the lock of the key. A key that fails does not keep others
 * from being done.
 */
export class ReleaseDevicesOverLimit extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose devices are released; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseDevicesOverLimit)
export class ReleaseDevicesOverLimitHandler implements ICommandHandler<ReleaseDevicesOverLimit> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: ReleaseDevicesOverLimit): Promise<void> {
    while (!stop.aborted) {
      const due = await this.batches.someWithDueRelease(this.clock.now(of), of);
      const outcomes = await Promise.allSettled(due.map((key) => this.release(key)));
      if (outcomes.some(({ status }) => status === 'fulfilled')) continue;
      const [failed] = outcomes;
      if (failed?.status === 'rejected') throw failed.reason;
      return;
    }
  }

  private release({ organizationId, id, activationIds }: UnseenDevices): Promise<void> {
    return this.licenseKeys.change({ id, within: [organizationId], activationIds, to: 'release' }, (key) =>
      releaseDevicesOverLimit(key, this.clock.now(organizationId)),
    );
  }
}
