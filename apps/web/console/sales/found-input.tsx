import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { api, useOrganization } from '../context.ts';
import { hasText } from '../has-text.ts';

const FEW = 8;

/** A customer or a product that was chosen. */
export interface Chosen {
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
}

/** One customer or product, found by a part of its name or address. What is typed and is none of them counts as text. */
export function FoundInput({
  name,
  label,
  hint,
  kind,
  initial,
  chosen,
  onChange,
  autoFocus = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: 'customer' | 'product';
  /** What is shown before anything is typed. */
  readonly initial: readonly Chosen[];
  readonly chosen: Chosen | null;
  readonly onChange: (chosen: Chosen | null, text: string) => void;
  readonly autoFocus?: boolean;
}): ReactNode {
  const { noMatches } = useUiWords();
  const { organization_id } = useOrganization();
  const [text, setText] = useState(chosen?.name ?? '');
  const query = useDeferredValue(text.trim());
  const isSearched = query.length > 1 && chosen === null;
  const found = useQuery({
    queryKey: ['search', organization_id, query],
    enabled: isSearched,
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/search', { params: { query: { organization_id: [organization_id], query, limit: FEW } } })),
  });
  const known = chosen && !initial.some(({ id }) => id === chosen.id) ? [chosen, ...initial] : initial;
  const named = known.filter((each) => chosen !== null || each.name.toLowerCase().includes(query.toLowerCase()));
  /** What an earlier text has found is offered only if it has the new one, too: it may be chosen before there are others. */
  const isEarlier = found.isPlaceholderData || query !== text.trim();
  const matches = (found.data?.items ?? []).filter((each) => each.type === kind && (!isEarlier || hasText(each, text.trim())));
  const items = isSearched ? matches : named;
  return (
    <ComboBox
      name={name}
      className="field"
      items={items}
      selectedKey={chosen?.id ?? null}
      inputValue={text}
      onInputChange={(typed) => {
        setText(typed);
        if (typed !== chosen?.name) onChange(null, typed.trim());
      }}
      onSelectionChange={(key) => {
        const item = items.find(({ id }) => id === key);
        if (!item) return;
        setText(item.name);
        onChange(item, item.name);
      }}
      menuTrigger={initial.length > 0 ? 'focus' : 'input'}
      validationBehavior="aria"
      allowsCustomValue
      isRequired
    >
      <Label>{label}</Label>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the page */}
      <Input className="input" autoFocus={autoFocus} />
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error" />
      <Popover className="popover">
        <ListBox className="options" renderEmptyState={() => <p className="option">{noMatches}</p>}>
          {({ id, name: title, detail }: Chosen) => (
            <ListBoxItem id={id} textValue={title} className="option">
              {title}
              {detail && detail !== title && <span className="faint small">{detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
