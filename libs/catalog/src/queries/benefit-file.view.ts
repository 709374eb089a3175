import { type Infer, integer, object } from '#platform/wire';
import { downloadableFields } from '../views/file.view.ts';

/** A file of a `downloadables` benefit, as its seller sees it. */
export const BenefitFileView = object(
  { ...downloadableFields, downloaders: integer(), downloads: integer() },
  'BenefitDownloadableFile',
  {
    downloaders: 'How many customers have downloaded the file through the benefit.',
    downloads: 'How often the file was downloaded through the benefit. A download that is resumed counts once.',
  },
);
export type BenefitFileView = Infer<typeof BenefitFileView>;
