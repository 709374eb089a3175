import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { OpenIdKeys } from '../domain/openid-keys.ts';
import { OpenIdState } from '../domain/openid-state.ts';

/** For how long a key stays published that signs no longer: longer than what it signed is valid. */
const RETIRED_MS = 86_400_000;

/** Deletes sessions, codes, tokens and grants that have expired, in batches, and keys that nobody needs. Stops early when aborted. */
export class DeleteExpiredOpenIdState extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(DeleteExpiredOpenIdState)
export class DeleteExpiredOpenIdStateHandler implements ICommandHandler<DeleteExpiredOpenIdState> {
  constructor(
    private readonly state: OpenIdState,
    private readonly keys: OpenIdKeys,
    private readonly clock: WallClock,
  ) {}

  async execute({ stop }: DeleteExpiredOpenIdState): Promise<void> {
    for (let deleted = 1; deleted > 0 && !stop.aborted;) deleted = await this.state.deleteExpired();
    await this.keys.deleteReplacedBefore(new Date(this.clock.now().getTime() - RETIRED_MS));
  }
}
