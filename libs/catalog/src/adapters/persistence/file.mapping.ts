/** The row as queries see it. */
export interface FilesTable {
  readonly id: string;
  readonly organization_id: string;
  readonly service: 'product_media' | 'organization_avatar';
  readonly name: string;
  readonly version: string | null;
  readonly mime_type: string;
  readonly size: number;
  /** In base64. */
  readonly checksum_sha256: string | null;
  readonly checksum_etag: string | null;
  readonly uploaded_at: Date | null;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

export interface FileTables {
  readonly 'catalog.files': FilesTable;
}
