import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedGoMod } from './published-form.ts';
import { type Publish, rewrite, run, valueIn } from './stage.ts';

/** The files of a module proxy, which is what `GOPROXY` names. */
export const publishGoModule: Publish = ({ settings, from, to, work, committedAt }) => {
  const name = settings.names.go;
  const module = valueIn(join(from, 'go.mod'), /^module (\S+)$/m);
  rewrite(join(from, 'go.mod'), (text) => publishedGoMod(text, settings));
  for (const file of ['README.md', 'example/main.go']) rewrite(join(from, file), (text) => text.replaceAll(module, name));
  const version = `v${valueIn(join(from, 'transport.go'), /^const Version = "(.+)"$/m)}`;
  const [versions, zipped] = [join(to, name, '@v'), join(work, 'module')];
  mkdirSync(versions, { recursive: true });
  cpSync(from, join(zipped, `${name}@${version}`), { recursive: true });
  writeFileSync(join(versions, 'list'), `${version}\n`);
  writeFileSync(join(versions, `${version}.info`), JSON.stringify({ Version: version, Time: committedAt }));
  copyFileSync(join(from, 'go.mod'), join(versions, `${version}.mod`));
  run('python3', [join(import.meta.dirname, 'zip.py'), join(versions, `${version}.zip`), zipped], work);
  const environment = `export GOPROXY='file://${to}' GOSUMDB=off GOMODCACHE="$PWD/modules" GOFLAGS=-modcacherw`;
  return {
    file: 'main.go',
    prepare: `${environment} && go mod init flight-notes && go get ${name}@${version} && go build -o application`,
    run: './application',
  };
};
