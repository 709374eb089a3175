import { X } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { DayFilter } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import { ProductFilter } from '../sales/products.tsx';
import '../sales/sales.css';
import { TextFilter } from '../sales/text-filter.tsx';
import { useWords } from '../words/index.ts';
import { ORDER_SORTS, type OrdersSearch } from './filters.ts';

const TagFilter = lazy(() => import('../tags/tag-filter.tsx'));

/** What is shown of the orders. All of it is in the address. */
export function OrderFilters({
  search,
  onChange,
}: {
  readonly search: OrdersSearch;
  readonly onChange: (changes: Partial<OrdersSearch>) => void;
}): ReactNode {
  const { orders: words, sales } = useWords();
  const { status, product, reason, subscription, sort = '-purchased_at' } = search;
  return (
    <ListFilters list="orders">
      <ChoiceFilter
        label={sales.status}
        all={sales.everyStatus}
        words={{ ...words.status, earned: words.earned }}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <ProductFilter value={product} onChange={(chosen) => onChange({ product: chosen })} />
      <ChoiceFilter
        label={words.reason}
        all={words.everyReason}
        words={words.reasons}
        value={reason}
        onChange={(chosen) => onChange({ reason: chosen })}
      />
      <Suspense>
        <TagFilter kind="order" value={search.tag} onChange={(tag) => onChange({ tag })} />
      </Suspense>
      <SelectInput
        bare
        label={sales.sort}
        value={sort}
        choices={ORDER_SORTS.map((id) => ({ id, label: words.sorts[id] }))}
        onChange={(chosen) => onChange({ sort: chosen })}
      />
      <div className="days">
        {(['from', 'to'] as const).map((name) => (
          <DayFilter key={name} label={words[name]} value={search[name]} onChange={(day) => onChange({ [name]: day })} />
        ))}
      </div>
      {subscription && (
        <div className="row">
          <span>{words.ofSubscription}</span>
          <Button small icon={X} onPress={() => onChange({ subscription: undefined })}>
            {words.everyOrder}
          </Button>
        </div>
      )}
      <TextFilter search={search} words={words} onChange={onChange} />
    </ListFilters>
  );
}
