import type { ReactNode } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { METRIC_GROUPS, type MetricGroup, USE_GROUPS, type UseGroup } from './filters.ts';
import { useChartWords } from './words.ts';

/** Chooses what is shown, among what the user may see. */
export function GroupChoice({ value }: { readonly value: MetricGroup | UseGroup }): ReactNode {
  const words = useChartWords();
  const { change } = useListAddress('/$slug/charts');
  const { scopes } = useOrganization();
  const groups = [...METRIC_GROUPS, ...(scopes.includes('license_keys:read') ? USE_GROUPS : [])];
  return (
    <SelectInput
      bare
      label={words.group}
      value={value}
      choices={groups.map((each) => ({ id: each, label: words.groups[each] }))}
      onChange={(chosen) => change({ group: chosen, by: undefined })}
    />
  );
}
