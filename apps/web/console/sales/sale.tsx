import '../catalog.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Chosen } from './found-input.tsx';
import { useProducts } from './products.tsx';
import { SaleForm } from './sale-form.tsx';
import { type RecordedSale, SaleResult } from './sale-result.tsx';

const route = getRouteApi('/$slug/sale');

/** Records what was bought elsewhere, of any product and by anybody, and shows what it has brought. */
export function SalePage(): ReactNode {
  const { sales, palette } = useWords();
  const { customer } = route.useSearch();
  const [sale, setSale] = useState<RecordedSale | null>(null);
  return (
    <>
      <PageHead title={palette.recordSale} text={sales.report.text} />
      {sale ? (
        <SaleResult sale={sale} onAgain={() => setSale(null)} />
      ) : customer === undefined ? (
        <Form buyer={null} onRecorded={setSale} />
      ) : (
        <FormOf customer={customer} onRecorded={setSale} />
      )}
    </>
  );
}

function FormOf({
  customer: id,
  onRecorded,
}: {
  readonly customer: string;
  readonly onRecorded: (sale: RecordedSale) => void;
}): ReactNode {
  const customer = useQuery({
    queryKey: ['customers', 'one', id],
    queryFn: () => answer(api.GET('/v1/customers/{id}', { params: { path: { id } } })),
  });
  return (
    <Loaded of={customer} waiting={<SkeletonCards count={1} />}>
      {({ name, email }) => <Form buyer={{ id, name: name ?? email ?? id, detail: email ?? null }} onRecorded={onRecorded} />}
    </Loaded>
  );
}

function Form({
  buyer,
  onRecorded,
}: {
  readonly buyer: Chosen | null;
  readonly onRecorded: (sale: RecordedSale) => void;
}): ReactNode {
  const { report: words } = useWords().sales;
  const products = useProducts()?.filter(({ is_archived, visibility }) => !is_archived && visibility !== 'draft');
  if (!products) return <SkeletonCards count={1} />;
  return products.length === 0 ? (
    <Empty title={words.noProducts} />
  ) : (
    <div className="editor">
      <SaleForm buyer={buyer} products={products} onRecorded={onRecorded} />
    </div>
  );
}
