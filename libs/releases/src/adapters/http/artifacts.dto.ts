import { defineRequest, paging } from '#platform/http';
import {
  describeFields,
  describeInput,
  type Infer,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  uuid4,
  withDefault,
} from '#platform/wire';
import { ARCHITECTURES, ARTIFACT_KINDS, PLATFORMS } from '../../queries/artifact.view.ts';

const texts = describeInput('artifact');
const path = describeFields({ id: uuid4() }, texts.path);

const digest = (digits: number) => optional(nullable(text({ max: digits, pattern: new RegExp(`^[0-9a-fA-F]{${digits}}$`) })));
const any = () => 'any' as const;

export const ListArtifactsRequest = defineRequest({
  query: { ...describeFields({ release_id: uuid4() }, { release_id: 'The ID of the release.' }), ...paging },
});

export const CreateArtifactRequest = defineRequest({
  body: strict(
    object(
      {
        release_id: uuid4(),
        file_id: uuid4(),
        describes: optional(nullable(uuid4())),
        platform: withDefault(oneOf(PLATFORMS), any),
        architecture: withDefault(oneOf(ARCHITECTURES), any),
        kind: withDefault(oneOf(ARTIFACT_KINDS), () => 'installer' as const),
        sha256: digest(64),
        sha512: digest(128),
        signature: optional(nullable(text({ min: 1, max: 4096 }))),
        manifest: optional(nullable(text({ min: 2, max: 16_384 }))),
      },
      'ReleaseArtifactCreate',
      {
        release_id: 'The ID of the draft that gets the artifact.',
        file_id:
          'The ID of a file with the service `downloadable` whose upload is complete. Its name becomes that of the artifact.',
        describes:
          'The ID of the artifact of the same release that this one describes: required for SBOMs, provenance, signatures and block maps, and for nothing else.',
        platform: 'The operating system that it is for.',
        architecture: 'The processors that it is for.',
        kind: 'What it is: an installer, an archive, a package, or what describes another artifact.',
        sha256: 'The SHA-256 digest that you expect, in hexadecimal digits. If the file has another one, the request is refused.',
        sha512: 'The SHA-512 digest that you expect, in hexadecimal digits.',
        signature: 'What you signed the file with, as updaters verify it. The service only keeps it.',
        manifest:
          'What package managers want to know, as the text of a JSON object: `package.json` of an npm package. The service reads it from packages of Debian (`deb`) and images of OCI (`oci`) itself.',
      },
    ),
  ),
});

export const OneArtifactRequest = defineRequest({ path });

type CreateBody = Infer<typeof CreateArtifactRequest.shape.body>;

export const newArtifact = (body: CreateBody) => ({
  releaseId: body.release_id,
  describes: body.describes ?? null,
  platform: body.platform,
  architecture: body.architecture,
  kind: body.kind,
  sha256: body.sha256 ?? undefined,
  sha512: body.sha512 ?? undefined,
  signature: body.signature ?? null,
  manifest: body.manifest ?? null,
});
