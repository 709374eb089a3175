import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { mediaStoreContract } from '../../../testing/media-store.contract.ts';
import { FolderMediaStore } from './folder-media-store.ts';

mediaStoreContract('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-media-'));
  const store = new FolderMediaStore(join(folder, 'media'));
  const temporaryFiles = async (): Promise<string[]> =>
    (await readdir(folder, { recursive: true })).filter((name) => /\.[0-9a-f-]{36}$/.test(name));
  return {
    store,
    bytes: async (file, sha256) => {
      const stream = await store.read(file, sha256);
      return stream && buffer(stream);
    },
    close: async () => {
      const left = await temporaryFiles();
      await rm(folder, { recursive: true });
      if (left.length > 0) throw new Error(`Temporary files were not deleted: ${left.join(', ')}`);
    },
  };
});
