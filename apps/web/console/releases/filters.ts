import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/display.tsx';
import { oneIn, pageIn, type Search, textIn } from '../search-parameters.ts';

export type Release = Schema<'Release'>;
export type Artifact = Schema<'ReleaseArtifact'>;

export const RELEASE_STATUSES = ['draft', 'published', 'yanked'] as const satisfies readonly Release['status'][];
export const RELEASE_TONES: Readonly<Record<Release['status'], Tone>> = { draft: 'idle', published: 'good', yanked: 'bad' };

/** What the address of the list of releases says. */
export interface ReleasesSearch {
  readonly product?: string;
  readonly status?: Release['status'];
  readonly page?: number;
}

export const readReleasesSearch = (search: Search): ReleasesSearch => ({
  product: textIn(search['product']),
  status: oneIn(RELEASE_STATUSES, search['status']),
  page: pageIn(search['page']),
});

/** The page of the license keys that downloaded a release. */
export const readReleaseSearch = (search: Search): { readonly page?: number } => ({ page: pageIn(search['page']) });
