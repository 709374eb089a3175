import { Controller, Get, Header, Post, Req, Res, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { IssueConfirmation, MCP_PATH, protectedResource, UseConfirmation } from '#oauth';
import { CredentialSources, CurrentCaller, type SellerPrincipal } from '#platform/auth';
import { Config } from '#platform/config';
import { NotAudited, NotIdempotent, Responses, Unlimited } from '#platform/http';
import { RequireToken } from '#platform/http/composition';
import { detailOf } from '../operations/detail.ts';
import type { OperationRequest } from '../operations/operation.ts';
import { BUILT_REFERENCE } from '../reference-pages.ts';
import type { Confirmations } from './confirmations.ts';
import type { Documentation } from './documentation.ts';
import { KINDS, McpGuard } from './mcp-guard.ts';

const BATCH = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Send one message in a request, not a list of them.' },
};

/**
 * Serves the tools for models at `/mcp`, to applications to which a user gave a token for it. Each request is complete in itself and gets
 * JSON: there are no sessions and no streams, which the specification permits. The library is loaded when somebody uses it.
 */
@ApiExcludeController()
@Controller()
export class McpController {
  private documentation: Documentation | undefined;

  constructor(
    private readonly sources: CredentialSources,
    private readonly commands: CommandBus,
    private readonly config: Config,
  ) {}

  @Get(`.well-known/oauth-protected-resource${MCP_PATH}`)
  @Unlimited('It is a published document. Nothing is stored.')
  @Header('cache-control', 'public, max-age=300')
  @Responses({ summary: 'Describe who issues tokens for the tools', ok: { status: 200, view: null } })
  async describe(): Promise<object> {
    const { scopesOfTools } = await import('./respond.ts');
    return protectedResource(this.config.baseUrl, MCP_PATH, scopesOfTools());
  }

  @Post(MCP_PATH)
  @UseGuards(McpGuard)
  @RequireToken(KINDS)
  @NotAudited('The log has the operations that it calls.')
  @NotIdempotent('The operations that it calls are.')
  @Responses({ summary: 'Call a tool', ok: { status: 200, view: null } })
  async answer(
    @CurrentCaller() caller: SellerPrincipal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (Array.isArray(request.body)) return reply.status(400).send(BATCH);
    const [{ respond }, { Documentation: Pages }] = await Promise.all([import('./respond.ts'), import('./documentation.ts')]);
    if (this.config.apiDocs) this.documentation ??= Pages.in(BUILT_REFERENCE, this.config.baseUrl);
    const { documentation } = this;
    const protocol = request.headers['mcp-protocol-version']?.toString();
    const query = request.query as Readonly<Record<string, unknown>>;
    const asked = { message: request.body, protocol, scopes: caller.scopes, query };
    const confirmations = this.confirmationsOf(caller, organizationOf(request, caller));
    const response = await this.sources.lend(caller.asApplication(), (token) =>
      respond(asked, { call: (operation) => callOperation(request, caller, token, operation), confirmations, documentation }),
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
}

/** The organization in which a call works: that of the header, or the only one. */
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
