import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useLast } from '../../ui/last.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

const PER_PAGE = 20;
const MOST = 100;
type Price = Schema<'ConnectorPrice'>;

function useProducts() {
  const { organization_id: id } = useOrganization();
  return useQuery({
    queryKey: ['products', id, 'names'],
    queryFn: () => answer(api.GET('/v1/products/', { params: { query: { organization_id: [id], limit: MOST } } })),
    staleTime: 60_000,
  });
}

function useMeters() {
  const { organization_id: id } = useOrganization();
  return useQuery({
    queryKey: ['meters', id, 'names'],
    queryFn: () =>
      answer(api.GET('/v1/meters/', { params: { query: { organization_id: [id], is_archived: false, limit: MOST } } })),
    staleTime: 60_000,
  });
}

/** Which products the prices of the provider stand for. */
export function ConnectorPrices({ id }: { readonly id: string }): ReactNode {
  const { connectors: words } = useWords();
  const { actions } = useUiWords();
  const mayChange = useMay('webhooks:write');
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Price | null>(null);
  const last = useLast(removing);
  const [products, meters] = [useProducts().data?.items, useMeters().data?.items];
  const named = products && meters && [...products, ...meters];
  const prices = useQuery({
    queryKey: ['connector-prices', id, page],
    queryFn: () => answer(api.GET('/v1/connectors/{id}/prices', { params: { path: { id }, query: { page, limit: PER_PAGE } } })),
  });
  const remove = async (): Promise<void> => {
    const path = { id, external_id: last!.external_id };
    await answer(api.DELETE('/v1/connectors/{id}/prices/{external_id}', { params: { path } }));
    await queries.invalidateQueries({ queryKey: ['connector-prices', id] });
    toast(words.priceRemoved);
  };
  const columns: readonly Column<Price>[] = [
    { id: 'price', title: words.price, cell: ({ external_id }) => <code>{external_id}</code> },
    {
      id: 'product',
      title: words.product,
      cell: ({ brings, product_id, meter_id }) =>
        brings === 'nothing'
          ? words.nothing
          : (named?.find((each) => each.id === (product_id ?? meter_id))?.name ?? <code>{product_id ?? meter_id}</code>),
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (price: Price) => (
              <div className="row end">
                <Button small look="quiet-danger" onPress={() => setRemoving(price)}>
                  {words.removePrice}
                  <span className="visually-hidden"> {price.external_id}</span>
                </Button>
              </div>
            ),
          },
        ]
      : []),
  ];
  const add = mayChange && (
    <Button small icon={Plus} onPress={() => setAdding(true)}>
      {words.addPrice}
    </Button>
  );
  return (
    <Loaded of={prices} waiting={<SkeletonCards count={1} />}>
      {({ items, pagination }) => (
        <Card flush title={words.prices} end={add}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noPrices}</p>
          ) : (
            <Table label={words.prices} columns={columns} rows={items} rowId={({ external_id }) => external_id} />
          )}
          {pagination.max_page > 1 && <Pager summary="" page={page} pages={pagination.max_page} onPage={setPage} />}
          {isAdding && <PriceDialog id={id} onClose={() => setAdding(false)} />}
          <ConfirmDialog
            title={words.removePriceTitle(last?.external_id ?? '')}
            text={words.removePriceText}
            confirm={words.removePrice}
            isDestructive
            isOpen={removing !== null}
            onClose={() => setRemoving(null)}
            onConfirm={remove}
          />
        </Card>
      )}
    </Loaded>
  );
}

function PriceDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { connectors: words } = useWords();
  const queries = useQueryClient();
  const products = useProducts();
  const keyOf = useIdempotencyKey();
  const meters = useMeters().data?.items;
  const [chosen, setChosen] = useState<string | null>(null);
  const [brings, setBrings] = useState<Price['brings']>('product');
  const map = async (form: FormData): Promise<void> => {
    const which = { product: { product_id: chosen }, meter: { meter_id: chosen }, nothing: {} }[brings];
    const body = { external_id: String(form.get('external_id')).trim(), brings, ...which };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/connectors/{id}/prices', { params: { path: { id } }, headers, body }));
    await Promise.all(
      ['connector-prices', 'connector-events'].map((name) => queries.invalidateQueries({ queryKey: [name, id] })),
    );
    onClose();
    toast(words.priceAdded);
  };
  return (
    <Dialog title={words.addPrice} isOpen onClose={onClose}>
      <Loaded of={products}>
        {({ items }) => (
          <ApiForm submitLabel={words.submitPrice} onSubmit={map} onCancel={onClose}>
            <TextInput name="external_id" label={words.price} hint={words.priceHint} autoFocus isRequired />
            <SelectInput
              label={words.brings}
              choices={[
                { id: 'product', label: words.product },
                { id: 'meter', label: words.bringsMeter },
                { id: 'nothing', label: words.bringsNothing },
              ]}
              value={brings}
              onChange={(each) => {
                setBrings(each);
                setChosen(null);
              }}
            />
            {brings !== 'nothing' && (
              <ComboInput
                key={brings}
                name={`${brings}_id`}
                isRequired
                label={brings === 'product' ? words.product : words.meter}
                showAll={brings === 'product' ? words.product : words.meter}
                value={chosen}
                choices={(brings === 'product' ? items : (meters ?? [])).map((each) => ({ id: each.id, label: each.name }))}
                onChange={setChosen}
              />
            )}
          </ApiForm>
        )}
      </Loaded>
    </Dialog>
  );
}
