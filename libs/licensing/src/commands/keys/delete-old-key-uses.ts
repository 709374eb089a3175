import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { KeyUses, USES_KEPT_DAYS } from '../../domain/keys/key-uses.ts';

const DAY_MS = 86_400_000;

/** Deletes what was counted by hour longer ago than it can be asked for. */
export class DeleteOldKeyUses extends Command<void> {}

@CommandHandler(DeleteOldKeyUses)
export class DeleteOldKeyUsesHandler implements ICommandHandler<DeleteOldKeyUses> {
  constructor(
    private readonly uses: KeyUses,
    private readonly clock: WallClock,
  ) {}

  execute(): Promise<void> {
    return this.uses.deleteBefore(new Date(this.clock.now().getTime() - USES_KEPT_DAYS * DAY_MS));
  }
}
