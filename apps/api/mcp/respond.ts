import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ClientRequestSchema, ErrorCode, JSONRPCRequestSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { OFFERED_SCOPES } from '#oauth';
import { version } from '../../version.ts';
import { createMcpServer } from './create-server.ts';
import { ToolSelection, WrongSelection } from './selection.ts';
import { type OperationTool, TOOLS } from './tools.ts';

interface Asked {
  readonly message: unknown;
  /** The value of the header `MCP-Protocol-Version`. */
  readonly protocol: string | undefined;
  /** The scopes of the token: it has the tools that one of them is enough for. */
  readonly scopes: readonly string[];
  /** The parameters of the address: which of these tools the client wants. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** What the tools need, of what applications may ask for. */
export function scopesOfTools(): readonly string[] {
  const needed = new Set([...TOOLS.values()].flatMap(({ operation }) => operation.scopes));
  return OFFERED_SCOPES.filter((scope) => needed.has(scope));
}

/** The response to one message, by a server that lives as long as that takes. */
export async function respond(
  { message, protocol, scopes, query }: Asked,
  { call, confirmations, documentation }: Pick<Parameters<typeof createMcpServer>[0], 'call' | 'confirmations' | 'documentation'>,
): Promise<Response> {
  const asked = readRequest(message);
  if ('error' in asked) return Response.json(asked);
  const selection = selectionIn(query);
  if (typeof selection === 'string') return Response.json(wrongAddress(selection), { status: 400 });
  const offers = (tool: OperationTool): boolean =>
    tool.operation.scopes.some((scope) => scopes.includes(scope)) && selection.includes(tool);
  const wanted = selection.includesDocumentation ? documentation : undefined;
  const server = createMcpServer({ call, offers, confirmations, documentation: wanted, version: version() });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // Headers of which all clients send the same are not demanded. The address is not looked at.
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(protocol === undefined ? {} : { 'mcp-protocol-version': protocol }),
  };
  const request = new Request('http://localhost/', { method: 'POST', headers });
  return transport.handleRequest(request, asked.message === undefined ? {} : { parsedBody: asked.message });
}

/** The selection, or what is wrong with it. */
function selectionIn(query: Asked['query']): ToolSelection | string {
  try {
    return ToolSelection.ofAddress(query);
  } catch (error) {
    if (error instanceof WrongSelection) return error.message;
    throw error;
  }
}

const wrongAddress = (message: string): object => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: ErrorCode.InvalidParams, message },
});

/**
 * The message as the library handles it right, or the error that answers it. The library takes parameters that a method does not have for
 * a failure of the server, and those that ask for a task as well: a server without tasks has to ignore them.
 */
function readRequest(
  message: unknown,
): { readonly message: unknown } | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: object } {
  const request = JSONRPCRequestSchema.safeParse(message);
  if (!request.success) return { message };
  const { id, method, params } = request.data;
  const schema = ClientRequestSchema.options.find(({ shape }) => shape.method.value === method);
  const issue = schema?.safeParse(request.data).error?.issues[0];
  if (!issue) return { message: { ...request.data, ...(params ? { params: { ...params, task: undefined } } : {}) } };
  const error = { code: ErrorCode.InvalidParams, message: `${issue.path.join('.')}: ${issue.message}` };
  return { jsonrpc: '2.0', id, error };
}
