import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, CalendarPlus, Keyboard, KeyRound, type LucideIcon, ShoppingCart } from 'lucide-react';
import type { Membership } from './context.ts';
import { mayOpen } from './navigation.ts';
import { LISTS, pageOf, savedViewsQuery } from './saved-views/views.ts';
import { useWords } from './words/index.ts';

/** What the palette does: it finds everything, or license keys to be extended; or it is another dialog that it has opened. */
export type PaletteStep = 'search' | 'extend' | 'issue' | 'help' | { readonly extended: string };

export interface Found {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** The tag by which it was found. */
  readonly tag?: string | null;
  readonly icon: LucideIcon;
  readonly go: () => void;
}

/** What may be done from everywhere. */
export function useActions({ slug, scopes, is_blocked }: Membership, open: (step: PaletteStep) => void): readonly Found[] {
  const { palette: words } = useWords();
  const navigate = useNavigate();
  const may = (scope: Membership['scopes'][number]): boolean => !is_blocked && scopes.includes(scope);
  const action = (id: string, label: string, icon: LucideIcon, go: () => void): Found => ({
    id,
    label,
    note: words.action,
    icon,
    go,
  });
  return [
    ...(may('orders:write') && may('subscriptions:write')
      ? [action('sale', words.recordSale, ShoppingCart, () => void navigate({ to: '/$slug/sale', params: { slug } }))]
      : []),
    ...(may('license_keys:write')
      ? [
          action('issue', words.issueKey, KeyRound, () => open('issue')),
          action('extend', words.extendKey, CalendarPlus, () => open('extend')),
        ]
      : []),
    action('help', words.shortcuts, Keyboard, () => open('help')),
  ];
}

/** The saved views of lists that the user may see. */
export function useViews(membership: Membership): readonly Found[] {
  const { nav } = useWords();
  const navigate = useNavigate();
  const views = useQuery(savedViewsQuery(membership.organization_id)).data ?? [];
  return views
    .filter(({ list }) => mayOpen(LISTS[list].to, membership))
    .map((view) => ({
      id: view.id,
      label: view.name,
      note: nav[LISTS[view.list].name],
      icon: Bookmark,
      go: () => void navigate(pageOf(view, membership.slug)),
    }));
}
