import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, Responses, defineRequest, repeatable } from '#platform/http';
import { SearchAll, type SearchedOrganizations } from '../../queries/search-all.ts';
import { SEARCHED_KINDS, SearchResultsView } from '../../queries/search-results.view.ts';
import { LOOKUP_TEXT } from '#support/texts';
import { described, integer, text, uuid4, withDefault } from '#platform/wire';

const SearchRequest = defineRequest({
  query: {
    organization_id: described(repeatable(uuid4()), 'Only what belongs to these organizations. Can be repeated.'),
    query: described(
      text({ ...LOOKUP_TEXT, min: 1 }),
      'The text, in any case, with or without accents. It finds license keys as their own search does; customers by any part of their name, e-mail address or external ID; orders and subscriptions by any part of their external ID or the number of their invoice, and those of these customers; products by any part of their name; notes by words, all of which they have, or how these begin; what was paid and not delivered by the beginning of the ID that the provider has for it or of the address of whoever paid; the newest license keys, customers and orders by a tag that they have; everything by its ID. A text without three letters or digits in a row has to be the beginning. If nothing is found, what the text refers to is looked for: the license keys, IDs, numbers and e-mail addresses in a sentence, a `mailto:` or the address of a page.',
    ),
    limit: described(
      withDefault(integer({ ge: 1, le: 25 }), () => 5),
      'The maximum number of each kind.',
    ),
  },
});

/** What the lists of each kind need. */
const NEEDED = {
  license_key: { scopes: ['license_keys:read', 'license_keys:write'], area: 'products' },
  customer: { scopes: ['customers:read', 'customers:write'], area: 'customers' },
  order: { scopes: ['orders:read', 'orders:write'], area: 'sales' },
  subscription: { scopes: ['subscriptions:read', 'subscriptions:write'], area: 'sales' },
  product: { scopes: ['products:read', 'products:write'], area: 'products' },
  note: { scopes: ['notes:read', 'notes:write'], area: 'customers' },
  undelivered_purchase: { scopes: ['webhooks:read', 'webhooks:write'], area: 'webhooks' },
} as const;

const ANY_OF_THEM = SEARCHED_KINDS.flatMap((kind) => NEEDED[kind].scopes);

@ApiTags('search')
@Controller('v1/search')
export class SearchController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(ANY_OF_THEM)
  @Responses({
    summary: 'List what a text finds',
    description:
      'Returns a few license keys, customers, orders, subscriptions, products, notes and what was paid and not delivered, that a text finds. Each kind needs the scope of its own list: what the credential may not read is not searched. It takes as long with many rows as with few. An extension.',
    ok: { status: 200, view: SearchResultsView },
  })
  search(
    @Input(SearchRequest) { query: { organization_id, query, limit } }: InputOf<typeof SearchRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SearchResultsView> {
    const searched = Object.fromEntries(
      SEARCHED_KINDS.map((kind) => {
        const { scopes, area } = NEEDED[kind];
        const mayRead = scopes.some((scope) => caller.scopes.includes(scope));
        return [kind, mayRead ? caller.access(area).narrow(organization_id) : []];
      }),
    ) as unknown as Readonly<Record<(typeof SEARCHED_KINDS)[number], readonly string[]>>;
    const organizations: SearchedOrganizations = { ...searched, seesOrdersOf: caller.access('sales').visible };
    return this.queries.execute(new SearchAll(organizations, query, limit));
  }
}
