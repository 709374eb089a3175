import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentContext, type RequestContext } from '#engine/tenancy';
import { OrganizationClocks } from '#platform/clocks';
import type { BodyConfig } from './body-limit.ts';
import { organizationOf } from './request-contexts.ts';
import { takeTime } from './request-time.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly sandboxes: Sandboxes;
  }
}

/** The number of organizations of which a process remembers whether they are sandboxes. */
const MOST = 100_000;

type FindSandboxes = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Which organizations are sandboxes, whose clocks have to be known. A credential says it. For what is done without one, a process asks once for each
 * organization, because none becomes a sandbox later.
 */
@Injectable()
export class Sandboxes {
  private readonly known = new Map<string, boolean>();
  private findSandboxes: FindSandboxes = async () => new Set();

  constructor(private readonly clocks: OrganizationClocks) {}

  /** The context that stores organizations registers here, so that the platform depends on no context. */
  register(findSandboxes: FindSandboxes): void {
    this.findSandboxes = findSandboxes;
  }

  /** Undefined if this process has not asked yet. */
  has(organizationId: string): boolean | undefined {
    return this.known.get(organizationId);
  }

  /** Notes of which organization that is which the current request presents, and learns its time. */
  async enter(organizationId: string): Promise<void> {
    const context = currentContext();
    if (context) context.organization = organizationId;
    await this.refreshFor([organizationId]);
    if (context) context.aheadMs = this.clocks.aheadMs(organizationId);
  }

  /** Learns whose time a request takes that may be for a sandbox. */
  takeTime(request: FastifyRequest): Promise<void> {
    return takeTime(request, this.clocks);
  }

  /** Reads the clocks that were moved if one of these organizations has one. */
  async refreshFor(ids: readonly string[]): Promise<void> {
    if (this.clocks.isSandbox || (await this.areSome(ids))) await this.clocks.refresh();
  }

  private async areSome(ids: readonly string[]): Promise<boolean> {
    const unknown = [...new Set(ids)].filter((id) => !this.known.has(id));
    if (unknown.length > 0) {
      const found = await this.findSandboxes(unknown);
      if (this.known.size >= MOST) this.known.clear();
      for (const id of unknown) this.known.set(id, found.has(id));
      if (found.size > 0) return true;
    }
    return ids.some((id) => this.known.get(id));
  }
}

/** The organization that a request to a public operation names, whatever credential it has. */
const organizationOfPublic = (request: FastifyRequest): string | undefined =>
  (request.routeOptions.config as BodyConfig).tokenKinds === undefined ? organizationOf(request) : undefined;

/**
 * Lets requests without a credential of the API that name a sandbox go by its clock, and responses say that they are of a sandbox, also where the
 * operation has found out of which organization a license key is. With a credential, its guard does so.
 */
export function sandboxAnswers(fastify: FastifyInstance, sandboxes: Sandboxes): void {
  fastify.decorate('sandboxes', sandboxes);
  fastify.addHook('preHandler', (request, _reply, proceed) => {
    const organization = organizationOfPublic(request);
    if (organization === undefined || sandboxes.has(organization) === false) return proceed();
    sandboxes.enter(organization).then(() => proceed(), proceed);
  });
  fastify.addHook('onSend', (request: FastifyRequest & { readonly caller?: unknown }, reply, payload, proceed) => {
    // A request that the framework refuses has no work.
    const organization = (request.requestContext as RequestContext | undefined)?.organization;
    if (organization !== undefined && request.caller === undefined && sandboxes.has(organization))
      void reply.header('x-sandbox', '1');
    proceed(null, payload);
  });
}
