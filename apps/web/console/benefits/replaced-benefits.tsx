import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ComboInput } from '../../ui/choices.tsx';
import { benefitsQuery, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const MOST = 20;

/** The benefits of smaller editions, whose keys move here when their customers buy this one. */
export function ReplacedBenefits({
  benefitId,
  ids,
  onChange,
}: {
  readonly benefitId: string | undefined;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}): ReactNode {
  const { benefit: words, product } = useWords();
  const { show, removeOf } = useUiWords();
  const { organization_id } = useOrganization();
  const all = (useQuery(benefitsQuery(organization_id)).data?.items ?? []).filter(({ id }) => id !== benefitId);
  const others = all.filter(({ id }) => !ids.includes(id));
  const nameOf = (id: string): string => all.find((each) => each.id === id)?.description ?? id;
  return (
    <fieldset className="group">
      <legend>{words.replaces}</legend>
      <p className="faint small">{words.replacesHint}</p>
      {ids.length > 0 && (
        <ul className="plain-list">
          {ids.map((id) => (
            <li key={id} className="row">
              {nameOf(id)}
              <IconButton
                small
                label={removeOf(nameOf(id))}
                icon={X}
                onPress={() => onChange(ids.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && ids.length < MOST && (
        <ComboInput
          key={ids.length}
          bare
          label={words.replaces}
          placeholder={product.findBenefit}
          showAll={show}
          value={null}
          choices={others.map(({ id, description }) => ({ id, label: description }))}
          onChange={(id) => id && onChange([...ids, id])}
        />
      )}
    </fieldset>
  );
}
