import type { CommandBus } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import { CompleteUpload, CreateBenefit, CreateFile, UploadPart } from '#catalog';
import { Access } from '#kernel';
import type { DemoDownloads } from './demo.ts';

const NAME = 'acme-studio.txt';
const BYTES = Buffer.from('Acme Studio is installed by unpacking it.\n');

/** Uploads a small file, and creates a benefit of it. */
export async function makeDownloads(commands: CommandBus, organizationId: string): Promise<DemoDownloads> {
  const access = new Access([organizationId], [organizationId], 'files');
  const checksumSha256 = createHash('sha256').update(BYTES).digest('base64');
  const part = { number: 1, chunkStart: 0, chunkEnd: BYTES.length, checksumSha256Base64: checksumSha256 };
  const file = { organizationId, service: 'downloadable', name: NAME, mimeType: 'text/plain' } as const;
  const fileId = await commands.execute(
    new CreateFile({ ...file, version: null, size: BYTES.length, checksumSha256, parts: [part] }),
  );
  const { etag } = await commands.execute(new UploadPart(fileId, part.number, contents()));
  const path = `${file.service}/${organizationId}/${fileId}/${NAME}`;
  const parts = [{ number: part.number, checksumEtag: etag, checksumSha256Base64: checksumSha256 }];
  await commands.execute(new CompleteUpload(access, fileId, { id: fileId, path, parts }));
  const benefitId = await commands.execute(
    new CreateBenefit({
      organizationId,
      type: 'downloadables',
      description: 'Acme Studio for every platform',
      metadata: {},
      properties: { files: [fileId], archived: {} },
    }),
  );
  return { benefit_id: benefitId, file_id: fileId };
}

async function* contents(): AsyncGenerator<Uint8Array> {
  yield BYTES;
}
