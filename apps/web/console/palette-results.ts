import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, type LucideIcon, Package, Receipt, Repeat, User } from 'lucide-react';
import { answer } from '../api/client.ts';
import { api, type Membership } from './context.ts';
import { pagesFor } from './navigation.ts';
import { useWords } from './words/index.ts';

interface Found {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly icon: LucideIcon;
  readonly go: () => void;
}

const FEW = 5;

/** What the API finds of one kind, if the role of the user may see it. */
function useItems<Item>(
  { organization_id, scopes }: Membership,
  text: string,
  scope: Membership['scopes'][number],
  read: () => Promise<{ readonly items: readonly Item[] }>,
): readonly Item[] {
  const isAsked = text.length > 1 && scopes.includes(scope);
  const { data } = useQuery({ queryKey: ['palette', scope, organization_id, text], enabled: isAsked, queryFn: read });
  return isAsked ? (data?.items ?? []) : [];
}

/** Pages, and what a text finds: a few of each kind. Purchases are found by the seller's own ID. */
export function useFound(membership: Membership, text: string): Found[] {
  const { slug } = membership;
  const words = useWords();
  const navigate = useNavigate();
  const given = { organization_id: [membership.organization_id], limit: FEW };
  const byText = { params: { query: { ...given, query: text } } };
  const byExternalId = { params: { query: { ...given, external_id: text } } };
  const customers = useItems(membership, text, 'customers:read', () => answer(api.GET('/v1/customers/', byText)));
  const keys = useItems(membership, text, 'license_keys:read', () => answer(api.GET('/v1/license-keys/search', byText)));
  const products = useItems(membership, text, 'products:read', () => answer(api.GET('/v1/products/', byText)));
  const subscriptions = useItems(membership, text, 'subscriptions:read', () =>
    answer(api.GET('/v1/subscriptions/', byExternalId)),
  );
  const orders = useItems(membership, text, 'orders:read', () => answer(api.GET('/v1/orders/', byExternalId)));
  const nameOf = ({ name, email }: { readonly name: string | null; readonly email: string | null }) => name ?? email ?? '';
  const pages = pagesFor(membership)
    .flatMap(({ links }) => links)
    .map(({ to, name, icon }) => ({ to, label: words.nav[name], icon }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  return [
    ...pages.map(({ to, label, icon }) => ({
      id: to,
      label,
      note: words.palette.pages,
      icon,
      go: () => void navigate({ to, params: { slug } }),
    })),
    ...customers.map(({ id, name, email }) => ({
      id,
      label: name ?? email ?? id,
      note: email ?? '',
      icon: User,
      go: () => void navigate({ to: '/$slug/customers/$id', params: { slug, id } }),
    })),
    ...keys.map(({ id, display_key, customer }) => ({
      id,
      label: display_key,
      note: nameOf(customer),
      icon: KeyRound,
      go: () => void navigate({ to: '/$slug/keys/$id', params: { slug, id } }),
    })),
    ...products.map(({ id, name }) => ({
      id,
      label: name,
      note: words.nav.products,
      icon: Package,
      go: () => void navigate({ to: '/$slug/products/$id', params: { slug, id } }),
    })),
    ...subscriptions.map(({ id, product, customer }) => ({
      id,
      label: product.name,
      note: nameOf(customer),
      icon: Repeat,
      go: () => void navigate({ to: '/$slug/subscriptions/$id', params: { slug, id } }),
    })),
    ...orders.map(({ id, description, customer }) => ({
      id,
      label: description,
      note: nameOf(customer),
      icon: Receipt,
      go: () => void navigate({ to: '/$slug/orders/$id', params: { slug, id } }),
    })),
  ];
}
