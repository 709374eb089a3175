import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Bookmark,
  CalendarPlus,
  CircleCheck,
  FileText,
  Keyboard,
  KeyRound,
  type LucideIcon,
  Package,
  PackageX,
  Receipt,
  Repeat,
  ScrollText,
  ShoppingCart,
  TextCursorInput,
  User,
} from 'lucide-react';
import { answer } from '../api/client.ts';
import { api, type Membership } from './context.ts';
import { mayOpen, pagesFor } from './navigation.ts';
import { useErrors } from './palette-errors.ts';
import { type Result, useProblemOf, useResults, wayOf } from './palette-search.ts';
import { LISTS, pageOf, savedViewsQuery } from './saved-views/views.ts';
import { useWords } from './words/index.ts';

/** What the palette does: it finds everything, or license keys to be extended; or it is another dialog that it has opened. */
export type PaletteStep = 'search' | 'extend' | 'issue' | 'help' | { readonly extended: string };

interface Found {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly icon: LucideIcon;
  readonly go: () => void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const ICONS: Readonly<Record<Result['type'], LucideIcon>> = {
  license_key: KeyRound,
  customer: User,
  order: Receipt,
  subscription: Repeat,
  product: Package,
  note: FileText,
  undelivered_purchase: PackageX,
};

/** The page of what was found. */
const PAGES = {
  license_key: '/$slug/keys/$id',
  customer: '/$slug/customers/$id',
  order: '/$slug/orders/$id',
  subscription: '/$slug/subscriptions/$id',
  product: '/$slug/products/$id',
} as const;

/** What may be done from everywhere. */
function useActions({ slug, scopes, is_blocked }: Membership, open: (step: PaletteStep) => void): readonly Found[] {
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
function useViews(membership: Membership): readonly Found[] {
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

/** Actions, pages, saved views, and a few of each kind that a text finds. */
export function useFound(
  membership: Membership,
  step: 'search' | 'extend',
  text: string,
  open: (step: PaletteStep) => void,
): readonly Found[] {
  const { slug } = membership;
  const { nav, palette: words } = useWords();
  const navigate = useNavigate();
  const actions = useActions(membership, open);
  const views = useViews(membership);
  const errors = useErrors(step === 'search' ? text : '');
  const problemOf = useProblemOf();
  const searched = useResults(membership, text);
  const results = searched.results.filter(({ type }) => step === 'search' || type === 'license_key');
  /** The page of what a note is about. */
  const goToNote = async (id: string): Promise<void> => {
    const { license_key_id, order_id, customer_id } = await answer(api.GET('/v1/notes/{id}', { params: { path: { id } } }));
    const type = license_key_id ? 'license_key' : order_id ? 'order' : 'customer';
    await navigate({ to: PAGES[type], params: { slug, id: license_key_id ?? order_id ?? customer_id } });
  };
  const goTo = ({ type, id }: Result): void => {
    if (type === 'note') void goToNote(id);
    else if (type === 'undelivered_purchase') void navigate({ to: '/$slug/undelivered', params: { slug }, search: { line: id } });
    else void navigate({ to: PAGES[type], params: { slug, id } });
  };
  const found = results.flatMap((result): Found[] => {
    const { type, id, name, detail } = result;
    const note = [detail ?? words.kinds[type], problemOf(result)].filter((each) => each !== null).join(' · ');
    const go = (): void => {
      goTo(result);
      if (step === 'extend') open({ extended: id });
    };
    const way = step === 'search' && !membership.is_blocked ? wayOf(result, membership) : undefined;
    const mend = (): void => {
      goTo(result);
      if (way === 'extend' || way === 'raiseLimit') open({ extended: id });
    };
    return [
      { id, label: name, note, icon: ICONS[type], go },
      ...(way ? [{ id: `mend ${id}`, label: words.mend[way], note: name, icon: CircleCheck, go: mend }] : []),
    ];
  });
  if (step !== 'search') return found;
  /** The ID of a request is in no object: the logs have it, and the changes that it made. */
  const requests: readonly Found[] =
    searched.isNothing && UUID.test(text) && membership.scopes.includes('audit_log:read')
      ? [
          {
            id: 'request',
            label: words.request,
            note: words.requestText,
            icon: ScrollText,
            go: () => void navigate({ to: '/$slug/audit-log', params: { slug } }),
          },
        ]
      : [];
  const pages = pagesFor(membership)
    .flatMap(({ links }) => links)
    .map(({ to, name, icon }) => ({
      id: to,
      label: nav[name],
      note: words.pages,
      icon,
      go: () => void navigate({ to, params: { slug } }),
    }));
  const customFields = {
    id: 'custom-fields',
    label: nav.customFields,
    note: words.pages,
    icon: TextCursorInput,
    go: () => void navigate({ to: '/$slug/products/custom-fields', params: { slug } }),
  };
  const more = mayOpen('/$slug/products/custom-fields', membership) ? [customFields] : [];
  const isNamed = ({ label }: Found): boolean => label.toLowerCase().includes(text.toLowerCase());
  const named = [...actions, ...pages, ...more, ...(text === '' ? [] : views)].filter(isNamed);
  return [...named, ...errors, ...found, ...requests];
}
