import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AnswerSigner, type HeadersOfSignature, type Signable } from '#platform/http';
import { SignAnswer } from '../../commands/signing/sign-answer.ts';

/** Signs answers about license keys with the key of the organization that the request names. */
@Injectable()
export class LicenseAnswerSigner extends AnswerSigner {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  sign({ request, components, nonce }: Signable): Promise<HeadersOfSignature> {
    const { organization_id } = request as { readonly organization_id: string };
    return this.commands.execute(new SignAnswer(organization_id, components, nonce));
  }
}
