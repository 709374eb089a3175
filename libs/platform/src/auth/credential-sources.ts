import { Injectable } from '@nestjs/common';
import type { TokenProblem } from '#platform/http';
import { kindOfToken, type TokenKind } from '#platform/secrets';
import type { Principal } from './principal.ts';
import type { TokenProblems } from './token-problems.ts';

/** Identifies tokens of one or more kinds. Returns null for a token that is unknown, expired or revoked. */
export interface CredentialSource {
  identify(token: string): Promise<Principal | null>;
  /** Why tokens were not identified. Asked only then, so that accepted ones cost nothing more. */
  readonly problems: TokenProblems;
}

/** Contexts that own tokens register here, so that authentication depends on no context. */
@Injectable()
export class CredentialSources {
  private readonly sources = new Map<TokenKind, CredentialSource>();
  /** The address of the metadata that say who issues tokens to applications (RFC 9728). */
  resourceMetadata: string | undefined;

  register(kind: TokenKind, source: CredentialSource): void {
    this.sources.set(kind, source);
  }

  async identify(token: string): Promise<Principal | null> {
    const kind = kindOfToken(token);
    return (kind && this.sources.get(kind)?.identify(token)) ?? null;
  }

  async problemOf(token: string): Promise<TokenProblem> {
    const kind = kindOfToken(token);
    if (kind === undefined) return 'malformed';
    return this.sources.get(kind)?.problems.of(token) ?? 'wrong kind';
  }

  async tenantOf(token: string): Promise<string | null> {
    return (await this.identify(token))?.tenant ?? null;
  }
}
