import { join } from 'node:path';
import { publishedPackageJson } from './published-form.ts';
import { fileIn, type Publish, rewrite, run } from './stage.ts';

/** A tarball for npm. */
export const publishForNpm: Publish = ({ settings, folder, from, to }) => {
  run('npm', ['run', 'build'], from);
  rewrite(join(from, 'package.json'), (text) => publishedPackageJson(text, settings, folder));
  rewrite(join(from, 'README.md'), (text) => text.replaceAll('@latchkey/client', settings.names.npm));
  run('npm', ['pack', '--pack-destination', to], from);
  return {
    file: 'application.mts',
    prepare: `npm init --yes >/dev/null && npm install --no-audit --no-fund --silent '${join(to, fileIn(to, '.tgz'))}'`,
    run: `"${process.execPath}" application.mts`,
  };
};
