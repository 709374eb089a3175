import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { asUuid } from '#support/texts';
import { SellerPrincipal } from '#platform/auth';
import { AnswerSigner, type HeadersOfSignature, type Signable } from '#platform/http';
import { SignAnswer } from '../../commands/signing/sign-answer.ts';

/** Signs answers about license keys with the key of the organization that the request names. */
@Injectable()
export class LicenseAnswerSigner extends AnswerSigner {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  signerOf(body: unknown): string | undefined {
    const { organization_id: id } = Object(body) as { readonly organization_id?: unknown };
    return typeof id === 'string' ? (asUuid(id) ?? undefined) : undefined;
  }

  async sign(organizationId: string, answer: Signable, caller: unknown): Promise<HeadersOfSignature | undefined> {
    if (caller instanceof SellerPrincipal && !caller.organizations.includes(organizationId)) return undefined;
    return this.commands.execute(new SignAnswer(organizationId, answer));
  }
}
