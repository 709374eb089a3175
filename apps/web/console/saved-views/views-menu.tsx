import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Check, Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header, MenuItem, MenuSection } from 'react-aria-components';
import { MenuPopover, type OpenMenu } from '../../ui/menu-popover.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { useMay, useOrganization } from '../context.ts';
import { areSame, filtersOf, pageOf, type SavedView, savedViewsQuery, type ViewedList } from './views.ts';
import { useViewWords } from './words.ts';

/** The views of a list: each is one press away. */
export default function ViewsMenu({
  menu,
  list,
  onDialog,
}: {
  readonly menu: OpenMenu;
  readonly list: ViewedList;
  readonly onDialog: (dialog: 'save' | 'manage') => void;
}): ReactNode {
  const words = useViewWords();
  const textOf = useProblemText();
  const shown = filtersOf(useSearch({ strict: false }));
  const mayWrite = useMay('saved_views:write');
  const { data, error } = useQuery(savedViewsQuery(useOrganization().organization_id));
  if (!data && !error) return null;
  const views = data?.filter((view) => view.list === list) ?? [];
  return (
    <MenuPopover {...menu}>
      <Views title={words.own} views={views.filter((view) => !view.is_shared)} shown={shown} />
      <Views title={words.shared} views={views.filter((view) => view.is_shared)} shown={shown} />
      {error && (
        <MenuItem isDisabled className="option" textValue={words.none}>
          {textOf(error)}
        </MenuItem>
      )}
      {data && views.length === 0 && (
        <MenuItem isDisabled className="option" textValue={words.none}>
          {words.none}
        </MenuItem>
      )}
      {mayWrite && (
        <MenuItem
          className="option"
          textValue={words.save}
          isDisabled={Object.keys(shown).length === 0}
          onAction={() => onDialog('save')}
        >
          <Plus aria-hidden />
          {words.save}
        </MenuItem>
      )}
      {mayWrite && views.length > 0 && (
        <MenuItem className="option" textValue={words.manage} onAction={() => onDialog('manage')}>
          <Pencil aria-hidden />
          {words.manage}
        </MenuItem>
      )}
    </MenuPopover>
  );
}

function Views({
  title,
  views,
  shown,
}: {
  readonly title: string;
  readonly views: readonly SavedView[];
  readonly shown: SavedView['filters'];
}): ReactNode {
  const navigate = useNavigate();
  const { slug } = useOrganization();
  if (views.length === 0) return null;
  return (
    <MenuSection selectionMode="single" selectedKeys={views.filter(({ filters }) => areSame(filters, shown)).map(({ id }) => id)}>
      <Header className="options-heading">{title}</Header>
      {views.map((view) => (
        <MenuItem
          key={view.id}
          id={view.id}
          textValue={view.name}
          className="option"
          onAction={() => void navigate(pageOf(view, slug))}
        >
          {view.name}
          {areSame(view.filters, shown) && <Check aria-hidden className="tick" />}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
