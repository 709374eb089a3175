import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { useOrganization } from '../context.ts';
import { type TagKind, usedTagsQuery } from './tagged.ts';

const LONGEST = 40;

/** A tag, with those that are in use as suggestions. */
export function TagInput({
  kind,
  label,
  value,
  onChange,
  bare,
  autoFocus = false,
}: {
  readonly kind: TagKind;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Shows only the control; the label is its name for screen readers. */
  readonly bare?: boolean;
  readonly autoFocus?: boolean;
}): ReactNode {
  const { organization_id } = useOrganization();
  const used = useQuery(usedTagsQuery(kind, organization_id)).data?.items ?? [];
  const list = useId();
  return (
    <TextField className="field" value={value} onChange={onChange} maxLength={LONGEST} {...(bare ? { 'aria-label': label } : {})}>
      {!bare && <Label>{label}</Label>}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a dialog */}
      <Input className="input" list={list} autoFocus={autoFocus} placeholder={bare ? label : undefined} />
      <datalist id={list}>
        {used.map(({ tag }) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </datalist>
    </TextField>
  );
}
