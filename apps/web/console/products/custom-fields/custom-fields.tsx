import '../../catalog.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, TextCursorInput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectInput } from '../../../ui/choices.tsx';
import { PageHead } from '../../../ui/surfaces.tsx';
import { BackLink } from '../../back-link.tsx';
import { api, useMay, useOrganization } from '../../context.ts';
import { choicesOf } from '../../form-fields.tsx';
import { useListAddress } from '../../list-address.ts';
import { SearchInput } from '../../list-filters.tsx';
import { NoRows, PagedCard } from '../../paged-card.tsx';
import { useWords } from '../../words/index.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FieldTable } from './field-table.tsx';
import { FIELD_TYPES } from './filters.ts';
import { useCustomFieldWords } from './words.ts';

const PER_PAGE = 25;
const ALL = 'all';

export function CustomFieldsPage(): ReactNode {
  const words = useCustomFieldWords();
  const { nav } = useWords();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/products/custom-fields');
  const { query, type } = search;
  const { organization_id: id } = useOrganization();
  const mayCreate = useMay('custom_fields:write');
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    queryKey: ['custom-fields', id, search],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/custom-fields/', {
          params: {
            query: { organization_id: [id], query, type: type && [type], sorting: ['name'], page, limit: PER_PAGE },
          },
        }),
      ),
  });
  return (
    <>
      <BackLink to="/$slug/products">{nav.products}</BackLink>
      <PageHead title={nav.customFields} text={words.text}>
        {mayCreate && (
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        )}
      </PageHead>
      <div className="filters">
        <SelectInput
          bare
          label={words.type}
          value={type ?? ALL}
          choices={[{ id: ALL, label: words.everyType }, ...choicesOf(words.types)]}
          onChange={(chosen) => change({ type: FIELD_TYPES.find((each) => each === chosen) })}
        />
        <SearchInput
          label={words.searchLabel}
          placeholder={words.search}
          value={query ?? ''}
          onSearch={(text) => change({ query: text || undefined })}
        />
      </div>
      <PagedCard
        of={list}
        height={320}
        none={<NoRows icon={TextCursorInput} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <FieldTable rows={items} />}
      </PagedCard>
      {isCreating && <FieldDialog onClose={() => setCreating(false)} />}
    </>
  );
}
