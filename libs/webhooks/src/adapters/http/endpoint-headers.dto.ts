import { SHORT_TEXT } from '#support/texts';
import { boolean, type Infer, list, nullable, object, optional, strict, text, withDefault } from '#platform/wire';
import { MOST_HEADERS } from '../../queries/webhook-endpoint.view.ts';

const MAX_HEADER_VALUE = 2083;
const header = strict(
  object(
    {
      name: text({ min: 1, ...SHORT_TEXT }),
      value: withDefault(nullable(text({ max: MAX_HEADER_VALUE })), () => null),
      is_secret: withDefault(boolean(), () => false),
    },
    'WebhookEndpointHeaderInput',
    {
      name: { text: 'The name of the header. Those that the service sets itself are refused.', example: 'Authorization' },
      value: {
        text: 'The value: printable ASCII characters. Left out or `null`, the endpoint keeps the value that it has for this name.',
        example: 'Bearer a-token-of-yours',
      },
      is_secret: 'Whether responses show `null` instead of the value. `false` by default.',
    },
  ),
);
/** `null` or an empty list is none. */
export const headers = optional(nullable(list(header, { max: MOST_HEADERS })));

export const headersIn = (given: Infer<typeof headers> | undefined) =>
  (given ?? []).map(({ name: label, value, is_secret: isSecret }) => ({ name: label, value, isSecret }));
