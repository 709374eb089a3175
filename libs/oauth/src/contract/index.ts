import type { EventsIn } from '#kernel';
import type * as events from '../domain/grant.events.ts';

/** The events that this context publishes. */
export type OAuthEvent = EventsIn<typeof events>;

/** The command-line program of this service: a client that needs no registration. */
export const CLI_CLIENT_ID = 'latchkey_cli';
export const CLI_CLIENT_NAME = 'Latchkey command line';

/** Where the tools for models are. Tokens for it are issued for nothing else, and nothing else accepts them. */
export const MCP_PATH = '/mcp';
