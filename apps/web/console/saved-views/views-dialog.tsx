import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization, userQuery } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { filtersOf, type SavedView, savedViewsQuery, type ViewedList } from './views.ts';
import './saved-views.css';
import { useViewWords } from './words.ts';

const LONGEST_NAME = 100;

/** Saves the filters that are shown, or changes and deletes what was saved. */
export default function ViewsDialog({
  list,
  does,
  onClose,
}: {
  readonly list: ViewedList;
  readonly does: 'save' | 'manage';
  readonly onClose: () => void;
}): ReactNode {
  return does === 'save' ? <SaveDialog list={list} onClose={onClose} /> : <ManageDialog list={list} onClose={onClose} />;
}

/** Reads the views again, and says what was done. */
function useSaid(): (said: string) => Promise<void> {
  const queries = useQueryClient();
  return async (said) => {
    await queries.invalidateQueries({ queryKey: ['saved-views'] });
    toast(said);
  };
}

function SaveDialog({ list, onClose }: { readonly list: ViewedList; readonly onClose: () => void }): ReactNode {
  const words = useViewWords();
  const { organization_id: id } = useOrganization();
  const filters = filtersOf(useSearch({ strict: false }));
  const [isShared, setShared] = useState(false);
  const keyOf = useIdempotencyKey();
  const say = useSaid();
  const save = async (form: FormData): Promise<void> => {
    const body = { organization_id: id, list, name: String(form.get('name')), filters, is_shared: isShared };
    await answer(api.POST('/v1/saved-views/', { body, headers: { 'Idempotency-Key': keyOf(body) } }));
    onClose();
    await say(words.saved);
  };
  return (
    <Dialog title={words.saveTitle} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.saveView} onSubmit={save} onCancel={onClose}>
        <TextInput name="name" label={words.name} maxLength={LONGEST_NAME} autoFocus isRequired />
        <SwitchInput label={words.share} isSelected={isShared} onChange={setShared} />
      </ApiForm>
    </Dialog>
  );
}

function ManageDialog({ list, onClose }: { readonly list: ViewedList; readonly onClose: () => void }): ReactNode {
  const words = useViewWords();
  const { organization_id: id, role } = useOrganization();
  const me = useQuery(userQuery).data?.id;
  const views = useQuery(savedViewsQuery(id)).data?.filter((view) => view.list === list) ?? [];
  const [chosen, setChosen] = useState<{ readonly view: SavedView; readonly does: 'edit' | 'delete' } | null>(null);
  const say = useSaid();
  const mayChange = ({ author_id }: SavedView): boolean => author_id === me || role === 'owner' || role === 'admin';
  const close = (): void => setChosen(null);
  const remove = async (view: SavedView): Promise<void> => {
    await answer(api.DELETE('/v1/saved-views/{id}', { params: { path: { id: view.id } } }));
    await say(words.deleted);
  };
  return (
    <>
      <Dialog title={words.manageTitle} isOpen onClose={onClose}>
        {views.length === 0 && <p className="soft">{words.none}</p>}
        <ul className="saved-views">
          {views.map((view) => (
            <li key={view.id} className="row">
              <span>
                {view.name} {view.is_shared && <span className="faint small">{words.isShared}</span>}
              </span>
              {mayChange(view) && (
                <span className="row end">
                  <IconButton
                    small
                    label={words.editNamed(view.name)}
                    icon={Pencil}
                    onPress={() => setChosen({ view, does: 'edit' })}
                  />
                  <IconButton
                    small
                    look="quiet-danger"
                    label={words.deleteNamed(view.name)}
                    icon={Trash2}
                    onPress={() => setChosen({ view, does: 'delete' })}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
      {chosen?.does === 'edit' && <EditDialog view={chosen.view} onClose={close} />}
      {chosen?.does === 'delete' && (
        <ConfirmDialog
          title={words.deleteTitle(chosen.view.name)}
          text={chosen.view.is_shared ? words.deleteShared : words.deleteOwn}
          confirm={words.delete}
          isDestructive
          isOpen
          onClose={close}
          onConfirm={() => remove(chosen.view)}
        />
      )}
    </>
  );
}

function EditDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }): ReactNode {
  const words = useViewWords();
  const shown = filtersOf(useSearch({ strict: false }));
  const [takesFilters, setTakesFilters] = useState(false);
  const say = useSaid();
  const change = async (form: FormData): Promise<void> => {
    const body = { name: String(form.get('name')), filters: takesFilters ? shown : null };
    await answer(api.PATCH('/v1/saved-views/{id}', { params: { path: { id: view.id } }, body }));
    onClose();
    await say(words.changed);
  };
  return (
    <Dialog title={words.editTitle} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.saveView} onSubmit={change} onCancel={onClose}>
        <TextInput name="name" label={words.name} defaultValue={view.name} maxLength={LONGEST_NAME} autoFocus isRequired />
        <SwitchInput label={words.takeFilters} isSelected={takesFilters} onChange={setTakesFilters} />
      </ApiForm>
    </Dialog>
  );
}
