import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckboxGroup } from '../../ui/checkbox.tsx';
import { flagsQuery } from '../benefits/flags-query.ts';
import { useOrganization } from '../context.ts';
import { useReleaseWords } from './words.ts';

/** The flags that a license key needs for a release. */
export function RequiredFlagsInput({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const words = useReleaseWords();
  const flags = useQuery(flagsQuery(useOrganization().organization_id)).data ?? [];
  if (flags.length === 0) return null;
  const choices = flags.map(({ id, description }) => ({ id, label: description }));
  return <CheckboxGroup title={words.required} hint={words.requiredHint} choices={choices} chosen={chosen} onChange={onChange} />;
}
