import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { useOrganization } from '../context.ts';
import { type TagKind, usedTagsQuery } from './tagged.ts';
import { useTagWords } from './words.ts';

/** No tag has a comma. */
const ALL = ',';

/** Limits a list to records with a tag. It is shown where there are tags. */
export default function TagFilter({
  kind,
  value,
  onChange,
}: {
  readonly kind: TagKind;
  readonly value: string | undefined;
  readonly onChange: (tag: string | undefined) => void;
}): ReactNode {
  const words = useTagWords();
  const { organization_id } = useOrganization();
  const used = useQuery(usedTagsQuery(kind, organization_id)).data?.items ?? [];
  const tags = [...new Set([...used.map(({ tag }) => tag), ...(value ? [value] : [])])].sort();
  if (tags.length === 0) return null;
  return (
    <SelectInput
      bare
      label={words.filter}
      value={value ?? ALL}
      choices={[{ id: ALL, label: words.every }, ...tags.map((tag) => ({ id: tag, label: tag }))]}
      onChange={(tag) => onChange(tag === ALL ? undefined : tag)}
    />
  );
}
