import { defineRequest, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  awareTimestamp,
  type Field,
  type Infer,
  integer,
  isPlainObject,
  list,
  nullable,
  object,
  oneOf,
  optional,
  scalarMap,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { SOURCES } from '../../queries/event.view.ts';
import { EVENT_NAME_ORDERS } from '../../queries/list-event-names.ts';
import { EVENT_ORDERS } from '../../queries/list-events.ts';
import { FilterView } from '../../contract/filter.view.ts';

/** When something happened, which is not in the future. */
const past: Field<Date> = {
  ...awareTimestamp(),
  read: (input, issues) => {
    const before = issues.length;
    const time = awareTimestamp().read(input, issues);
    if (issues.length === before && time.getTime() > Date.now()) {
      const msg = 'Value error, Timestamp must be in the past.';
      issues.push({ loc: [], type: 'value_error', msg, input, ctx: { error: {} } });
    }
    return time;
  },
};

const AMOUNT = /^[+-]?(?=\.?\d)0*([1-9]\d{0,4})?(\.\d{0,12}0*)?$/;
const LONGEST_AMOUNT = 100;

/** A number in JSON that is written like this, whatever a number of JavaScript would make of it. */
const exactly = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

/** A decimal of up to 17 digits, 12 of them after the point; all of them are kept. */
const amount: Field<unknown> = {
  schema: { anyOf: [{ type: 'number' }, text({ max: LONGEST_AMOUNT, pattern: AMOUNT }).schema] },
  read: (input, issues) => {
    const written = typeof input === 'number' ? writtenOut(input) : input;
    const isShort = typeof written === 'string' && written.length <= LONGEST_AMOUNT;
    if (isShort && AMOUNT.test(written)) return exactly(inJson(written));
    const echoed = typeof input === 'number' && !Number.isFinite(input) ? null : input;
    issues.push({ loc: [], type: 'decimal_parsing', msg: 'Input should be a valid decimal', input: echoed });
    return 0;
  },
};

/** Without an exponent, if 12 decimals are enough for that. */
function writtenOut(number: number): string {
  const fixed = number.toFixed(12);
  return Number(fixed) === number && Math.abs(number) < 1 ? fixed : String(number);
}

/** Without a plus sign and needless zeros. */
function inJson(decimal: string): string {
  const [whole = '', part = ''] = decimal.replace(/^[+-]/, '').split('.');
  const decimals = part.replace(/0+$/, '');
  const size = (whole.replace(/^0+/, '') || '0') + (decimals && `.${decimals}`);
  return decimal.startsWith('-') && size !== '0' ? `-${size}` : size;
}

const tokens = integer({ ge: -Number.MAX_SAFE_INTEGER, le: Number.MAX_SAFE_INTEGER });

const metadata = scalarMap({
  reserved: {
    _cost: object({ amount, currency: oneOf(['usd']) }, 'CostMetadata'),
    _llm: object(
      {
        vendor: text(),
        model: text(),
        prompt: optional(nullable(text())),
        response: optional(nullable(text())),
        input_tokens: tokens,
        cached_input_tokens: optional(tokens),
        output_tokens: tokens,
        total_tokens: tokens,
      },
      'LLMMetadata',
    ),
  },
});

const told = {
  name: text({ max: 128 }),
  timestamp: optional(past),
  organization_id: optional(nullable(uuid4())),
  external_id: optional(nullable(text())),
  parent_id: optional(nullable(text())),
  metadata: optional(metadata),
};

const OfCustomer = object({ ...told, customer_id: uuid4(), member_id: optional(nullable(uuid4())) }, 'EventCreateCustomer');
const OfExternalCustomer = object(
  { ...told, external_customer_id: text(), external_member_id: optional(nullable(text())) },
  'EventCreateExternalCustomer',
);

const isSaid = (input: unknown, key: string): boolean => isPlainObject(input) && input[key] !== undefined && input[key] !== null;

/** By the customer's id, or by the id that it has in the seller's system. */
const NewEvent: Field<Infer<typeof OfCustomer> | Infer<typeof OfExternalCustomer>> = {
  schema: { anyOf: [OfCustomer.schema, OfExternalCustomer.schema] },
  read: (input, issues) => {
    const isExternal = !isSaid(input, 'customer_id') && isSaid(input, 'external_customer_id');
    return (isExternal ? OfExternalCustomer : OfCustomer).read(input, issues);
  },
};

export type IngestedEventBody = Infer<typeof NewEvent>;

export const IngestEventsRequest = defineRequest({ body: object({ events: list(NewEvent) }, 'EventsIngest') });

export const OneEventRequest = defineRequest({ path: { id: uuid4() } });

/** A filter as the text of its JSON. */
const filterText: Field<Infer<typeof FilterView>> = {
  schema: { type: 'string', contentMediaType: 'application/json' },
  read: (input, issues) => {
    try {
      return FilterView.read(JSON.parse(input as string), issues);
    } catch {
      issues.push({ loc: [], type: 'json_invalid', msg: 'Invalid JSON', input });
      return { conjunction: 'and', clauses: [] };
    }
  },
};

const whose = {
  organization_id: repeatable(uuid4()),
  customer_id: repeatable(uuid4()),
  external_customer_id: repeatable(text()),
  source: repeatable(oneOf(SOURCES)),
};

export const ListEventsRequest = defineRequest({
  query: {
    ...whose,
    filter: optional(filterText),
    start_timestamp: optional(timestamp()),
    end_timestamp: optional(timestamp()),
    meter_id: optional(uuid4()),
    name: repeatable(text()),
    query: optional(text({ min: 3 })),
    parent_id: optional(uuid4()),
    depth: optional(integer({ ge: 0, le: 5 })),
    metadata: metadataFilter(),
    sorting: sorting(EVENT_ORDERS, ['-timestamp']),
    ...paging,
  },
});

export const ListEventNamesRequest = defineRequest({
  query: { ...whose, query: optional(text()), sorting: sorting(EVENT_NAME_ORDERS, ['-last_seen']), ...paging },
});
