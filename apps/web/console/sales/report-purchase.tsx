import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { fieldProblem } from '../../api/problem.ts';
import { wholeMinorUnits } from '../../i18n/amounts.ts';
import { startOfDay } from '../../../../libs/kernel/src/days.ts';
import { useTimeZone } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DayInput, SelectInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';
import { type Product, useProducts } from './products.tsx';

type Kind = 'subscription' | 'order';
type Currency = Schema<'PresentmentCurrency'>;

const FALLBACK: Currency = 'usd';

/** The currency in which an amount of a product is typed. */
const currencyOf = ({ prices }: Product): Currency => (prices[0]?.price_currency as Currency | undefined) ?? FALLBACK;
const isBySeats = ({ prices }: Product): boolean => prices.some(({ amount_type }) => amount_type === 'seat_based');

/** Records a purchase that was made elsewhere; `onReported` gets its id. */
export function ReportPurchaseDialog({
  kind,
  onClose,
  onReported,
}: {
  readonly kind: Kind;
  readonly onClose: () => void;
  readonly onReported: (id: string) => void;
}): ReactNode {
  const { report: words } = useWords().sales;
  const products = useProducts()?.filter(
    ({ is_archived, is_recurring, visibility }) =>
      !is_archived && visibility !== 'draft' && is_recurring === (kind === 'subscription'),
  );
  return (
    <Dialog title={words[kind]} isOpen onClose={onClose}>
      <p className="soft">{words.text}</p>
      {!products && <SkeletonCards count={1} />}
      {products?.length === 0 && <p>{words.noProducts}</p>}
      {products && products.length > 0 && (
        <ReportForm kind={kind} products={products} onClose={onClose} onReported={onReported} />
      )}
    </Dialog>
  );
}

function ReportForm({
  kind,
  products,
  onClose,
  onReported,
}: {
  readonly kind: Kind;
  readonly products: readonly Product[];
  readonly onClose: () => void;
  readonly onReported: (id: string) => void;
}): ReactNode {
  const { sales } = useWords();
  const { report: words } = sales;
  const queries = useQueryClient();
  const [productId, setProductId] = useState(products[0]!.id);
  const timeZone = useTimeZone();
  const idempotencyKey = useIdempotencyKey();
  const product = products.find(({ id }) => id === productId)!;
  const currency = currencyOf(product);
  const date = kind === 'order' ? 'purchased_at' : 'started_at';

  const send = async (form: FormData): Promise<void> => {
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const typed = text('amount');
    const amount = typed === '' ? null : wholeMinorUnits(typed, currency);
    if (typed !== '' && amount === null) throw fieldProblem('amount', words.notAnAmount);
    const seats = text('seats');
    if (isBySeats(product) && !/^[1-9]\d{0,8}$/.test(seats)) throw fieldProblem('seats', words.notANumber);
    const quantity = text('quantity');
    if (quantity !== '' && !/^[1-9]\d{0,8}$/.test(quantity)) throw fieldProblem('quantity', words.notANumber);
    const body = {
      product_id: product.id,
      customer: { email: text('customer.email'), name: text('customer.name') || null },
      ...(amount === null ? {} : { amount, currency }),
      ...(isBySeats(product) ? { seats: Number(seats) } : {}),
      ...(quantity === '' ? {} : { quantity: Number(quantity) }),
      ...(text(date) ? { [date]: startOfDay(text(date), timeZone) } : {}),
      ...(text('external_id') ? { external_id: text('external_id') } : {}),
    };
    const headers = { 'Idempotency-Key': idempotencyKey(body) };
    const address = kind === 'order' ? '/v1/orders/' : '/v1/subscriptions/';
    const { id } = await answer(api.POST(address, { headers, body }));
    await Promise.all(
      [kind === 'order' ? 'orders' : 'subscriptions', 'customers'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
    toast(words.done);
    onReported(id);
  };
  return (
    <ApiForm submitLabel={words.submit} onSubmit={send} onCancel={onClose}>
      <TextInput name="customer.email" type="email" label={words.email} hint={words.emailHint} autoFocus isRequired />
      <TextInput name="customer.name" label={words.name} hint={words.nameHint} maxLength={256} />
      <SelectInput
        name="product_id"
        label={sales.product}
        value={productId}
        choices={products.map(({ id, name }) => ({ id, label: name }))}
        onChange={setProductId}
      />
      {isBySeats(product) ? (
        <TextInput name="seats" inputMode="numeric" label={sales.seats} isRequired />
      ) : (
        <TextInput name="quantity" inputMode="numeric" label={words.quantity} hint={words.quantityHint} maxLength={5} />
      )}
      <TextInput name="amount" inputMode="decimal" label={words.amount(currency.toUpperCase())} hint={words.amountHint} />
      <DayInput name={date} label={words.date} hint={words.dateHint} />
      <TextInput name="external_id" label={words.externalId} hint={words.externalIdHint} />
    </ApiForm>
  );
}
