import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  publishedCargoToml,
  publishedComposerJson,
  publishedGoMod,
  publishedPackageJson,
  publishedPom,
  publishedPyproject,
  publishedReadme,
} from './published-form.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SETTINGS = {
  repository: 'https://example.com/seller/licensing',
  license: 'LicenseRef-Seller',
  names: {
    npm: '@seller/npm',
    pypi: 'seller-pypi',
    go: 'example.com/seller/go',
    crates: 'seller-crates',
    maven: 'com.seller:seller-java',
    packagist: 'seller/php',
  },
};

test.each([
  ['packages/client', 'README.md'],
  ['packages/clients/python', 'README.md'],
  ['packages/clients/go', 'README.md'],
  ['packages/clients/rust', 'README.md'],
  ['packages/clients/java', 'README.md'],
  ['packages/clients/php', 'README.md'],
])('links in the README of %s lead to the repository', (folder, file) => {
  const readme = publishedReadme(read(join(folder, file)), SETTINGS, folder);
  expect(readme.match(/\]\((?!https?:|#)[^)]*\)/g)).toBeNull();
  expect(readme).toContain('](https://example.com/seller/licensing/blob/main/docs/licensing/');
});

test('the manifest for npm has the name, the license and the repository of the settings, and nothing of the tools', () => {
  const manifest = JSON.parse(publishedPackageJson(read('packages/client/package.json'), SETTINGS, 'packages/client')) as object;
  expect(manifest).toMatchObject({
    name: '@seller/npm',
    license: 'SEE LICENSE IN LICENSE',
    repository: { url: 'git+https://example.com/seller/licensing.git' },
    files: ['dist', 'CHANGELOG.md'],
  });
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('devDependencies');
});

test('the manifests for PyPI, Go, crates.io, Maven Central and Packagist have the names and the license of the settings', () => {
  const pyproject = publishedPyproject(read('packages/clients/python/pyproject.toml'), SETTINGS);
  expect(pyproject).toContain('name = "seller-pypi"\n');
  expect(pyproject).toContain('license = "LicenseRef-Seller"\nlicense-files = ["LICENSE"]\n');
  expect(publishedGoMod(read('packages/clients/go/go.mod'), SETTINGS)).toContain('module example.com/seller/go\n');
  const cargo = publishedCargoToml(read('packages/clients/rust/latchkey/Cargo.toml'), SETTINGS);
  expect(cargo).toContain('name = "seller-crates"\nlicense-file = "LICENSE"\n');
  expect(cargo).toContain('[lib]\nname = "latchkey"\n');
  const pom = publishedPom(read('packages/clients/java/pom.xml'), SETTINGS);
  expect(pom).toContain('<groupId>com.seller</groupId>\n  <artifactId>seller-java</artifactId>');
  expect(pom).toContain('<license><name>LicenseRef-Seller</name>');
  const composer = JSON.parse(publishedComposerJson(read('packages/clients/php/composer.json'), SETTINGS, '1.2.3')) as object;
  expect(composer).toMatchObject({ name: 'seller/php', version: '1.2.3', license: 'proprietary', require: { php: '>=7.4' } });
});

test('a manifest in another form is an error', () => {
  expect(() => publishedGoMod('go 1.22', SETTINGS)).toThrow('There is no');
});
