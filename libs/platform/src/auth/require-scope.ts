import { applyDecorators, createParamDecorator, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ResourceNotFound } from '#kernel';
import { Challenge } from '#platform/http';
import { uuid4 } from '#platform/wire';
import { type BearerRequest, REALM } from './bearer.strategy.ts';
import type { Caller } from './caller.ts';
import { CredentialSources } from './credential-sources.ts';
import type { Scope } from './scopes.ts';

type Scheme = 'pat' | 'oat';
interface Requirement {
  readonly scopes: readonly Scope[];
  readonly schemes: readonly Scheme[];
}
type Authenticated = FastifyRequest & { caller?: Caller };

const REQUIREMENT = 'latchkey:requirement';
const SCHEME_OF: Record<Caller['kind'], Scheme> = { user: 'pat', organization: 'oat' };
const BEARER = /^Bearer ([\x21-\x7e]+)$/i;
const organizationHeader = uuid4();

const unauthorized = (challenge: string): Challenge => new Challenge(401, 'Unauthorized', 'Unauthorized', challenge);

function narrowed(caller: Caller, header: string | string[] | undefined): Caller {
  if (header === undefined) return caller;
  const issues: [] = [];
  const organizationId = organizationHeader.read(header, issues);
  if (issues.length) throw new ResourceNotFound();
  return caller.narrowTo(organizationId);
}

/** Authenticates the bearer token, then asks for one of the scopes. Only the Authorization header can carry a token. */
@Injectable()
export class ScopeGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sources: CredentialSources,
  ) {
    super();
  }

  /** What passport gets to see: the header in the one form that it reads well, and nothing else of the request. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const token = BEARER.exec(context.switchToHttp().getRequest<FastifyRequest>().headers.authorization?.trim() ?? '')?.[1];
    return { headers: token ? { authorization: `Bearer ${token}` } : {}, sources: this.sources };
  }

  override handleRequest<T>(error: unknown, caller: Caller | false, challenge: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!caller) throw unauthorized(typeof challenge === 'string' ? challenge : `Bearer realm="${REALM}"`);
    const { scopes, schemes } = this.reflector.get<Requirement>(REQUIREMENT, context.getHandler());
    if (!schemes.includes(SCHEME_OF[caller.kind])) throw unauthorized(`Bearer realm="${REALM}"`);
    if (!scopes.some((scope) => caller.scopes.includes(scope))) {
      const detail = 'The request requires higher privileges than provided by the access token.';
      const wanted = `Bearer realm="${REALM}", scope="${scopes.join(' ')}", error="insufficient_scope", error_description="${detail}"`;
      throw new Challenge(403, 'NotPermitted', detail, wanted);
    }
    const request = context.switchToHttp().getRequest<Authenticated>();
    request.caller = narrowed(caller, request.headers['polar-organization']);
    return request.caller as T;
  }
}

/** Any one of the scopes is enough. Schemes: personal and organization access tokens unless said otherwise. */
export function RequireScope(
  scope: Scope | readonly Scope[],
  { schemes = ['pat', 'oat'] }: { schemes?: readonly Scheme[] } = {},
): MethodDecorator {
  const scopes = typeof scope === 'string' ? [scope] : scope;
  return applyDecorators(
    SetMetadata(REQUIREMENT, { scopes, schemes } satisfies Requirement),
    UseGuards(ScopeGuard),
    ...schemes.map((scheme) => ApiSecurity(scheme, [...scopes])),
  );
}

/** The authenticated caller. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Authenticated>().caller,
);
