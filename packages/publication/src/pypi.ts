import { join } from 'node:path';
import { publishedPyproject } from './published-form.ts';
import { fileIn, type Publish, rewrite, run } from './stage.ts';

const BUILDER = 'hatchling==1.27.0';

/** A source distribution and a wheel for PyPI. */
export const publishForPyPi: Publish = ({ settings, from, to, work }) => {
  const python = join(work, 'python/bin/python');
  rewrite(join(from, 'pyproject.toml'), (text) => publishedPyproject(text, settings));
  run('python3', ['-m', 'venv', join(work, 'python')], work);
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', BUILDER], work);
  run(python, ['-m', 'hatchling', 'build', '--directory', to], from);
  return {
    file: 'application.py',
    prepare: `python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check '${join(to, fileIn(to, '.whl'))}'`,
    run: '.venv/bin/python application.py',
  };
};
