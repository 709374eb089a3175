import { anArtifact, aRelease } from '../../testing/release.builder.ts';

const release = aRelease();

test('a new artifact tells its file', () => {
  expect(anArtifact(release).pullEvents()).toMatchObject([
    { name: 'artifact.uploaded', payload: { release_id: release.id, file_name: 'app.zip', size: 3, sha256: 'b'.repeat(64) } },
  ]);
});

test('a file with another digest than the seller expects is refused; the case of digits does not matter', () => {
  const different = { sha256: 'a'.repeat(64), sha512: 'a'.repeat(128) };
  expect(() => anArtifact(release, different)).toThrow(
    expect.objectContaining({ errors: [{ path: ['sha256'] }, { path: ['sha512'] }].map(expect.objectContaining) }),
  );
  anArtifact(release, { sha256: 'B'.repeat(64), sha512: 'C'.repeat(128) });
});

test.each([
  ['sbom', null],
  ['provenance', null],
  ['installer', 'another'],
] as const)('%s that describes %j is refused', (kind, describes) => {
  expect(() => anArtifact(release, { kind, describes })).toThrow('describe another one');
});

test.each(['[]', 'null', '{', ''])('the manifest %j is refused', (manifest) => {
  expect(() => anArtifact(release, { manifest })).toThrow('The manifest is not the text of a JSON object.');
});
