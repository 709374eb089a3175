import { useNavigate } from '@tanstack/react-router';
import {
  CircleCheck,
  FileText,
  KeyRound,
  type LucideIcon,
  Package,
  PackageX,
  Receipt,
  Repeat,
  TextCursorInput,
  User,
} from 'lucide-react';
import { answer } from '../api/client.ts';
import { api, type Membership } from './context.ts';
import { mayOpen, pagesFor } from './navigation.ts';
import { type Found, type PaletteStep, useActions, useViews } from './palette-actions.ts';
import { useErrors } from './palette-errors.ts';
import { useRequests } from './palette-requests.ts';
import { type Result, useProblemOf, useResults, wayOf } from './palette-search.ts';
import { useWords } from './words/index.ts';

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
  const requests = useRequests(membership, searched.isNothing ? text : '');
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
    const { type, id, name, detail, tag } = result;
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
      { id, label: name, note, tag, icon: ICONS[type], go },
      ...(way ? [{ id: `mend ${id}`, label: words.mend[way], note: name, icon: CircleCheck, go: mend }] : []),
    ];
  });
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
  const named = [...actions, ...pages, ...more, ...(text === '' ? [] : views)].filter(isNamed);
  return [...named, ...errors, ...found, ...requests];
}
