import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CustomerAccess, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { DeviceSignIns } from '../../domain/sign-ins/device-sign-ins.ts';

/** A customer allows or refuses the sign-in with this code. Throws `ResourceNotFound` if it is not open, or of another organization. */
export class DecideDeviceSignIn extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly userCode: string,
    readonly isAllowed: boolean,
  ) {
    super();
  }
}

@CommandHandler(DecideDeviceSignIn)
export class DecideDeviceSignInHandler implements ICommandHandler<DecideDeviceSignIn> {
  constructor(
    private readonly signIns: DeviceSignIns,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  execute({ access, userCode, isAllowed }: DecideDeviceSignIn): Promise<void> {
    const { organizationId } = access;
    const now = this.clock.now();
    const digests = this.tokens.digestsOf('device user code', userCode);
    return this.signIns.decide({ organizationId, by: 'userCodeDigest', digests }, (signIn) =>
      signIn.decide(isAllowed, access, now),
    );
  }
}
