import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { BeginPasskeySignIn } from '../contract/index.ts';
import { PasskeyNotVerified } from '../domain/identity.errors.ts';
import { Passkey } from '../domain/passkey.ts';
import { Passkeys } from '../domain/passkeys.ts';
import { PasskeyVerifier, type WebAuthnJson } from '../domain/passkey-verifier.ts';
import type { ChangingSession } from './change-password.ts';

export { BeginPasskeySignIn };

const CHALLENGE_LIFETIME = 10 * 60_000;

/** Returns options with which a browser makes a passkey. */
export class BeginPasskey extends Command<WebAuthnJson> {
  constructor(
    readonly session: ChangingSession,
    readonly email: string,
  ) {
    super();
  }
}

/** Adds the passkey that a browser made, and returns its id. Throws `PasskeyNotVerified` and `TooManyPasskeys`. */
export class AddPasskey extends Command<string> {
  constructor(
    readonly session: ChangingSession,
    readonly name: string,
    readonly response: WebAuthnJson,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`. */
export class RemovePasskey extends Command<void> {
  constructor(
    readonly session: ChangingSession,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(BeginPasskey)
export class BeginPasskeyHandler implements ICommandHandler<BeginPasskey> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly verifier: PasskeyVerifier,
    private readonly clock: WallClock,
  ) {}

  async execute({ session: { userId: id }, email }: BeginPasskey): Promise<WebAuthnJson> {
    const now = this.clock.now();
    const { challenge, options } = await this.verifier.registrationOptions({ id, email }, await this.passkeys.ofUser(id));
    await this.passkeys.addChallenge({ challenge, userId: id, expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME) });
    return options;
  }
}

@CommandHandler(AddPasskey)
export class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly verifier: PasskeyVerifier,
    private readonly clock: WallClock,
  ) {}

  async execute({ session: { userId }, name, response }: AddPasskey): Promise<string> {
    const now = this.clock.now();
    const challenge = this.verifier.challengeOf(response);
    const asked = challenge === null ? null : await this.passkeys.takeChallenge(challenge);
    if (!asked || asked.userId !== userId || asked.expiresAt <= now) throw new PasskeyNotVerified();
    const verified = await this.verifier.verifyRegistration(response, asked.challenge);
    if (!verified) throw new PasskeyNotVerified();
    const passkey = Passkey.create({ userId, name, ...verified }, now);
    await this.passkeys.add(passkey);
    return passkey.id;
  }
}

@CommandHandler(RemovePasskey)
export class RemovePasskeyHandler implements ICommandHandler<RemovePasskey> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly clock: WallClock,
  ) {}

  async execute({ session: { userId }, id }: RemovePasskey): Promise<void> {
    const now = this.clock.now();
    await this.passkeys.remove({ id, userId }, (passkey) => passkey.remove(now));
  }
}

@CommandHandler(BeginPasskeySignIn)
export class BeginPasskeySignInHandler implements ICommandHandler<BeginPasskeySignIn> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly verifier: PasskeyVerifier,
    private readonly clock: WallClock,
  ) {}

  async execute(): Promise<WebAuthnJson> {
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_LIFETIME);
    const { challenge, options } = await this.verifier.authenticationOptions();
    await this.passkeys.addChallenge({ challenge, userId: null, expiresAt });
    return options;
  }
}
