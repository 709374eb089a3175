import type { Define } from '../define-command.ts';
import { OPERATIONS } from '../../api/operations/described.ts';
import { requestOf } from '../../api/operations/operation.ts';
import { RESOURCES } from '../../api/operations/resources.ts';
import { callService, jsonOf } from '../connection/call-service.ts';
import { connect } from '../connection/connect.ts';
import { cellOf, valueAt } from '../resources/texts.ts';

/** Whoever presses a key does not wait for longer. */
const DEADLINE_MS = 1_000;
const MOST = 100;

interface Items {
  readonly items?: readonly { readonly id: string }[];
}

/** A line for each id, with what it is called after a tab. Prints nothing if the service cannot be asked. */
export const defineCompleteIds: Define = (command, terminal) =>
  void command.argument('<group>', 'Group of commands, such as customers').action(async (group: string) => {
    const row = RESOURCES[group]?.rows['list'];
    if (!row) return;
    const [, ...columns] = row.shows!.split(' ');
    try {
      const connection = await connect({}, terminal.env, false);
      const request = requestOf(row, OPERATIONS[row.of]!, { limit: MOST });
      const { items = [] } = (await jsonOf(connection.service, await callService(connection, request, DEADLINE_MS))) as Items;
      for (const item of items) {
        terminal.print(
          `${item.id}\t${columns
            .slice(0, 2)
            .map((column) => cellOf(valueAt(item, column)))
            .join(' ')}\n`,
        );
      }
    } catch {
      // A shell that completes shows no errors.
    }
  });
