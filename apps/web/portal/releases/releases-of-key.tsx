import { type ReactNode, useState } from 'react';
import { useFormats, useLanguage } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/surfaces.tsx';
import type { LicenseKey } from '../context.ts';
import { DeadKey } from '../dead-key.tsx';
import { statusOf } from '../key-status.ts';
import type { Release } from './keys-with-releases.ts';
import { ReleaseFiles } from './release-files.tsx';
import { useReleaseWords } from './words.ts';

/** What a license key includes of a product: its newest version, what it does not include and why, and earlier versions. */
export function ReleasesOfKey({
  licenseKey,
  releases,
  keys,
}: {
  readonly licenseKey: LicenseKey;
  /** Those of one product, the newest first. */
  readonly releases: readonly [Release, ...Release[]];
  /** All keys that the page shows. */
  readonly keys: readonly LicenseKey[];
}): ReactNode {
  const words = useReleaseWords();
  const { number } = useFormats();
  const [isAll, setAll] = useState(false);
  const included = releases.filter(({ withheld }) => withheld === null);
  const newest = included.find(({ channel }) => channel === 'stable') ?? included[0];
  const newer = releases.slice(0, newest === undefined ? undefined : releases.indexOf(newest));
  const earlier = included.filter((each) => each !== newest);
  const status = statusOf(licenseKey);
  return (
    <Card title={releases[0].product_name} note={keys.length > 1 ? licenseKey.display_key : undefined}>
      <div className="stack">
        {status !== 'granted' && <DeadKey licenseKey={licenseKey} status={status} keys={keys} />}
        {newest === undefined ? (
          <p className="faint">{words.nothingIncluded}</p>
        ) : (
          <section aria-label={words.newest}>
            <Version release={newest} />
            <ReleaseFiles release={newest} isNewest />
          </section>
        )}
        <NotIncluded licenseKey={licenseKey} releases={newer.filter(({ withheld }) => withheld !== null)} />
        {earlier.length > 0 && (
          <div className="row">
            <Button small aria-expanded={isAll} onPress={() => setAll(!isAll)}>
              {isAll ? words.hideEarlier : words.showEarlier(number(earlier.length))}
            </Button>
          </div>
        )}
        {isAll &&
          earlier.map((release) => (
            <section key={release.id} aria-label={release.version}>
              <Version release={release} />
              <ReleaseFiles release={release} />
            </section>
          ))}
      </div>
    </Card>
  );
}

/** The notes of a release in the language of the reader, or else in another one. */
function notesFor(notes: Release['notes'], language: string): readonly [language: string, text: string] | undefined {
  const all = Object.entries(notes);
  return (
    all.find(([each]) => each === language) ??
    all.find(([each]) => each.split('-')[0] === language) ??
    all.find(([each]) => each === 'en') ??
    all[0]
  );
}

function Version({ release }: { readonly release: Release }): ReactNode {
  const words = useReleaseWords();
  const { date } = useFormats();
  const { language } = useLanguage();
  const [notesLanguage, text] = notesFor(release.notes, language) ?? [];
  return (
    <>
      <h3>
        {words.release(release.product_name, release.version)}
        {release.channel !== 'stable' && ` (${words.channels[release.channel]})`}
      </h3>
      <p className="faint small">{words.published(date(release.published_at))}</p>
      {text !== undefined && (
        <p className="notes" lang={notesLanguage} dir="auto">
          {text}
        </p>
      )}
    </>
  );
}

function NotIncluded({
  licenseKey,
  releases,
}: {
  readonly licenseKey: LicenseKey;
  readonly releases: readonly Release[];
}): ReactNode {
  const words = useReleaseWords();
  const { date } = useFormats();
  const until = licenseKey.policy_state?.updates?.until;
  if (releases.length === 0) return null;
  return (
    <section aria-label={words.notIncluded}>
      <h3>{words.notIncluded}</h3>
      <ul className="not-included">
        {releases.map(({ id, version, channel, published_at, withheld }) => (
          <li key={id}>
            <strong>
              <bdi>{version}</bdi>
            </strong>{' '}
            <span className="faint">{words.published(date(published_at))}.</span>{' '}
            {withheld !== null && words.reasons[withheld](until === undefined ? null : date(until), words.channels[channel])}
          </li>
        ))}
      </ul>
    </section>
  );
}
