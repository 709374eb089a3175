import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { KeyBatches, type SilentActivation } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { endSilent } from '../../domain/floating/silent-activations.ts';

/** Ends activations of floating keys whose check-outs expired long ago, until done or aborted by `stop`. */
export class EndSilentActivations extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose activations end; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(EndSilentActivations)
export class EndSilentActivationsHandler implements ICommandHandler<EndSilentActivations> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId }: EndSilentActivations): Promise<void> {
    while (!stop.aborted) {
      const silent = await this.batches.someSilent(organizationId);
      if (silent.length === 0) return;
      await Promise.all(silent.map((each) => this.end(each)));
    }
  }

  private end({ organizationId, licenseKeyId, activationId }: SilentActivation): Promise<void> {
    const which = { id: licenseKeyId, within: [organizationId], activationId, leases: true };
    return this.licenseKeys.change<void>(which, (key) => endSilent(key, activationId, this.clock.now(organizationId)));
  }
}
