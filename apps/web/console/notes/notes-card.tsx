import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { Pager } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization, userQuery } from '../context.ts';
import { useWho } from '../history/story.tsx';
import { SearchInput } from '../list-filters.tsx';
import { NoteDialog, type NoteSubject } from './note-dialog.tsx';
import './notes.css';
import { useNoteWords } from './words.ts';

const PER_PAGE = 10;
type Note = Schema<'Note'>;

function filterOf(subject: NoteSubject) {
  if ('customer_id' in subject) return { customer_id: [subject.customer_id] };
  return 'order_id' in subject ? { order_id: [subject.order_id] } : { license_key_id: [subject.license_key_id] };
}

/** What the team wrote about a customer with its license keys and orders, about a license key, or about an order. */
export default function NotesCard({ subject }: { readonly subject: NoteSubject }): ReactNode {
  const words = useNoteWords();
  const { number } = useFormats();
  const queries = useQueryClient();
  const mayWrite = useMay('notes:write');
  const [page, setPage] = useState(1);
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<Note | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Note | null>(null);
  const notes = useQuery({
    queryKey: ['notes', subject, page, query],
    placeholderData: keepPreviousData,
    ...live(),
    queryFn: () => answer(api.GET('/v1/notes/', { params: { query: { ...filterOf(subject), page, limit: PER_PAGE, query } } })),
  }).data;
  const changed = async (said?: string): Promise<void> => {
    setPage(1);
    await queries.invalidateQueries({ queryKey: ['notes'] });
    if (said) toast(said);
  };
  const remove = async ({ id }: Note): Promise<void> => {
    await answer(api.DELETE('/v1/notes/{id}', { params: { path: { id } } }));
    await changed(words.removed);
  };
  if (!notes) return null;
  const { items, pagination } = notes;
  const isSearched = query !== '' || pagination.max_page > 1;
  const search = (text: string): void => {
    setQuery(text);
    setPage(1);
  };
  const add = mayWrite && (
    <Button small icon={Plus} onPress={() => setEditing('new')}>
      {words.add}
    </Button>
  );
  return (
    <Card flush title={words.title} note={words.text} end={add}>
      {isSearched && (
        <div className="card-body">
          <SearchInput label={words.search} placeholder={words.search} value={query} onSearch={search} />
        </div>
      )}
      {items.length === 0 ? (
        <p className="card-body faint">{query === '' ? words.none : words.noMatch}</p>
      ) : (
        <ul className="notes">
          {items.map((note) => (
            <li key={note.id}>
              <NoteText note={note} isAmongOthers={'customer_id' in subject} />
              {mayWrite && <NoteActions note={note} onEdit={setEditing} onDelete={setLeaving} onChanged={changed} />}
            </li>
          ))}
        </ul>
      )}
      {pagination.max_page > 1 && (
        <Pager summary={words.total(number(pagination.total_count))} page={page} pages={pagination.max_page} onPage={setPage} />
      )}
      {editing && (
        <NoteDialog
          subject={subject}
          note={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={changed}
        />
      )}
      <ConfirmDialog
        title={words.removeTitle}
        text={words.removeText}
        confirm={words.remove}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => remove(leaving!)}
      />
    </Card>
  );
}

function NoteText({ note, isAmongOthers }: { readonly note: Note; readonly isAmongOthers: boolean }): ReactNode {
  const words = useNoteWords();
  const who = useWho();
  const { slug } = useOrganization();
  const { author, created_at, modified_at, license_key_id, order_id } = note;
  return (
    <div>
      <p className="note-text">{note.text}</p>
      <p className="faint small row">
        {note.is_pinned && <Status tone="warn">{words.pinned}</Status>}
        <span>
          {who(author)} · <Ago at={created_at} />
          {modified_at && ` · ${words.edited}`}
        </span>
        {isAmongOthers && license_key_id && (
          <Link to="/$slug/keys/$id" params={{ slug, id: license_key_id }}>
            {words.about.license_key}
          </Link>
        )}
        {isAmongOthers && order_id && (
          <Link to="/$slug/orders/$id" params={{ slug, id: order_id }}>
            {words.about.order}
          </Link>
        )}
      </p>
    </div>
  );
}

function NoteActions({
  note,
  onEdit,
  onDelete,
  onChanged,
}: {
  readonly note: Note;
  readonly onEdit: (note: Note) => void;
  readonly onDelete: (note: Note) => void;
  readonly onChanged: () => Promise<void>;
}): ReactNode {
  const words = useNoteWords();
  const textOf = useProblemText();
  const { role } = useOrganization();
  const me = useQuery(userQuery).data?.id;
  const { id, is_pinned, author } = note;
  // The support desk takes nothing away that others wrote.
  const mayReplace = role !== 'support' || author.id === me;
  const pin = async (): Promise<void> => {
    try {
      await answer(api.PATCH('/v1/notes/{id}', { params: { path: { id } }, body: { is_pinned: !is_pinned } }));
      await onChanged();
    } catch (error) {
      badToast(textOf(error));
    }
  };
  return (
    <div className="row end">
      <IconButton
        small
        label={is_pinned ? words.unpin : words.pin}
        icon={is_pinned ? ArrowDown : ArrowUp}
        onPress={() => void pin()}
      />
      {mayReplace && (
        <>
          <IconButton small label={words.edit} icon={Pencil} onPress={() => onEdit(note)} />
          <IconButton small look="quiet-danger" label={words.remove} icon={Trash2} onPress={() => onDelete(note)} />
        </>
      )}
    </div>
  );
}
