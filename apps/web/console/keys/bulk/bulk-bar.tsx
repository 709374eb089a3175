import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormats, usePartWords } from '../../../i18n/languages.tsx';
import { Button } from '../../../ui/button.tsx';
import { ExportLink } from '../../export-link.tsx';
import type { keyFilter } from '../filters.ts';
import { BULK_ACTIONS, BULK_WORDS, type BulkActionType } from './bulk-actions.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

type Filter = ReturnType<typeof keyFilter>['filter'];

/** The address of an export has room for the IDs of so many. */
const MOST_EXPORTED = 200;

/** What can be done with the keys that are chosen, or with all that match what the list is filtered by. */
export function BulkBar({
  organizationId,
  chosen,
  filter,
  shown,
  onChoose,
}: {
  readonly organizationId: string;
  readonly chosen: readonly string[];
  readonly filter: Filter;
  /** The keys in the list. */
  readonly shown: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}): ReactNode {
  const words = usePartWords(BULK_WORDS);
  const { number } = useFormats();
  const [matching, setMatching] = useState<Filter | null>(null);
  const [action, setAction] = useState<BulkActionType | null>(null);
  const isAll = matching === filter;
  const set = isAll ? { filter } : { ids: [...chosen] };
  return (
    <div className="filters bulk-bar" role="group" aria-label={words.label}>
      <strong role="status">{isAll ? words.allChosen : words.chosen(chosen.length, number(chosen.length))}</strong>
      {BULK_ACTIONS.map((each) => (
        <Button key={each} small onPress={() => setAction(each)}>
          {words.actions[each]}
        </Button>
      ))}
      {(isAll || chosen.length <= MOST_EXPORTED) && (
        <ExportLink
          small
          path="license-keys/export"
          file="license-keys"
          parameters={{ organization_id: organizationId, ...(isAll ? filter : { id: chosen }) }}
        />
      )}
      <Button small look="quiet" onPress={() => onChoose(shown)}>
        {words.chooseShown}
      </Button>
      <Button small look="quiet" isDisabled={isAll} onPress={() => setMatching(filter)}>
        {words.chooseAll}
      </Button>
      <Button small look="quiet" onPress={() => onChoose([])}>
        {words.clear}
      </Button>
      {action && (
        <Suspense>
          <BulkDialog
            type={action}
            set={{ ...set, organization_id: organizationId }}
            onClose={() => setAction(null)}
            onDone={() => onChoose([])}
          />
        </Suspense>
      )}
    </div>
  );
}
