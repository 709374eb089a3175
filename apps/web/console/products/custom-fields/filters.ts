import type { Schema } from '../../../api/client.ts';
import { oneIn, pageIn, type Search, textIn } from '../../search-parameters.ts';

export type CustomField = Schema<'ListResourceCustomField'>['items'][number];
export const FIELD_TYPES = ['text', 'number', 'date', 'checkbox', 'select'] as const satisfies CustomField['type'][];

/** What the address of the list of custom fields says. */
export interface CustomFieldsSearch {
  readonly query?: string;
  readonly type?: CustomField['type'];
  readonly page?: number;
}

export const readCustomFieldsSearch = (search: Search): CustomFieldsSearch => ({
  query: textIn(search['query']),
  type: oneIn(FIELD_TYPES, search['type']),
  page: pageIn(search['page']),
});
