import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Mail, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/display.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Skeleton } from '../../ui/surfaces.tsx';
import { api, type LicenseKeyDetails, useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { useQuickChanges } from '../keys/use-key-changes.ts';
import { useWords } from '../words/index.ts';
import type { Product } from './products.tsx';

const EVERY_MS = 1_000;
const MOST = 100;

export interface RecordedSale {
  /** The ID of the order or the subscription. */
  readonly id: string;
  readonly customer: Pick<Schema<'Order'>['customer'], 'id' | 'name' | 'email'>;
  readonly product: Product;
  /** Whether its license keys are mailed. */
  readonly isMailed: boolean;
}

/** What a sale has brought: its license keys as soon as they are issued, whole and ready to be copied. */
export function SaleResult({ sale, onAgain }: { readonly sale: RecordedSale; readonly onAgain: () => void }): ReactNode {
  const { report: words, customer: customerTitle, product: productTitle } = useWords().sales;
  const { slug } = useOrganization();
  const { id, customer, product, isMailed } = sale;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const to = product.is_recurring ? '/$slug/subscriptions/$id' : '/$slug/orders/$id';
  return (
    <Card>
      <div className="stack">
        <h2 ref={heading} tabIndex={-1} className="row">
          <CircleCheck aria-hidden />
          {words.done}
        </h2>
        <dl className="facts lines">
          <Fact name={customerTitle}>
            <Person id={customer.id} name={customer.name} email={customer.email ?? null} />
          </Fact>
          <Fact name={productTitle}>
            <Link to={to} params={{ slug, id }}>
              {product.name}
            </Link>
          </Fact>
        </dl>
        <Keys sale={sale} />
        {isMailed && customer.email && <p className="soft">{words.mailed(customer.email)}</p>}
        <div className="row">
          <Button look="primary" icon={Plus} onPress={onAgain}>
            {words.again}
          </Button>
          <Link to="/$slug/customers/$id" params={{ slug, id: customer.id }} className="button secondary">
            {words.toCustomer}
          </Link>
        </div>
      </div>
    </Card>
  );
}

function Keys({ sale: { id, customer, product, isMailed } }: { readonly sale: RecordedSale }): ReactNode {
  const { report: words } = useWords().sales;
  const benefits = product.benefits.filter(({ type }) => type === 'license_keys').map((benefit) => benefit.id);
  const grants = useQuery({
    queryKey: ['grants', customer.id, id],
    enabled: benefits.length > 0,
    refetchInterval: ({ state: { data } }) => (data && !isMissing(data) ? false : EVERY_MS),
    queryFn: async () => {
      const { items } = await answer(
        api.GET('/v1/benefit-grants/', { params: { query: { customer_id: [customer.id], limit: MOST } } }),
      );
      return items.filter(({ subscription_id, order_id }) => subscription_id === id || order_id === id);
    },
  });
  const issued = (grants.data ?? []).flatMap(({ properties: { license_key_id } }) => license_key_id ?? []);
  function isMissing(found: readonly Schema<'BenefitGrant'>[]): boolean {
    return !benefits.every((benefit) =>
      found.some(({ benefit_id, properties }) => benefit_id === benefit && properties.license_key_id),
    );
  }
  if (benefits.length === 0) return <p className="soft">{words.noKey}</p>;
  return (
    <div className="stack" role="status">
      {issued.map((key) => (
        <Key key={key} id={key} isMailed={isMailed} />
      ))}
      {(!grants.data || isMissing(grants.data)) && <p className="soft">{words.waiting}</p>}
    </div>
  );
}

function Key({ id, isMailed }: { readonly id: string; readonly isMailed: boolean }): ReactNode {
  const words = useWords();
  const { slug } = useOrganization();
  const { data } = useQuery({
    queryKey: ['keys', 'one', id],
    queryFn: () => answer(api.GET('/v1/license-keys/{id}', { params: { path: { id } } })),
  });
  if (!data) return <Skeleton width="60%" height={32} />;
  return (
    <div className="row">
      <div className="secret">
        <code>{data.key}</code>
        <CopyButton small text={data.key} what={words.key.name} />
      </div>
      <Link to="/$slug/keys/$id" params={{ slug, id }}>
        {words.sales.report.toKey}
      </Link>
      {!isMailed && data.customer.email && <SendKey licenseKey={data} />}
    </div>
  );
}

function SendKey({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { send } = useWords().key;
  const change = useQuickChanges(licenseKey);
  return (
    <Button small icon={Mail} isPending={change.pending !== null} onPress={() => void change.send()}>
      {send}
    </Button>
  );
}
