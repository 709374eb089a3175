import { newId, ResourceNotFound } from '#kernel';
import { FileStorageFull } from '../src/domain/media-file.errors.ts';
import type { MediaFile } from '../src/domain/media-file.ts';
import type { MediaFiles } from '../src/domain/media-files.ts';
import { ORGANIZATION, OTHER_ORGANIZATION } from './benefit.builder.ts';
import { aFile } from './media-file.builder.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const LONG_AGO = new Date(0);
const inOneMinute = (): Date => new Date(Date.now() + 60_000);

/** The contract of every implementation of the port, for files. */
export function mediaFilesContract(
  storage: string,
  open: () => Promise<{ files: MediaFiles; close: () => Promise<void> }>,
): void {
  describe(`files in ${storage}`, () => {
    let files: MediaFiles;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ files, close } = await open());
    });
    afterAll(() => close());

    const stored = async (builder = aFile()): Promise<string> => {
      const file = builder.build();
      await files.add(file, Infinity);
      return file.id;
    };
    const found = (id: string, organizations?: readonly string[]) =>
      files.change({ id, organizations }, ({ snapshot }) => snapshot);
    const unfinished = async (before: Date): Promise<string[]> => {
      const ids: string[] = [];
      await files.changeUnfinished(before, ({ id }) => void ids.push(id));
      return ids;
    };

    test('a file is stored as it is', async () => {
      const file = aFile().inPartsOf(5).with({ version: '1' }).build();
      await files.add(file, Infinity);
      const { id, organizationId, path, parts, version, size, mimeType, checksumSha256 } = file.snapshot;
      const expected = { organizationId, path, parts, version, size, mimeType, checksumSha256 };
      expect(await found(id)).toMatchObject(expected);
    });

    test('of uploads at the same time, no more are stored than the organization has room for', async () => {
      const owner = newId();
      const file = aFile().of(owner).build();
      const most = 3 * file.snapshot.size + 1;
      await files.add(file, most);
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => files.add(aFile().of(owner).build(), most)));
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(refusals).toEqual(Array.from({ length: 4 }, () => new FileStorageFull(3 * file.snapshot.size, most)));
      expect(refusals.every((reason) => reason instanceof FileStorageFull)).toBe(true);

      await expect(files.add(aFile().of(owner).build(), most)).rejects.toThrow(FileStorageFull);
      await files.add(aFile().of(newId()).build(), file.snapshot.size);
      await files.change({ id: file.id }, (deleted) => deleted.delete(NOW));
      await files.add(aFile().of(owner).build(), most);
      await expect(files.add(aFile().of(owner).build(), most)).rejects.toThrow(FileStorageFull);
    });

    test('a change is visible to the next change; a rejected change stores nothing', async () => {
      const given = aFile().with({ checksumSha256: null });
      const id = await stored(given);
      await files.change({ id, organizations: [ORGANIZATION] }, (file) => file.complete(given.content(), NOW));
      await expect(files.change({ id }, (file) => file.update({ name: '' }))).rejects.toThrow('A name has');
      expect(await found(id)).toMatchObject({ uploadedAt: NOW, name: 'logo.png' });
    });

    test('unknown, foreign and deleted files are not found', async () => {
      const foreign = await stored(aFile().of(OTHER_ORGANIZATION));
      const deleted = await stored();
      await files.change({ id: deleted }, (file) => file.delete(NOW));
      for (const id of [newId(), foreign, deleted]) await expect(found(id, [ORGANIZATION])).rejects.toThrow(ResourceNotFound);
      await expect(found(deleted)).rejects.toThrow(ResourceNotFound);
      expect((await found(foreign)).id).toBe(foreign);
    });

    test('files to download are found when they are complete, by their organization', async () => {
      const content = aFile().with({ service: 'downloadable', mimeType: 'application/zip', name: 'app.zip' });
      const complete = async (builder: typeof content): Promise<string> => {
        const id = await stored(builder);
        await files.change({ id }, (file) => file.complete(builder.content(), NOW));
        return id;
      };
      const [ready, incomplete] = [await complete(content), await stored(content)];
      const [picture, deleted] = [await complete(aFile()), await complete(content)];
      await files.change({ id: deleted }, (file) => file.delete(NOW));
      const ids = [ready, incomplete, picture, deleted, newId()];
      expect([...(await files.downloadable(ids, [ORGANIZATION]))]).toEqual([[ready, ORGANIZATION]]);
      expect((await files.downloadable(ids, [OTHER_ORGANIZATION])).size).toBe(0);
    });

    test('unfinished files are found by the time of their creation', async () => {
      const done = aFile();
      const [id, complete, deleted] = [await stored(), await stored(done), await stored()];
      await files.change({ id: complete }, (file: MediaFile) => file.complete(done.content(), NOW));
      await files.change({ id: deleted }, (file) => file.delete(NOW));
      expect(await unfinished(LONG_AGO)).toEqual([]);
      const ids = await unfinished(inOneMinute());
      expect(ids).toContain(id);
      expect(ids).not.toContain(complete);
      expect(ids).not.toContain(deleted);
      const count = await files.changeUnfinished(inOneMinute(), (file) => file.delete(NOW));
      expect([count, await unfinished(inOneMinute())]).toEqual([ids.length, []]);
    });

    test('deleted files are found by the time of their deletion and can be purged; others cannot', async () => {
      const [id, existing] = [await stored(), await stored()];
      await files.change({ id }, (file) => file.delete(NOW));
      const after = new Date(NOW.getTime() + 1);
      expect(await files.deletedBefore(NOW)).not.toContain(id);
      expect(await files.deletedBefore(after)).toContain(id);
      await files.purge([id, existing]);
      expect(await files.deletedBefore(after)).not.toContain(id);
      expect((await found(existing)).id).toBe(existing);
    });
  });
}
