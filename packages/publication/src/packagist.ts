import { join } from 'node:path';
import { publishedComposerJson } from './published-form.ts';
import { fileIn, type Publish, rewrite, run, valueIn } from './stage.ts';

/** An archive for Composer, which a repository of the type `package` or `artifact` serves. Packagist itself reads a repository of Git. */
export const publishForPackagist: Publish = ({ settings, from, to }) => {
  const version = valueIn(join(from, 'src/LicenseClient.php'), /const VERSION = '(.+)';$/m);
  rewrite(join(from, 'composer.json'), (text) => publishedComposerJson(text, settings, version));
  run('composer', ['--no-interaction', '--quiet', 'archive', '--format=zip', `--dir=${to}`], from);
  const dist = { type: 'zip', url: join(to, fileIn(to, '.zip')) };
  const served = { name: settings.names.packagist, version, dist, autoload: { 'psr-4': { 'Latchkey\\': 'src/' } } };
  const repositories = [{ type: 'package', package: served }, { 'packagist.org': false }];
  const project = { repositories, require: { [settings.names.packagist]: version } };
  return {
    file: 'application.php',
    prepare: `printf '%s' '${JSON.stringify(project)}' > composer.json && composer --no-interaction --quiet install`,
    run: 'php application.php',
  };
};
