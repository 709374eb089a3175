import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  CalendarPlus,
  FileText,
  KeyRound,
  Keyboard,
  type LucideIcon,
  Package,
  Receipt,
  Repeat,
  ShoppingCart,
  TextCursorInput,
  User,
} from 'lucide-react';
import { answer, type Schema } from '../api/client.ts';
import { api, type Membership } from './context.ts';
import { hasText } from './has-text.ts';
import { mayOpen, pagesFor } from './navigation.ts';
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

type Result = Schema<'SearchResult'>;

const FEW = 5;

const ICONS: Readonly<Record<Result['type'], LucideIcon>> = {
  license_key: KeyRound,
  customer: User,
  order: Receipt,
  subscription: Repeat,
  product: Package,
  note: FileText,
};

/** The page of what was found. */
const PAGES = {
  license_key: '/$slug/keys/$id',
  customer: '/$slug/customers/$id',
  order: '/$slug/orders/$id',
  subscription: '/$slug/subscriptions/$id',
  product: '/$slug/products/$id',
} as const;

/** What the text finds in the organization. Until it has found anything, results of the text before are shown that have it, too. */
function useResults({ organization_id }: Membership, text: string): readonly Result[] {
  const isAsked = text.length > 1;
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['search', organization_id, text],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/search', { params: { query: { organization_id: [organization_id], query: text, limit: FEW } } })),
  });
  return isAsked ? (data?.items ?? []).filter((each) => !isPlaceholderData || hasText(each, text)) : [];
}

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

/** Actions, pages, and a few of each kind that a text finds. */
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
  const results = useResults(membership, text).filter(({ type }) => step === 'search' || type === 'license_key');
  /** The page of what a note is about. */
  const goToNote = async (id: string): Promise<void> => {
    const { license_key_id, order_id, customer_id } = await answer(api.GET('/v1/notes/{id}', { params: { path: { id } } }));
    const type = license_key_id ? 'license_key' : order_id ? 'order' : 'customer';
    await navigate({ to: PAGES[type], params: { slug, id: license_key_id ?? order_id ?? customer_id } });
  };
  const found = results.map(({ type, id, name, detail }) => ({
    id,
    label: name,
    note: detail ?? words.kinds[type],
    icon: ICONS[type],
    go: () => {
      void (type === 'note' ? goToNote(id) : navigate({ to: PAGES[type], params: { slug, id } }));
      if (step === 'extend') open({ extended: id });
    },
  }));
  if (step !== 'search') return found;
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
  return [...[...actions, ...pages, ...more].filter(isNamed), ...found];
}
