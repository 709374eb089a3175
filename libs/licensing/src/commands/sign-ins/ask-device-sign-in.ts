import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import type { WaitOrAccess } from '../../domain/sign-ins/device-sign-in.ts';
import { DeviceSignIns } from '../../domain/sign-ins/device-sign-ins.ts';
import { SignInExpired } from '../../domain/sign-ins/sign-in.errors.ts';
import { SignInClients } from '../../domain/sign-ins/sign-in-clients.ts';

/** How long the application waits, or whose license keys of which benefits it may find. */
export type Progress =
  Exclude<WaitOrAccess, { access: unknown }> | { readonly access: CustomerAccess; readonly benefitIds: readonly string[] };

/** An application asks whether the customer has allowed the sign-in. Throws `SignInExpired` and `SignInDenied`. */
export class AskDeviceSignIn extends Command<Progress> {
  constructor(
    readonly organizationId: string,
    readonly deviceCode: string,
  ) {
    super();
  }
}

@CommandHandler(AskDeviceSignIn)
export class AskDeviceSignInHandler implements ICommandHandler<AskDeviceSignIn> {
  constructor(
    private readonly clients: SignInClients,
    private readonly signIns: DeviceSignIns,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ organizationId, deviceCode }: AskDeviceSignIn): Promise<Progress> {
    const now = this.clock.now();
    const digests = this.tokens.digestsOf('device sign-in', deviceCode);
    const which = { organizationId, by: 'digest', digests } as const;
    const { clientId, asked } = await this.signIns
      .change(which, (signIn) => ({ clientId: signIn.snapshot.clientId, asked: signIn.ask(now) }))
      .catch((error: unknown) => {
        throw error instanceof ResourceNotFound ? new SignInExpired() : error;
      });
    const client = await this.clients.find({ id: clientId, organizations: [organizationId] });
    if (!client) throw new SignInExpired();
    return 'access' in asked ? { access: asked.access, benefitIds: client.benefitIds } : asked;
  }
}
