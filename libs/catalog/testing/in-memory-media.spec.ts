import { InMemoryMediaFiles } from './in-memory-media-files.ts';
import { InMemoryMediaStore } from './in-memory-media-store.ts';
import { mediaFilesContract } from './media-files.contract.ts';
import { mediaStoreContract } from './media-store.contract.ts';

mediaFilesContract('memory', async () => ({ files: new InMemoryMediaFiles(), close: async () => undefined }));

mediaStoreContract('memory', async () => {
  const store = new InMemoryMediaStore();
  return { store, bytes: (file, sha256) => store.bytes(file, sha256), close: async () => undefined };
});
