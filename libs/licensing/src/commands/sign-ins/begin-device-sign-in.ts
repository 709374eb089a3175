import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { DEVICE_SIGN_IN_SECONDS, DeviceSignIn } from '../../domain/sign-ins/device-sign-in.ts';
import { DeviceSignIns } from '../../domain/sign-ins/device-sign-ins.ts';
import { SignInNotOffered } from '../../domain/sign-ins/sign-in.errors.ts';
import { SignInClients } from '../../domain/sign-ins/sign-in-clients.ts';

export interface DeviceCodes {
  /** For the application alone. */
  readonly deviceCode: string;
  /** For the customer, who types it in the portal. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

/** Begins the sign-in of a customer in an application. Throws `SignInNotOffered`. */
export class BeginDeviceSignIn extends Command<DeviceCodes> {
  constructor(
    readonly organizationId: string,
    readonly clientId: string,
  ) {
    super();
  }
}

@CommandHandler(BeginDeviceSignIn)
export class BeginDeviceSignInHandler implements ICommandHandler<BeginDeviceSignIn> {
  constructor(
    private readonly clients: SignInClients,
    private readonly signIns: DeviceSignIns,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ organizationId, clientId }: BeginDeviceSignIn): Promise<DeviceCodes> {
    const client = await this.clients.find({ id: clientId, organizations: [organizationId] });
    if (!client) throw new SignInNotOffered();
    const [device, user] = [this.tokens.make('device sign-in'), this.tokens.make('device user code')];
    const attributes = { organizationId, clientId, digest: device.digest, userCodeDigest: user.digest };
    const signIn = DeviceSignIn.begin(attributes, this.clock.now());
    await this.signIns.add(signIn);
    const { intervalSeconds } = signIn.snapshot;
    return { deviceCode: device.token, userCode: user.token, expiresInSeconds: DEVICE_SIGN_IN_SECONDS, intervalSeconds };
  }
}
