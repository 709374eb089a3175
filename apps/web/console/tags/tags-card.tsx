import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Tag, TagGroup, TagList } from 'react-aria-components';
import { answer } from '../../api/client.ts';
import { IconButton } from '../../ui/button.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { live } from '../../ui/live.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { useMay } from '../context.ts';
import { TagInput } from './tag-input.tsx';
import { TAGGED, type TagKind } from './tagged.ts';
import './tags.css';
import { useTagWords } from './words.ts';

/** The tags of a customer, a license key or an order. */
export default function TagsCard({ kind, id }: { readonly kind: TagKind; readonly id: string }): ReactNode {
  const words = useTagWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const { write, list, get, set } = TAGGED[kind];
  const mayWrite = useMay(write);
  const [text, setText] = useState('');
  const tags = useQuery({ queryKey: ['tags', kind, 'one', id], ...live(), queryFn: () => answer(get(id)) }).data?.tags;
  if (!tags) return null;
  const save = async (next: string[]): Promise<void> => {
    await answer(set(id, { tags: next }));
    await Promise.all([['tags', kind], [list], ['timeline']].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const add = async (): Promise<void> => {
    if (text.trim() !== '') await save([...tags, text]);
    setText('');
  };
  const remove = (removed: ReadonlySet<unknown>): void =>
    void save(tags.filter((tag) => !removed.has(tag))).catch((error: unknown) => badToast(textOf(error)));
  return (
    <Card title={words.title} note={words.text}>
      {tags.length === 0 ? (
        <p className="faint">{words.none}</p>
      ) : (
        <TagGroup aria-label={words.title} {...(mayWrite ? { onRemove: remove } : {})}>
          <TagList className="tags">
            {tags.map((tag) => (
              <Tag key={tag} id={tag} textValue={tag} className="tag">
                {tag}
                {mayWrite && <IconButton slot="remove" small label={words.remove(tag)} icon={X} />}
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      )}
      {mayWrite && (
        <div className="new-tag">
          <ApiForm submitLabel={words.add} submit={{ icon: Plus }} onSubmit={add}>
            <TagInput bare kind={kind} label={words.field} value={text} onChange={setText} />
          </ApiForm>
        </div>
      )}
    </Card>
  );
}
