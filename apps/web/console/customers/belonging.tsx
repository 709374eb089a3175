import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useTypeName } from '../audit-log/actors.ts';
import { useOrganization } from '../context.ts';
import { ordersOfQuery } from '../orders/orders-of.tsx';
import { subscriptionsOfQuery } from '../subscriptions/subscriptions-of.tsx';
import { benefitsOfQuery } from './benefits-of.ts';
import { keysOfQuery } from './keys-of.tsx';

/** The pages of what belongs to a customer. */
const PAGES: Readonly<Record<string, '/$slug/keys/$id' | '/$slug/orders/$id' | '/$slug/subscriptions/$id'>> = {
  license_key: '/$slug/keys/$id',
  order: '/$slug/orders/$id',
  subscription: '/$slug/subscriptions/$id',
};

/** What somebody has changed of what belongs to a customer: its kind, what it is called if it is one of the newest, and the way to it. */
export function Belonging({
  customer,
  resource: { type, id },
}: {
  readonly customer: Schema<'CustomerState'>;
  readonly resource: Schema<'AuditLogEntry'>['resource'];
}): ReactNode {
  const typeName = useTypeName();
  const { slug, organization_id, scopes } = useOrganization();
  const { id: owner, granted_benefits: grants } = customer;
  const orders = { ...ordersOfQuery(organization_id, { customer: owner }), enabled: scopes.includes('orders:read') };
  const subscriptions = { ...subscriptionsOfQuery(organization_id, owner), enabled: scopes.includes('subscriptions:read') };
  const benefits = useQuery(benefitsOfQuery(organization_id, grants, scopes)).data?.items;
  const benefitOf = (benefitId: string) => benefits?.find((each) => each.id === benefitId)?.description;
  const names = [
    useQuery(keysOfQuery(organization_id, owner)).data?.items.map((each) => [each.id, each.display_key] as const),
    useQuery(orders).data?.items.map((each) => [each.id, each.description] as const),
    useQuery(subscriptions).data?.items.map((each) => [each.id, each.product.name] as const),
    grants.map((each) => [each.id, benefitOf(each.benefit_id)] as const),
  ];
  if (id === owner) return null;
  const name = names.flatMap((known) => known ?? []).find(([known]) => known === id)?.[1];
  const to = PAGES[type];
  const shown = name ? `${typeName(type)} ${name}` : typeName(type);
  return (
    <p className="faint small">
      {to ? (
        <Link to={to} params={{ slug, id }}>
          {shown}
        </Link>
      ) : (
        shown
      )}
    </p>
  );
}
