export { GetArtifactHandler } from './get-artifact.ts';
export { GetReleaseHandler } from './get-release.ts';
export { IsFilePublishedHandler } from './is-file-published.ts';
export { ListArtifactsHandler } from './list-artifacts.ts';
export { ListReleasesHandler } from './list-releases.ts';
