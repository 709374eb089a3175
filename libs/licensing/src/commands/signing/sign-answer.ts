import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { type AnswerFacts, type HttpSignature, signAnswer } from '../../domain/signing/http-signature.ts';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';

const OK = 200;
/** For how long the key of a signed answer stays published. */
const VERIFIABLE_MS = 24 * 60 * 60 * 1000;

/**
 * Signs an answer of an organization. A refusal may be about an organization that does not exist, so it is signed only with keys that
 * are there: whoever verifies an answer has the root key.
 */
export class SignAnswer extends Command<HttpSignature | undefined> {
  constructor(
    readonly organizationId: string,
    readonly answer: AnswerFacts,
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

  async execute({ organizationId, answer }: SignAnswer): Promise<HttpSignature | undefined> {
    if (answer.status !== OK && !(await this.keys.published(organizationId))) return undefined;
    const created = this.clock.now();
    const signer = await this.keys.signer(organizationId, new Date(created.getTime() + VERIFIABLE_MS));
    return signAnswer(signer, answer, created);
  }
}
