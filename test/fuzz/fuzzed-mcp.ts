import fc, { type Arbitrary, type WeightedArbitrary } from 'fast-check';
import { describedTool, TOOLS } from '../../apps/api/mcp/tools.ts';
import type { Answer } from '../support/answer.ts';
import { BROKEN_TEXTS } from './fuzzed-bodies.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { headerText, hostile, type Json, type Known, knownId, nearly, type Schema, valid } from './json-values.ts';

export const MCP_OPERATION = 'POST /mcp';
/** In JSON-RPC: nobody has thought of what was sent. */
const INTERNAL_ERROR = -32_603;

/** As many requests as to the operations of a resource: each tool is an operation that is asked directly as well. */
const WEIGHT = 12;

const messages = (method: string, params: Arbitrary<Json>): Arbitrary<Json> =>
  params.map((given) => ({ jsonrpc: '2.0', id: 1, method, params: given }));

function toolCalls(known: Known): Arbitrary<Json> {
  const calls = [...TOOLS.values()].map((tool) => {
    const { name, inputSchema } = describedTool(tool);
    const given = valid(inputSchema as Schema, known);
    return fc.oneof(given, nearly(given), hostile).map((args): Json => ({ name, arguments: args }));
  });
  return messages('tools/call', fc.oneof(...calls));
}

function resources(known: Known): Arbitrary<Json> {
  const ids = fc.oneof(knownId(known), fc.uuid(), hostile.map(headerText));
  const addresses = fc.constantFrom('keys/{id}', 'keys/{id}/explanation', 'customers/{id}', '{id}');
  return messages(
    'resources/read',
    fc.tuple(addresses, ids).map(([address, id]) => ({ uri: `latchkey://${address.replace('{id}', () => id)}` })),
  );
}

const METHODS = [
  'initialize',
  'notifications/initialized',
  'ping',
  'tools/list',
  'resources/templates/list',
  'prompts/list',
  'x',
];

/** Messages to the tools for models: right ones, nearly right ones, and none at all. */
export function mcpRequests(token: () => string, known: Known): WeightedArbitrary<FuzzedRequest> {
  const right = fc.oneof(
    { weight: 8, arbitrary: toolCalls(known) },
    { weight: 2, arbitrary: resources(known) },
    { weight: 2, arbitrary: fc.constantFrom(...METHODS).chain((method) => messages(method, hostile)) },
  );
  const bodies = fc.oneof(
    { weight: 8, arbitrary: right.map((message) => JSON.stringify(message)) },
    { weight: 4, arbitrary: nearly(right).map((message) => JSON.stringify(message)) },
    { weight: 1, arbitrary: hostile.map((message) => JSON.stringify(message)) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_TEXTS) },
  );
  const headers = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('authorization', 'mcp-protocol-version', 'origin', 'polar-organization', 'content-type'), hostile)
        .map(([name, value]) => ({ [name]: headerText(value) })),
    },
  );
  const arbitrary = fc.tuple(bodies, headers).map(([body, more]): FuzzedRequest => ({
    operation: MCP_OPERATION,
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json', ...more },
    body,
  }));
  return { weight: WEIGHT, arbitrary };
}

/** A failure of the service, or of the operation that a tool has called, is in a response of 200. */
export function problemsOfMcp({ status, text, body }: Answer): string[] {
  const failed = /The service responded with 5\d\d/.exec(text)?.[0];
  if (failed !== undefined) return [failed];
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: number } };
  return status === 200 && error?.code === INTERNAL_ERROR ? ['responded with an internal error'] : [];
}
