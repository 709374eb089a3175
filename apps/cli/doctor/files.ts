import { resolve } from 'node:path';
import { mediaStoreIdIn, openMediaStore } from '#catalog';
import { S3Unavailable } from '#engine/connections';
import type { ProcessSettings } from '../../settings.ts';
import { mediaPlace, otherStore, withClient } from '../../start-checks.ts';
import { examined } from './examined.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const ADVICE = 'Correct MEDIA_S3_BUCKET and the settings for it. Uploads and pictures are 503.';

/** Whether the files of the database are where the settings say. */
export const examineFiles = (settings: ProcessSettings): Promise<readonly Finding[]> => {
  const place = settings.config.mediaBucket
    ? `The bucket of ${settings.config.mediaBucket.setting}`
    : 'The folder of LATCHKEY_DATA';
  return examined({ check: 'files', part: place, advice: ADVICE }, async () => [await files(settings)]);
};

async function files({ config, databaseUrl }: ProcessSettings): Promise<Finding> {
  const { store, former } = openMediaStore(config);
  try {
    const [known, found] = await Promise.all([withClient(databaseUrl, mediaStoreIdIn), store.id()]);
    if (known !== undefined && known !== found && known !== (await former?.id())) {
      return problem('files', `The uploaded files are not in ${mediaPlace(config)}`, otherStore(config, known));
    }
  } catch (error) {
    if (!(error instanceof S3Unavailable)) throw error;
    return problem('files', error.message, ADVICE);
  }
  return former
    ? warning(
        'files',
        `The folder ${resolve(config.mediaFolder)} still has files`,
        'Copy them with `latchkey media move`, which says when it may go.',
      )
    : ok('files', `in ${mediaPlace(config)}`);
}
