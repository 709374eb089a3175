import { Access, Clock, NotPermitted, ResourceNotFound } from '#kernel';
import { aFile, digest, InMemoryMediaFiles, InMemoryMediaStore, png } from '#catalog/testing';
import { MediaFile, type NewMediaFile, type UploadClaim } from '../domain/media-file.ts';
import { CompleteUpload, CompleteUploadHandler } from './complete-upload.ts';
import { UploadPart, UploadPartHandler } from './upload-part.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

class Noon extends Clock {
  now(): Date {
    return NOW;
  }
}

async function* arriving(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const files = new InMemoryMediaFiles();
const store = new InMemoryMediaStore();
const parts = new UploadPartHandler(files, store);
const handler = new CompleteUploadHandler(files, store, new Noon());
const given = aFile().inPartsOf(10);

async function uploadParts(attributes: Partial<NewMediaFile> = {}) {
  const file = MediaFile.fromState({ ...given.build().snapshot, ...attributes });
  await files.add(file, Infinity);
  for (const [index, chunk] of given.chunks().entries()) await parts.execute(new UploadPart(file.id, index + 1, arriving(chunk)));
  return file;
}

const complete = (organizationId: string, id: string, claim: UploadClaim, manageable = [organizationId]) =>
  handler.execute(new CompleteUpload(new Access([organizationId], manageable, 'files'), id, claim));
const { sha256 } = given.content();

test('uploaded parts become a file, and the parts are deleted', async () => {
  const file = await uploadParts();
  await complete(file.organizationId, file.id, given.claim(file));
  expect(file.snapshot.uploadedAt).toEqual(NOW);
  expect(await store.bytes(file.id, sha256)).toEqual(Buffer.concat(given.chunks()));
  expect((await store.assemble(file.id, [1, 2])).content.parts).toEqual([]);
});

test('a wrong claim can be repeated; wrong bytes are deleted', async () => {
  const file = await uploadParts();
  const claim = given.claim(file);
  const wrong = { ...claim, parts: claim.parts.map((part) => ({ ...part, checksumEtag: 'x' })) };
  await expect(complete(file.organizationId, file.id, wrong)).rejects.toThrow('another one');
  expect((await store.assemble(file.id, [1, 2])).content.parts).toHaveLength(2);

  const other = await uploadParts({ checksumSha256: digest(png(), 'base64') });
  await expect(complete(other.organizationId, other.id, given.claim(other))).rejects.toThrow('announced checksum');
  expect((await store.assemble(other.id, [1, 2])).content.parts).toEqual([]);
  expect([other.snapshot.uploadedAt, await store.bytes(other.id, sha256)]).toEqual([null, null]);
});

test('a caller without permission changes nothing', async () => {
  const file = await uploadParts();
  await expect(complete(file.organizationId, file.id, given.claim(file), [])).rejects.toThrow(NotPermitted);
  await expect(complete('elsewhere', file.id, given.claim(file))).rejects.toThrow(ResourceNotFound);
  expect((await store.assemble(file.id, [1, 2])).content.parts).toHaveLength(2);
});

test('a part that arrives while its file is being deleted is deleted', async () => {
  const file = await uploadParts();
  async function* slow(): AsyncIterable<Uint8Array> {
    file.delete(NOW);
    await store.remove(file.id);
    yield given.chunks()[0]!;
  }
  await expect(parts.execute(new UploadPart(file.id, 1, slow()))).rejects.toThrow(ResourceNotFound);
  expect((await store.assemble(file.id, [1])).content.parts).toEqual([]);
});
