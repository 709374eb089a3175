import { fieldError, ValidationFailed } from '#kernel';
import type { MediaFiles } from '../domain/media-files.ts';

/**
 * Loads the files that benefit properties name. The returned check throws `ValidationFailed` for those that are not complete files
 * to download of the given organization; it passes if the properties name no files.
 */
export async function loadFileCheck(
  files: MediaFiles,
  properties: object | undefined,
  organizations: readonly string[],
): Promise<(organizationId: string) => void> {
  const ids = properties && 'files' in properties ? (properties.files as readonly string[]) : [];
  const found = await files.downloadable(ids, organizations);
  return (organizationId) =>
    ValidationFailed.throwIfAny(
      ids.flatMap((id, index) =>
        found.get(id) === organizationId
          ? []
          : [fieldError(['properties', 'files', index], 'File does not exist or is not yet uploaded.', id)],
      ),
    );
}
