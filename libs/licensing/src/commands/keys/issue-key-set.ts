import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { ServiceUrl } from '#support/mails';
import { keySetUrl } from '../../domain/signing/document-urls.ts';
import type { PublicJwk } from '../../domain/signing/signer.ts';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';

const TOKEN_TYPE = 'jwk-set+jwt';
/** Longer than any cache keeps the set. A client that has an older one fetches it again. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const MS = 1000;

export interface KeySet {
  readonly keys: readonly PublicJwk[];
  /** The same set, signed by the root key: a JSON Web Token. */
  readonly signedKeys: string;
  readonly root: PublicJwk;
}

/** The public keys of an organization. Throws `ResourceNotFound` if it has none. */
export class IssueKeySet extends Command<KeySet> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@CommandHandler(IssueKeySet)
export class IssueKeySetHandler implements ICommandHandler<IssueKeySet> {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly service: ServiceUrl,
  ) {}

  async execute({ organizationId }: IssueKeySet): Promise<KeySet> {
    const published = await this.signingKeys.published(organizationId);
    if (!published) throw new ResourceNotFound();
    const keys = published.keys.map(({ jwk }) => jwk);
    const iat = Math.floor(published.now.getTime() / MS);
    const claims = {
      iss: this.service.baseUrl,
      sub: keySetUrl(this.service, organizationId),
      aud: organizationId,
      iat,
      exp: iat + LIFETIME_SECONDS,
      keys,
    };
    return { keys, signedKeys: published.root.token(TOKEN_TYPE, claims), root: published.root.jwk };
  }
}
