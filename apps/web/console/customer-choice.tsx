import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { answer } from '../api/client.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { api, useOrganization } from './context.ts';
import { useWords } from './words/index.ts';

const FEW = 8;

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** The id of the customer; `undefined` for all. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** A filter by one customer, who is found by typing a name or an e-mail address. */
export const CustomerChoice = ({ value, ...props }: Props): ReactNode =>
  value === undefined ? <Finder {...props} /> : <Chosen {...props} id={value} />;

function Chosen({ id, label, onChange }: Omit<Props, 'value'> & { readonly id: string }): ReactNode {
  const { customer: words } = useWords();
  const { data } = useQuery({
    queryKey: ['customers', 'one', id],
    queryFn: () => answer(api.GET('/v1/customers/{id}', { params: { path: { id } } })),
  });
  const name = data ? (data.name ?? data.email ?? words.unnamed) : id;
  return (
    <Button icon={X} onPress={() => onChange(undefined)}>
      {`${label}: ${name}`}
    </Button>
  );
}

function Finder({ label, placeholder, onChange }: Omit<Props, 'value'>): ReactNode {
  const { customer: words } = useWords();
  const { noMatches } = useUiWords();
  const { organization_id } = useOrganization();
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['customers', 'found', organization_id, query],
    enabled: query.length > 1,
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/customers/', { params: { query: { organization_id: [organization_id], query, limit: FEW } } })),
  });
  const items = query.length > 1 ? (found.data?.items ?? []) : [];
  return (
    <ComboBox
      aria-label={label}
      className="field"
      items={items}
      inputValue={text}
      onInputChange={setText}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      validationBehavior="aria"
      allowsEmptyCollection
    >
      <Input className="input" placeholder={placeholder} />
      <Popover className="popover">
        <ListBox className="options" renderEmptyState={() => <p className="option">{noMatches}</p>}>
          {({ id, name, email }: (typeof items)[number]) => (
            <ListBoxItem id={id} textValue={name ?? email ?? words.unnamed} className="option">
              {name ?? email ?? words.unnamed}
              {name && email && <span className="faint small">{email}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
