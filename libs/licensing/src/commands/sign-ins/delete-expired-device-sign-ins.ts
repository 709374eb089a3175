import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { DeviceSignIns } from '../../domain/sign-ins/device-sign-ins.ts';

export class DeleteExpiredDeviceSignIns extends Command<void> {}

@CommandHandler(DeleteExpiredDeviceSignIns)
export class DeleteExpiredDeviceSignInsHandler implements ICommandHandler<DeleteExpiredDeviceSignIns> {
  constructor(
    private readonly signIns: DeviceSignIns,
    private readonly clock: WallClock,
  ) {}

  execute(): Promise<void> {
    return this.signIns.deleteExpired(this.clock.now());
  }
}
