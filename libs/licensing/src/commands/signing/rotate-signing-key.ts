import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';

/** Longer than caches keep the set of public keys, so that everybody knows the new key before it signs. */
const ANNOUNCED_SECONDS = 600;

/** Adds a signing key, which replaces the current one at once or once it is known everywhere. Returns its ID. */
export class RotateSigningKey extends Command<string> {
  constructor(
    readonly organizationId: string,
    readonly isImmediate: boolean,
  ) {
    super();
  }
}

@CommandHandler(RotateSigningKey)
export class RotateSigningKeyHandler implements ICommandHandler<RotateSigningKey> {
  constructor(private readonly keys: SigningKeys) {}

  async execute({ organizationId, isImmediate }: RotateSigningKey): Promise<string> {
    return (await this.keys.rotate(organizationId, isImmediate ? 0 : ANNOUNCED_SECONDS)).kid;
  }
}
