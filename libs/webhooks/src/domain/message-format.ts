import type { AddedFields } from '#support/api-versions';
import { fractionDigits } from '#support/currencies';
import { ValidationFailed } from '#kernel';

export type Format = 'raw' | 'discord' | 'slack';

/** `cloudevents`: CloudEvents 1.0 in structured mode. */
export type Envelope = 'standard' | 'cloudevents' | 'cloudevents_binary';

/** Messages of chats have no envelope. */
export function assertFit({ format, envelope }: { readonly format: Format; readonly envelope: Envelope }): void {
  if (format === 'raw' || envelope === 'standard') return;
  throw ValidationFailed.at(['envelope'], 'CloudEvents need the format `raw`.', envelope);
}

/** What an event is about. */
export interface Subjects {
  readonly productIds: readonly string[];
  readonly benefitIds: readonly string[];
}

/** A frozen body, with what chat messages say besides. */
export interface Message {
  /** JSON: `{type, timestamp, api_version, data}`. */
  readonly body: string;
  readonly organizationName: string;
  /** Left out if all versions show the same. */
  readonly added?: AddedFields;
  /** Read if an endpoint has filters. */
  readonly subjects?: Subjects;
}

interface Line {
  readonly name: string;
  readonly value: string;
}

/** The longest value of a field that Discord accepts. */
const MAX_VALUE = 1024;

type Data = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown, key: string): string | undefined =>
  isObject(value) && typeof value[key] === 'string' ? value[key] : undefined;

/** An amount in minor units, such as `29.00 USD`. */
function amountOf(data: Data): string | undefined {
  const [amount, currency] = [data['total_amount'] ?? data['amount'], textOf(data, 'currency')];
  if (typeof amount !== 'number' || currency === undefined) return undefined;
  const digits = fractionDigits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

/** What a chat message says about the resource: those of these values that it has. */
function linesOf(data: Data, organizationName: string): Line[] {
  const values: readonly (readonly [string, string | undefined])[] = [
    ['Object', textOf(data, 'id')],
    ['Organization', organizationName],
    ['Product', textOf(data['product'], 'name')],
    ['Amount', amountOf(data)],
    ['Customer', textOf(data['customer'], 'email')],
  ];
  return values.flatMap(([name, value]) => (value ? [{ name, value: value.slice(0, MAX_VALUE) }] : []));
}

/** Characters that start markup in a message of Slack. */
const escapeSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const asDiscord = (type: string, lines: readonly Line[]) => ({
  content: type,
  embeds: [{ title: type, description: type, fields: lines }],
  // Names of customers and products must not notify anybody.
  allowed_mentions: { parse: [] },
});

const asSlack = (type: string, lines: readonly Line[]) => ({
  text: type,
  blocks: [
    {
      type: 'section',
      text: { type: 'mrkdwn', text: `*${type}*` },
      fields: lines.map(({ name, value }) => ({ type: 'mrkdwn', text: `*${name}*\n${escapeSlack(value)}` })),
    },
  ],
});

/** The body of a request that is a message of a chat. The same message always gives the same text. */
export function render({ body, organizationName }: Message, format: Exclude<Format, 'raw'>): string {
  const { type, data } = JSON.parse(body) as { readonly type: string; readonly data: unknown };
  const lines = linesOf(isObject(data) ? data : {}, organizationName);
  return JSON.stringify(format === 'discord' ? asDiscord(type, lines) : asSlack(type, lines));
}
