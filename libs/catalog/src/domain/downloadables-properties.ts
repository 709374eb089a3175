import { fieldError, type FieldError } from '#kernel';
import type { BenefitRules } from './benefit-rules.ts';

/** Properties of a benefit of type `downloadables`: files that customers download. */
export interface DownloadablesProperties {
  /** Ids of files, in the order in which customers see them. */
  readonly files: readonly string[];
  /** Whether customers no longer get a file, by its id. */
  readonly archived: Readonly<Record<string, boolean>>;
}

const MAX_FILES = 100;

function errorsOf({ files }: DownloadablesProperties): FieldError[] {
  if (files.length === 0 || files.length > MAX_FILES) {
    return [fieldError(['files'], `A benefit has 1 to ${MAX_FILES} files.`, files.length)];
  }
  return files.flatMap((id, index) =>
    files.indexOf(id) === index ? [] : [fieldError(['files', index], 'The file is listed twice.', id)],
  );
}

export const downloadablesRules: BenefitRules<DownloadablesProperties> = {
  defaultVisibility: 'public',
  visibilityIsFixed: true,
  errorsOf,
  normalized: (properties) => properties,
  /** What customers may download is read when they download it. */
  termsDiffer: () => false,
  expiryDiffers: () => false,
};
