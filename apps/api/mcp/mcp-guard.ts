import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { NotPermitted } from '#kernel';
import { CredentialSources, SellerPrincipal } from '#platform/auth';
import { BearerGuard, type Principal } from '#platform/auth/composition';
import { Config } from '#platform/config';
import { requestIn, wrongKind } from '#platform/http/composition';
import type { TokenKind } from '#engine/secrets';

export const KINDS: readonly TokenKind[] = ['mt'];

/** Accepts tokens for `/mcp`, from no page of another site: also not of one whose name leads to this machine (DNS rebinding). */
@Injectable()
export class McpGuard extends BearerGuard {
  private readonly origins: ReadonlySet<string>;

  constructor(reflector: Reflector, sources: CredentialSources, { baseUrl, mcpOrigins }: Config) {
    super(reflector, sources);
    this.origins = new Set([new URL(baseUrl).origin, ...mcpOrigins]);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { origin } = requestIn(context).headers;
    if (origin !== undefined && !this.origins.has(origin))
      throw new NotPermitted(`Requests from ${origin} are not accepted here.`);
    return super.canActivate(context);
  }

  protected override acceptedKinds(): readonly TokenKind[] {
    return KINDS;
  }

  protected override authorize(caller: Principal): SellerPrincipal {
    if (caller instanceof SellerPrincipal && caller.scheme === 'mcp') return caller;
    throw wrongKind(KINDS);
  }
}
