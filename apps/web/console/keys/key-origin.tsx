import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Fact } from '../../ui/display.tsx';
import { api, type LicenseKeyDetails, useOrganization } from '../context.ts';
import { ProductFact } from '../sales/product-fact.tsx';
import { useWords } from '../words/index.ts';

const MOST = 100;

/** Where a key comes from: its purchase and the product, and the way to the other keys of its customer. */
export function KeyOrigin({
  licenseKey: { id, benefit_id, customer_id },
}: {
  readonly licenseKey: LicenseKeyDetails;
}): ReactNode {
  const { key: words } = useWords();
  const { slug, scopes } = useOrganization();
  const mayRead = (['benefits:read', 'orders:read', 'subscriptions:read'] as const).every((scope) => scopes.includes(scope));
  const purchase = useQuery({
    queryKey: ['keys', 'purchase', id],
    enabled: mayRead,
    queryFn: async () => {
      const query = { customer_id: [customer_id], benefit_id: [benefit_id], limit: MOST };
      const { items } = await answer(api.GET('/v1/benefit-grants/', { params: { query } }));
      const grant = items.find(({ properties }) => (properties as { license_key_id?: string }).license_key_id === id);
      return grant ? productOf(grant) : null;
    },
  }).data;
  return (
    <>
      {purchase && (
        <>
          <ProductFact product={purchase.product} />
          <Fact name={words.purchase}>
            {purchase.kind === 'order' ? (
              <Link to="/$slug/orders/$id" params={{ slug, id: purchase.id }}>
                {words.order}
              </Link>
            ) : (
              <Link to="/$slug/subscriptions/$id" params={{ slug, id: purchase.id }}>
                {words.subscription}
              </Link>
            )}
          </Fact>
        </>
      )}
      <Fact name={words.otherKeys}>
        <Link to="/$slug/keys" params={{ slug }} search={{ customer: customer_id }}>
          {words.showOtherKeys}
        </Link>
      </Fact>
    </>
  );
}

interface Bought {
  readonly order_id: string | null;
  readonly subscription_id: string | null;
}

async function productOf({ order_id, subscription_id }: Bought) {
  if (subscription_id) {
    const { product } = await answer(api.GET('/v1/subscriptions/{id}', { params: { path: { id: subscription_id } } }));
    return { kind: 'subscription', id: subscription_id, product } as const;
  }
  const { product } = await answer(api.GET('/v1/orders/{id}', { params: { path: { id: order_id! } } }));
  return product && ({ kind: 'order', id: order_id!, product } as const);
}
