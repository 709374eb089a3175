import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { NotPermitted } from '#kernel';
import { IssueConfirmation, MCP_PATH, protectedResource, UseConfirmation } from '#oauth';
import { CredentialSources, SellerPrincipal } from '#platform/auth';
import { Config } from '#platform/config';
import { bearerToken, type LimitedRouteConfig, unauthorized, withoutToken, wrongKind } from '#platform/http';
import type { TokenKind } from '#platform/secrets';
import { detailOf } from '../operations/detail.ts';
import type { OperationRequest } from '../operations/operation.ts';
import type { Confirmations } from './confirmations.ts';

const KINDS: readonly TokenKind[] = ['mt'];
const ROUTE = { tokenKinds: KINDS, notAudited: 'The log has the operations that it calls.' };
const PUBLISHED: LimitedRouteConfig = { unlimited: 'It is a published document. Nothing is stored.' };
const BATCH = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Send one message in a request, not a list of them.' },
};

/**
 * Serves the tools for models at `/mcp`, to applications to which a user gave a token for it. Each request is complete in itself and gets
 * JSON: there are no sessions and no streams, which the specification permits. The library is loaded when somebody uses it.
 */
@Injectable()
export class McpServer implements OnModuleInit {
  private readonly origins: ReadonlySet<string>;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly sources: CredentialSources,
    private readonly commands: CommandBus,
    private readonly config: Config,
  ) {
    this.origins = new Set([new URL(config.baseUrl).origin, ...config.mcpOrigins]);
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.post(MCP_PATH, { config: ROUTE }, (request, reply) => this.answer(request, reply));
    fastify.get(`/.well-known/oauth-protected-resource${MCP_PATH}`, { config: PUBLISHED }, async (_request, reply) => {
      const { scopesOfTools } = await import('./respond.ts');
      const document = protectedResource(this.config.baseUrl, MCP_PATH, scopesOfTools());
      return reply.header('cache-control', 'public, max-age=300').send(document);
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin, 'mcp-protocol-version': protocol } = request.headers;
    // Scripts of other sites, also of those whose names lead to this machine (DNS rebinding).
    if (origin !== undefined && !this.origins.has(origin))
      throw new NotPermitted(`Requests from ${origin} are not accepted here.`);
    const caller = await this.callerOf(request);
    Object.assign(request.requestContext, { tenant: caller.tenant, organization: caller.onlyOrganization });
    if (Array.isArray(request.body)) return reply.status(400).send(BATCH);
    const { respond } = await import('./respond.ts');
    const asked = { message: request.body, protocol: protocol?.toString(), scopes: caller.scopes };
    const confirmations = this.confirmationsOf(caller, organizationOf(request, caller));
    const response = await this.sources.lend(caller.asApplication(), (token) =>
      respond(asked, { call: (operation) => callOperation(request, caller, token, operation), confirmations }),
    );
    return reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  }

  /** A confirmation is of one token, of one organization, and works once, whichever process is asked. */
  private confirmationsOf({ credentialId }: SellerPrincipal, organization: unknown): Confirmations {
    const full = (call: string): string => JSON.stringify([credentialId, organization ?? null, call]);
    return {
      issue: (call) => this.commands.execute(new IssueConfirmation(full(call))),
      use: (digest, call) => this.commands.execute(new UseConfirmation(digest, full(call))),
    };
  }

  private async callerOf(request: FastifyRequest): Promise<SellerPrincipal> {
    const token = bearerToken(request);
    if (token === undefined) throw this.sources.withMetadata(withoutToken(request), KINDS);
    const caller = await this.sources.identify(token);
    if (!caller) throw this.sources.withMetadata(unauthorized(await this.sources.problemOf(token)), KINDS);
    if (caller instanceof SellerPrincipal && caller.scheme === 'mcp') return caller;
    throw this.sources.withMetadata(wrongKind(KINDS), KINDS);
  }
}

/** In which organization a call works: that of the header, or the only one. */
const organizationOf = ({ headers }: FastifyRequest, { onlyOrganization }: SellerPrincipal) =>
  headers['polar-organization'] ?? onlyOrganization;

/** The same as a request of the application itself: its rules, limits, log and audit log are those of every operation. */
async function callOperation(
  request: FastifyRequest,
  caller: SellerPrincipal,
  token: string,
  { method, path, body }: OperationRequest,
): Promise<unknown> {
  const { server, id, ip } = request;
  const organization = organizationOf(request, caller);
  const { statusCode, body: text } = await server.inject({
    method: method as InjectOptions['method'],
    url: path,
    remoteAddress: ip,
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': id,
      ...(organization === undefined ? {} : { 'polar-organization': organization }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const value = text === '' ? undefined : (JSON.parse(text) as unknown);
  if (statusCode >= 300) throw new Error(`The service responded with ${statusCode}${detailOf(value)}`);
  return value;
}
