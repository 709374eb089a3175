import type { Agent, Dispatcher } from 'undici';
import type { AddressGuard } from './address-guard.ts';
import { AddressNotAllowed, guardedLookup } from './guarded-lookup.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

const OPTIONS = {
  /** Not limited: hosts of several organizations may be at one origin, and must not wait for each other. */
  connections: null,
  pipelining: 1,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
};

type Send = typeof import('undici').request;
type Options = NonNullable<Parameters<Send>[1]>;

interface Loaded {
  readonly request: Send;
  readonly guarded: Agent;
  readonly allowed: Agent;
}

/** Requests to hosts that sellers choose. Connections are reused for a few seconds. */
export class GuardedAgents {
  private loaded: Promise<Loaded> | undefined;

  constructor(private readonly guard: AddressGuard) {}

  /**
   * Throws `AddressNotAllowed`. The literal of an address is not looked up, so it is checked here; so are names of this machine and of
   * local networks.
   */
  async request(url: URL, options: Omit<Options, 'dispatcher'>): Promise<Dispatcher.ResponseData<unknown>> {
    const { hostname, port } = url;
    const isAllowed = this.guard.isAllowed(hostname, port);
    if (!isAllowed && !this.guard.isPublic(hostname)) throw new AddressNotAllowed();
    const { request, allowed, guarded } = await (this.loaded ??= load());
    return request(url, { ...options, dispatcher: isAllowed ? allowed : guarded });
  }

  async destroy(): Promise<void> {
    const agents = await this.loaded;
    await Promise.all([agents?.guarded.destroy(), agents?.allowed.destroy()]);
  }
}

/** The first request loads `undici`, two megabytes of code that many processes never need. */
async function load(): Promise<Loaded> {
  const { Agent, request } = await import('undici');
  return {
    request,
    guarded: new Agent({ ...OPTIONS, connect: { timeout: CONNECT_MS, lookup: guardedLookup() } }),
    allowed: new Agent({ ...OPTIONS, connect: { timeout: CONNECT_MS } }),
  };
}
