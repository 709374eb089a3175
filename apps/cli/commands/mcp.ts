import { Option } from 'commander';
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MemoryConfirmations } from '../../api/mcp/confirmations.ts';
import { createMcpServer } from '../../api/mcp/create-server.ts';
import { Documentation } from '../../api/mcp/documentation.ts';
import { AREAS, ToolSelection, WrongSelection } from '../../api/mcp/selection.ts';
import { BUILT_REFERENCE } from '../../api/reference-pages.ts';
import { UsageError } from '../../process/index.ts';
import type { OperationRequest } from '../../api/operations/operation.ts';
import { callService, jsonOf } from '../connection/call-service.ts';
import { addConnectionOptions, connect, type Wanted } from '../connection/connect.ts';
import type { Define } from '../define-command.ts';
import { version } from '../../version.ts';

interface Options extends Wanted {
  readonly allowChanges?: boolean;
  readonly areas?: string;
  readonly tools?: string;
}

/** The selection that the options make. */
function selectionOf({ areas, tools, allowChanges = false }: Options): ToolSelection {
  try {
    return ToolSelection.of({ areas, tools, isReadOnly: !allowChanges });
  } catch (error) {
    throw error instanceof WrongSelection ? new UsageError(error.message) : error;
  }
}

/** Speaks the Model Context Protocol on stdin and stdout until stdin ends, with the token of a profile. */
export const defineMcp: Define = (command, terminal) =>
  void addConnectionOptions(command)
    .option('--allow-changes', 'Offer tools that change something; each shows what it would do first')
    .addOption(new Option('--read-only', 'Offer only tools that read, as without --allow-changes').conflicts('allowChanges'))
    .option('--areas <names>', `Offer only tools of these areas, separated by commas: ${[...AREAS].join(', ')}`)
    .option('--tools <names>', 'Offer only these tools, separated by commas')
    .action(async ({ allowChanges, areas, tools, ...wanted }: Options) => {
      const selection = selectionOf({ allowChanges, areas, tools });
      // A token that is missing is an error of the command, not of the first tool.
      const { service } = await connect(wanted, terminal.env);
      const call = async (request: OperationRequest): Promise<unknown> => {
        const connection = await connect(wanted, terminal.env);
        return jsonOf(connection.service, await callService(connection, request));
      };
      const documentation = selection.includesDocumentation ? Documentation.in(BUILT_REFERENCE, service) : undefined;
      const confirmations = new MemoryConfirmations();
      const server = createMcpServer({
        call,
        offers: (tool) => selection.includes(tool),
        confirmations,
        documentation,
        version: version(),
      });
      const stop = terminal.stopRequest();
      await server.connect(new StdioServerTransport());
      await Promise.race([once(process.stdin, 'end'), once(stop, 'abort')]);
      await server.close();
    });
