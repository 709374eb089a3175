import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { fieldProblem } from '../../api/problem.ts';
import { startOfDay } from '../../../../libs/support/src/days/days.ts';
import { wholeMinorUnits } from '../../../../libs/support/src/currencies/amounts.ts';
import { useTimeZone } from '../../i18n/languages.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';
import { type Chosen, FoundInput } from './found-input.tsx';
import type { Product } from './products.tsx';
import type { RecordedSale } from './sale-result.tsx';

type Currency = Schema<'PresentmentCurrency'>;

const FALLBACK: Currency = 'usd';
const CHANGED = ['orders', 'subscriptions', 'customers', 'keys', 'figures', 'grants', 'search', 'overview'];

/** The currency in which an amount of a product is typed. */
const currencyOf = (product: Product | null): Currency =>
  (product?.prices[0]?.price_currency as Currency | undefined) ?? FALLBACK;
const isBySeats = (product: Product | null): boolean =>
  product?.prices.some(({ amount_type }) => amount_type === 'seat_based') ?? false;

/** When it was sold. */
const dateFieldOf = (product: Product | null) => (product?.is_recurring ? 'started_at' : 'purchased_at');

const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: () => answer(api.GET('/v1/products/{id}', { params: { path: { id } } })),
  });

const asChosen = ({ id, name }: Product): Chosen => ({ id, name, detail: null });

export function SaleForm({
  buyer: known,
  products,
  onRecorded,
}: {
  readonly buyer: Chosen | null;
  /** The first ones by name. */
  readonly products: readonly Product[];
  readonly onRecorded: (sale: RecordedSale) => void;
}): ReactNode {
  const { sales } = useWords();
  const { report: words } = sales;
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const idempotencyKey = useIdempotencyKey();
  const [buyer, setBuyer] = useState<Chosen | null>(known);
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(products.length === 1 ? asChosen(products[0]!) : null);
  const [isMailed, setMailed] = useState(true);
  const loaded = useQuery({ ...productQuery(chosen?.id ?? ''), enabled: chosen !== null }).data ?? null;
  const dateField = dateFieldOf(loaded);
  const count = useWholeNumber(1);

  const send = async (form: FormData): Promise<void> => {
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const typed = text('amount');
    if (!chosen) throw fieldProblem('product_id', words.chooseProduct);
    const product = await queries.ensureQueryData(productQuery(chosen.id));
    const currency = currencyOf(product);
    const day = text(dateField);
    const amount = typed === '' ? null : wholeMinorUnits(typed, currency);
    const [seats, quantity] = [text('seats'), text('quantity')];
    const body = {
      product_id: product.id,
      ...(buyer ? { customer_id: buyer.id } : { customer: { email, name: text('customer.name') || null } }),
      ...(amount === null ? {} : { amount, currency }),
      ...(isBySeats(product) ? { seats: Number(seats) } : {}),
      ...(quantity === '' ? {} : { quantity: Number(quantity) }),
      ...(day ? { [dateFieldOf(product)]: startOfDay(day, timeZone) } : {}),
      ...(text('external_id') ? { external_id: text('external_id') } : {}),
      deliver_by_email: isMailed,
    };
    const headers = { 'Idempotency-Key': idempotencyKey(body) };
    const address = product.is_recurring ? '/v1/subscriptions/' : '/v1/orders/';
    const { id, customer } = await answer(api.POST(address, { headers, body }));
    await Promise.all(CHANGED.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    onRecorded({ id, customer, product, isMailed });
  };

  return (
    <Card>
      <ApiForm submitLabel={words.submit} onSubmit={send}>
        <FoundInput
          name={buyer ? 'customer_id' : 'customer.email'}
          label={words.customer}
          hint={words.customerHint}
          kind="customer"
          initial={[]}
          chosen={buyer}
          onChange={(found, text) => {
            setBuyer(found);
            setEmail(text);
          }}
          autoFocus={known === null}
        />
        {buyer === null && email.includes('@') && (
          <TextInput name="customer.name" label={words.name} hint={words.nameHint} maxLength={256} />
        )}
        <FoundInput
          name="product_id"
          label={sales.product}
          kind="product"
          initial={products.map(asChosen)}
          chosen={chosen}
          onChange={setChosen}
          autoFocus={known !== null}
        />
        {isBySeats(loaded) ? (
          <TextInput name="seats" inputMode="numeric" label={sales.seats} maxLength={9} check={count} isRequired />
        ) : (
          <TextInput
            name="quantity"
            inputMode="numeric"
            label={words.quantity}
            hint={words.quantityHint}
            maxLength={5}
            check={count}
          />
        )}
        <TextInput
          name="amount"
          inputMode="decimal"
          label={words.amount(currencyOf(loaded).toUpperCase())}
          hint={words.amountHint}
          check={(text) => (wholeMinorUnits(text, currencyOf(loaded)) === null ? words.notAnAmount : null)}
        />
        <DayInput name={dateField} label={words.date} hint={words.dateHint} />
        <TextInput name="external_id" label={words.externalId} hint={words.externalIdHint} />
        <SwitchInput label={words.mail} isSelected={isMailed} onChange={setMailed} />
      </ApiForm>
    </Card>
  );
}
