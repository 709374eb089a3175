export { artifactsByName, type NamedArtifact } from './artifacts-by-name.ts';
