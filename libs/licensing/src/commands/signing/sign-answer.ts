import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { type HttpSignature, signComponents } from '../../domain/signing/http-signature.ts';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';

/** For how long the key of a signed answer stays published. */
const VERIFIABLE_MS = 24 * 60 * 60 * 1000;

/** Signs components of a response of an organization that exists. */
export class SignAnswer extends Command<HttpSignature> {
  constructor(
    readonly organizationId: string,
    readonly components: Readonly<Record<string, string>>,
    readonly nonce: string,
  ) {
    super();
  }
}

@CommandHandler(SignAnswer)
export class SignAnswerHandler implements ICommandHandler<SignAnswer> {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: WallClock,
  ) {}

  async execute({ organizationId, components, nonce }: SignAnswer): Promise<HttpSignature> {
    const created = this.clock.now();
    const signer = await this.keys.signer(organizationId, new Date(created.getTime() + VERIFIABLE_MS));
    return signComponents(signer, components, { nonce, created });
  }
}
