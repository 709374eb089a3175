import { CliError, UsageError } from '../../process/index.ts';
import { OPERATIONS } from '../../api/operations/described.ts';
import type { Field, Row } from '../../api/operations/operation.ts';
import { callService, type Connection, jsonOf } from '../connection/call-service.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST = 100;

/** Whether the field is the ID of a license key in a path, for which a person may also give the key. */
export const namesKey = ({ of }: Row, { name, in: place }: Field): boolean =>
  place === 'path' && name === 'id' && OPERATIONS[of]!.path.startsWith('/v1/license-keys/{id}');

export const KEY_ARGUMENT =
  'The license key, what is displayed of it (****-320F90), or its ID. Other users of the machine can see the arguments of a command: - reads it from stdin.';

type Values = Readonly<Record<string, unknown>>;

interface Found {
  readonly id: string;
  readonly display_key: string;
}

/** Whether a key was given, or what is displayed of one, where its ID is needed. */
export const givesKey = (row: Row, { id }: Values): boolean =>
  OPERATIONS[row.of]!.fields.some((field) => namesKey(row, field)) && typeof id === 'string' && !ID.test(id);

/** The values with the ID of the key that was given. */
export const withIdOfKey = async (values: Values, connection: Connection): Promise<Values> => ({
  ...values,
  id: await idOf(values['id'] as string, connection),
});

async function idOf(text: string, connection: Connection): Promise<string> {
  const whole = await find(connection, '/v1/license-keys/', { key: text });
  const found = whole.length > 0 ? whole : await displayedAs(text, connection);
  if (found.length === 0)
    throw new CliError('The license key was not found: there is no such key, and none that is displayed so.');
  if (found.length > 1) throw new UsageError(`Several license keys are that: ${found.map(({ id }) => id).join(', ')}.`);
  return found[0]!.id;
}

/** A search for a text finds more than what is displayed as this text. */
const displayedAs = async (text: string, connection: Connection): Promise<readonly Found[]> =>
  (await find(connection, '/v1/license-keys/search', { query: text })).filter(({ display_key }) => display_key === text);

async function find(connection: Connection, path: string, filter: Record<string, string>): Promise<readonly Found[]> {
  const query = new URLSearchParams({ ...filter, limit: String(MOST) });
  const response = await callService(connection, { method: 'GET', path: `${path}?${query.toString()}` });
  return ((await jsonOf(connection.service, response)) as { readonly items: readonly Found[] }).items;
}
