import { Option } from 'commander';
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MemoryConfirmations } from '../../api/mcp/confirmations.ts';
import { createMcpServer } from '../../api/mcp/create-server.ts';
import { Documentation } from '../../api/mcp/documentation.ts';
import { type OperationTool, TOOLS } from '../../api/mcp/tools.ts';
import { BUILT_REFERENCE } from '../../api/reference-pages.ts';
import { UsageError } from '../../process/index.ts';
import type { OperationRequest } from '../../api/operations/operation.ts';
import { callService, jsonOf } from '../connection/call-service.ts';
import { addConnectionOptions, connect, type Wanted } from '../connection/connect.ts';
import type { Define } from '../define-command.ts';
import { version } from '../../version.ts';

interface Options extends Wanted {
  readonly allowChanges?: boolean;
  readonly areas?: readonly string[];
  readonly tools?: readonly string[];
}

/** The area of the tools for the documentation, which is one tool in `--tools`. */
const DOCS = 'docs';
const AREAS = [...new Set([...TOOLS.values()].map(({ area }) => area)), DOCS];

const names = (text: string): readonly string[] => text.split(',').map((name) => name.trim());

/** Whether a tool is in one of the areas, and is one of the tools, where these are named. Throws `UsageError` for a name that nothing has. */
function selection(areas: readonly string[] | undefined, tools: readonly string[] | undefined) {
  const known = new Set([...TOOLS.keys(), DOCS]);
  const unknown = [...(areas ?? []).filter((area) => !AREAS.includes(area)), ...(tools ?? []).filter((name) => !known.has(name))];
  if (unknown.length > 0) throw new UsageError(`There is no area or tool ${unknown.join(', ')}.`);
  return (name: string, area: string): boolean => (areas?.includes(area) ?? true) && (tools?.includes(name) ?? true);
}

/** Speaks the Model Context Protocol on stdin and stdout until stdin ends, with the token of a profile. */
export const defineMcp: Define = (command, terminal) =>
  void addConnectionOptions(command)
    .option('--allow-changes', 'Offer tools that change something; each shows what it would do first')
    .addOption(new Option('--read-only', 'Offer only tools that read, as without --allow-changes').conflicts('allowChanges'))
    .option('--areas <names>', `Offer only tools of these areas, separated by commas: ${AREAS.join(', ')}`, names)
    .option('--tools <names>', 'Offer only these tools, separated by commas', names)
    .action(async ({ allowChanges = false, areas, tools, ...wanted }: Options) => {
      const isWanted = selection(areas, tools);
      // A token that is missing is an error of the command, not of the first tool.
      const { service } = await connect(wanted, terminal.env);
      const call = async (request: OperationRequest): Promise<unknown> => {
        const connection = await connect(wanted, terminal.env);
        return jsonOf(connection.service, await callService(connection, request));
      };
      const offers = ({ name, area, isRead }: OperationTool): boolean => (isRead || allowChanges) && isWanted(name, area);
      const documentation = isWanted(DOCS, DOCS) ? Documentation.in(BUILT_REFERENCE, service) : undefined;
      const confirmations = new MemoryConfirmations();
      const server = createMcpServer({ call, offers, confirmations, documentation, version: version() });
      const stop = terminal.stopRequest();
      await server.connect(new StdioServerTransport());
      await Promise.race([once(process.stdin, 'end'), once(stop, 'abort')]);
      await server.close();
    });
