import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import type { Filter } from './filter-draft.ts';

/** The events that a meter counts, in words. */
export function FilterText({ filter: { conjunction, clauses } }: { readonly filter: Filter }): ReactNode {
  const { meters, meterEditor: words } = useWords();
  if (clauses.length === 0) return <p className="faint">{meters.everyEvent}</p>;
  return (
    <>
      {clauses.length > 1 && <p className="faint small">{words.conjunctions[conjunction]}</p>}
      <ul className="filter-text">
        {Object.entries(clauses).map(([place, part]) => (
          <li key={place}>
            {'clauses' in part ? (
              <FilterText filter={part} />
            ) : (
              <>
                <code>{part.property}</code> {words.operators[part.operator]}{' '}
                <code>{typeof part.value === 'boolean' ? words.truths[part.value ? 'true' : 'false'] : part.value}</code>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
