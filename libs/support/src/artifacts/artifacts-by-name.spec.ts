import { artifactsByName } from './artifacts-by-name.ts';

const told = (...names: readonly string[]): unknown =>
  artifactsByName(names).artifacts.map(({ name, ...each }) => [name, Object.values(each).filter(Boolean).join(' ')]);

test.each([
  ['acme-3.2.1-win-x64.exe', 'windows x64 installer'],
  ['acme-3.2.1-arm64.dmg', 'macos arm64 installer'],
  ['acme_3.2.1_amd64.deb', 'linux x64 deb'],
  ['acme-linux-arm64.oci.tar', 'linux arm64 oci'],
  ['acme-darwin-universal.zip', 'macos universal archive'],
  ['acme.apk', 'android any installer'],
  ['acme_tools-1.0-py3-none-any.whl', 'any any pypi'],
  ['acme-1.0.tgz', 'any any archive'],
])('%s is %s', (name, what) => expect(told(name)).toEqual([[name, what]]));

test('what describes and signs a file belongs to it, and what updaters write is left out', () => {
  const names = [
    'a.exe.blockmap',
    'a.exe',
    'a.exe.sig',
    'a.exe.spdx.json',
    'latest.yml',
    '.DS_Store',
    'b.dmg',
    'b.dmg.intoto.jsonl',
  ];
  expect(told(...names)).toEqual([
    ['a.exe', 'windows any installer a.exe.sig'],
    ['b.dmg', 'macos any installer'],
    ['a.exe.blockmap', 'any any blockmap a.exe'],
    ['a.exe.spdx.json', 'any any sbom a.exe'],
    ['b.dmg.intoto.jsonl', 'any any provenance b.dmg'],
  ]);
});

test('a description whose name begins with that of no file belongs to the only one, or to none', () => {
  expect(artifactsByName(['a.exe', 'sbom.spdx.json']).artifacts.at(-1)).toMatchObject({ kind: 'sbom', describes: 'a.exe' });
  expect(artifactsByName(['a.exe', 'b.exe', 'sbom.spdx.json']).undescribed).toEqual(['sbom.spdx.json']);
  expect(artifactsByName(['sbom.spdx.json'], ['a.exe']).artifacts).toMatchObject([{ describes: 'a.exe' }]);
});
