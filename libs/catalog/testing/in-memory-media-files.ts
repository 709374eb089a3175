import { ResourceNotFound, type Sync } from '#kernel';
import type { MediaFile } from '../src/domain/media-file.ts';
import { FileStorageFull } from '../src/domain/media-file.errors.ts';
import { MediaFiles, type WhichMediaFile } from '../src/domain/media-files.ts';

export class InMemoryMediaFiles extends MediaFiles {
  private readonly rows = new Map<string, { readonly file: MediaFile; readonly createdAt: Date }>();

  constructor(private readonly now: () => Date = () => new Date()) {
    super();
  }

  async add(file: MediaFile, most: number): Promise<void> {
    const others = [...this.rows.values()].map((row) => row.file);
    const counted = others.filter(
      ({ snapshot: { organizationId, deletedAt } }) => organizationId === file.organizationId && !deletedAt,
    );
    const stored = counted.reduce((sum, { snapshot: { size } }) => sum + size, 0);
    if (stored + file.snapshot.size > most) throw new FileStorageFull(stored, most);
    this.rows.set(file.id, { file, createdAt: this.now() });
  }

  async change<T>({ id, organizations }: WhichMediaFile, by: (file: MediaFile) => Sync<T>): Promise<T> {
    const file = this.rows.get(id)?.file;
    if (!file || file.snapshot.deletedAt || organizations?.includes(file.organizationId) === false) throw new ResourceNotFound();
    return by(file) as T;
  }

  async downloadable(ids: readonly string[], organizations: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const files = ids.flatMap((id) => this.rows.get(id)?.file ?? []);
    const found = files.filter(
      ({ snapshot: { service, uploadedAt, deletedAt, organizationId } }) =>
        service === 'downloadable' && uploadedAt && !deletedAt && organizations.includes(organizationId),
    );
    return new Map(found.map(({ id, organizationId }) => [id, organizationId]));
  }

  async changeUnfinished(createdBefore: Date, by: (file: MediaFile) => void): Promise<number> {
    const found = [...this.rows.values()].filter(
      ({ file, createdAt }) => !file.snapshot.uploadedAt && !file.snapshot.deletedAt && createdAt < createdBefore,
    );
    for (const { file } of found) by(file);
    return found.length;
  }

  async deletedBefore(time: Date): Promise<string[]> {
    return [...this.rows.values()].flatMap(({ file }) =>
      file.snapshot.deletedAt && file.snapshot.deletedAt < time ? [file.id] : [],
    );
  }

  async purge(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (this.rows.get(id)?.file.snapshot.deletedAt) this.rows.delete(id);
  }
}
