import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  defineField,
  describeFields,
  type Field,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  scalarMap,
  text,
} from '#platform/wire';

const AMOUNT = /^[+-]?(?=\.?\d)0*([1-9]\d{0,4})?(\.\d{0,12}0*)?$/;
const DECIMAL = /^[+-]?(?=\.?\d)\d*(\.\d*)?$/;
const MAX_AMOUNT_LENGTH = 100;
const MOST = 100_000;

/** A value that is serialized as exactly this JSON number, without the rounding of JavaScript numbers. */
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

/** A decimal of up to 17 digits, 12 of them after the decimal point, kept exactly. */
const amount: Field<unknown> = defineField({
  schema: {
    anyOf: [
      { type: 'number', exclusiveMinimum: -MOST, exclusiveMaximum: MOST },
      text({ max: MAX_AMOUNT_LENGTH, pattern: AMOUNT }).schema,
    ],
  },
  read: (input, issues) => {
    const decimal = typeof input === 'number' ? toDecimal(input) : input;
    const isShort = typeof decimal === 'string' && decimal.length <= MAX_AMOUNT_LENGTH;
    if (isShort && AMOUNT.test(decimal)) return rawJson(toJsonNumber(decimal));
    const echoed = typeof input === 'number' && !Number.isFinite(input) ? null : input;
    const isDecimal = (isShort && DECIMAL.test(decimal)) || (typeof input === 'number' && echoed !== null);
    const msg = isDecimal
      ? `Input should be a decimal between -${MOST} and ${MOST} with at most 12 decimal places`
      : 'Input should be a valid decimal';
    issues.push({ loc: [], type: 'decimal_parsing', msg, input: echoed });
    return 0;
  },
});

/** Formats a number without an exponent if 12 decimal places suffice. */
function toDecimal(number: number): string {
  const fixed = number.toFixed(12);
  return Number(fixed) === number && Math.abs(number) < 1 ? fixed : String(number);
}

/** Removes what JSON numbers do not allow: a plus sign and leading zeros; also trailing zeros. */
function toJsonNumber(decimal: string): string {
  const [whole = '', part = ''] = decimal.replace(/^[+-]/, '').split('.');
  const decimals = part.replace(/0+$/, '');
  const size = (whole.replace(/^0+/, '') || '0') + (decimals && `.${decimals}`);
  return decimal.startsWith('-') && size !== '0' ? `-${size}` : size;
}

/** The reference does not enforce its 50 pairs and 40 characters a key for events. */
const MAX_PAIRS = 1000;
const CONVERSATION = { max: 100_000 };

const tokens = integer({ ge: -Number.MAX_SAFE_INTEGER, le: Number.MAX_SAFE_INTEGER });

/** `metadata` of an ingested event. */
export const eventMetadata = scalarMap({
  pairs: MAX_PAIRS,
  key: LOOKUP_TEXT.max,
  reserved: describeFields(
    {
      _cost: object({ amount, currency: oneOf(['usd']) }, 'CostMetadata', {
        amount: {
          text: 'The cost: a number, or a decimal as text. It is between -100,000 and 100,000, both exclusive, and has up to 12 decimal places.',
          example: '0.0025',
        },
        currency: 'The currency of the cost.',
      }),
      _llm: object(
        {
          vendor: text(SHORT_TEXT),
          model: text(SHORT_TEXT),
          prompt: optional(nullable(text(CONVERSATION))),
          response: optional(nullable(text(CONVERSATION))),
          input_tokens: tokens,
          cached_input_tokens: optional(tokens),
          output_tokens: tokens,
          total_tokens: tokens,
        },
        'LLMMetadata',
        {
          vendor: { text: 'The vendor of the model.', example: 'acme' },
          model: { text: 'The name of the model.', example: 'acme-1' },
          prompt: 'The prompt.',
          response: 'The response of the model.',
          input_tokens: 'The number of input tokens.',
          cached_input_tokens: 'The number of input tokens read from a cache.',
          output_tokens: 'The number of output tokens.',
          total_tokens: 'The number of all tokens.',
        },
      ),
    },
    { _cost: 'The cost of the event.', _llm: 'The use of a large language model.' },
  ),
});
