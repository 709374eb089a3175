import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { OpenIdKeys } from '../domain/openid-keys.ts';

/** Longer than caches keep the set of public keys, so that everybody knows the new key before it signs. */
const ANNOUNCED_MS = 600_000;

/** Adds a key that signs ID tokens, at once or as soon as it is known everywhere. Returns its ID. */
export class RotateOpenIdKey extends Command<string> {
  constructor(readonly isImmediate: boolean) {
    super();
  }
}

@CommandHandler(RotateOpenIdKey)
export class RotateOpenIdKeyHandler implements ICommandHandler<RotateOpenIdKey> {
  constructor(
    private readonly keys: OpenIdKeys,
    private readonly clock: WallClock,
  ) {}

  execute({ isImmediate }: RotateOpenIdKey): Promise<string> {
    return this.keys.rotate(new Date(this.clock.now().getTime() + (isImmediate ? 0 : ANNOUNCED_MS)));
  }
}
