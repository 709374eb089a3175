import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { live } from '../../ui/live.ts';
import { useOrganization } from '../context.ts';
import { TAGGED, type TagKind } from './tagged.ts';
import './tags.css';
import { useTagWords } from './words.ts';

/** The list of each kind of records. */
const LISTS = { customer: '/$slug/customers', license_key: '/$slug/keys', order: '/$slug/orders' } as const;

/** The tags of a row. Each leads to the records that have it. */
export function RowTags({ kind, tags }: { readonly kind: TagKind; readonly tags: readonly string[] }): ReactNode {
  const words = useTagWords();
  const { slug } = useOrganization();
  if (tags.length === 0) return null;
  return (
    <div className="tags of-row">
      {tags.map((tag) => (
        <Link key={tag} to={LISTS[kind]} params={{ slug }} search={{ tag }} className="tag">
          <span className="visually-hidden">{words.filter} </span>
          {tag}
        </Link>
      ))}
    </div>
  );
}

/** The same of a row that does not have them. `among` are all rows of the table: one request reads their tags. */
export function TagsOfRow({
  kind,
  id,
  among,
}: {
  readonly kind: Exclude<TagKind, 'license_key'>;
  readonly id: string;
  readonly among: readonly string[];
}): ReactNode {
  const { data } = useQuery({
    queryKey: ['tags', kind, 'of', among],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () => answer(TAGGED[kind].of(among)),
  });
  const found = data?.items.find((each) => each.id === id);
  return found ? <RowTags kind={kind} tags={found.tags} /> : null;
}
