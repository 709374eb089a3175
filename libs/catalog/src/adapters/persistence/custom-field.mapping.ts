type CustomFieldType = 'text' | 'number' | 'date' | 'checkbox' | 'select';

/** The row as queries see it. */
export interface CustomFieldsTable {
  readonly id: string;
  readonly organization_id: string;
  readonly type: CustomFieldType;
  readonly slug: string;
  readonly name: string;
  /** Only what was set. */
  readonly properties: { readonly [key: string]: unknown };
  readonly metadata: { [key: string]: string | number | boolean };
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

export interface CustomFieldTables {
  readonly 'catalog.custom_fields': CustomFieldsTable;
}
