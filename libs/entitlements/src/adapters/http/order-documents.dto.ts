import { SHORT_TEXT } from '#support/texts';
import { httpUrl, nullable, object, optional, text, strict } from '#platform/wire';

/** An invoice or a receipt that was made elsewhere; `null` removes it. */
export const documentOf = (what: string) =>
  optional(
    nullable(
      strict(
        object({ number: optional(nullable(text({ min: 1, ...SHORT_TEXT }))), url: httpUrl() }, `Order${what}Input`, {
          number: { text: `The number of the ${what.toLowerCase()}.`, example: '2026-0017' },
          url: { text: `Where customers find the ${what.toLowerCase()}.`, example: 'https://billing.example.com/2026-0017.pdf' },
        }),
      ),
    ),
  );

export const documentFrom = (sent: { readonly number?: string | null; readonly url: string } | null | undefined) =>
  sent && { number: sent.number ?? null, url: sent.url };
