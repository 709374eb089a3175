import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { MemoryConfirmations } from '../../api/mcp/confirmations.ts';
import { createMcpServer } from '../../api/mcp/create-server.ts';
import type { OperationTool } from '../../api/mcp/tools.ts';
import type { OperationRequest } from '../../api/operations/operation.ts';
import { callService, jsonOf } from '../connection/call-service.ts';
import { addConnectionOptions, connect, type Wanted } from '../connection/connect.ts';
import type { Define } from '../define-command.ts';
import { version } from '../../version.ts';

interface Options extends Wanted {
  readonly allowChanges?: boolean;
}

/** Speaks the Model Context Protocol on stdin and stdout until stdin ends, with the token of a profile. */
export const defineMcp: Define = (command, terminal) =>
  void addConnectionOptions(command)
    .option('--allow-changes', 'Offer tools that change something; each shows what it would do first')
    .action(async ({ allowChanges = false, ...wanted }: Options) => {
      // A token that is missing is an error of the command, not of the first tool.
      await connect(wanted, terminal.env);
      const call = async (request: OperationRequest): Promise<unknown> => {
        const connection = await connect(wanted, terminal.env);
        return jsonOf(connection.service, await callService(connection, request));
      };
      const offers = ({ isRead }: OperationTool): boolean => isRead || allowChanges;
      const confirmations = new MemoryConfirmations();
      const server = createMcpServer({ call, offers, confirmations, version: version() });
      const stop = terminal.stopRequest();
      await server.connect(new StdioServerTransport());
      await Promise.race([once(process.stdin, 'end'), once(stop, 'abort')]);
      await server.close();
    });
