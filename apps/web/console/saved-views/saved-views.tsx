import { Bookmark } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useWords } from '../words/index.ts';
import type { ViewedList } from './views.ts';

const ViewsMenu = lazy(() => import('./views-menu.tsx'));
const ViewsDialog = lazy(() => import('./views-dialog.tsx'));

/** Opens what people have saved of a list, and saves what it shows. */
function SavedViews({ list }: { readonly list: ViewedList }): ReactNode {
  const { views } = useWords();
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  return (
    <>
      <MenuButton label={views} menu={(menu) => <ViewsMenu menu={menu} list={list} onDialog={setDialog} />}>
        <Button icon={Bookmark}>{views}</Button>
      </MenuButton>
      {dialog && (
        <Suspense>
          <ViewsDialog list={list} does={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The filters of a list, with the views that people have saved of it. */
export const ListFilters = ({
  list,
  isLabeled = false,
  children,
}: {
  readonly list: ViewedList;
  /** Some filters have their label beside them. */
  readonly isLabeled?: boolean;
  readonly children: ReactNode;
}): ReactNode => (
  <div className={isLabeled ? 'filters labeled' : 'filters'}>
    {children}
    <SavedViews list={list} />
  </div>
);
