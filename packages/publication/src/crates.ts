import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedCargoToml } from './published-form.ts';
import { fileIn, type Publish, rewrite, run } from './stage.ts';

/** A crate for crates.io. The C interface is no crate: applications ship the compiled library. */
export const publishCrate: Publish = ({ settings, from, to, work }) => {
  const crate = join(from, 'latchkey');
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) copyFileSync(join(from, file), join(crate, file));
  rewrite(join(crate, 'Cargo.toml'), (text) => publishedCargoToml(text, settings));
  rewrite(join(from, 'Cargo.toml'), (text) => text.replace('members = ["latchkey", "latchkey-ffi"]', 'members = ["latchkey"]'));
  const built = join(work, 'crate');
  run('cargo', ['rustdoc', '--quiet', '--target-dir', built, '--', '--deny', 'warnings'], crate);
  // The build in the empty project is the verification.
  const made = spawnSync('cargo', ['package', '--allow-dirty', '--no-verify', '--target-dir', built], {
    cwd: crate,
    encoding: 'utf8',
  });
  if (made.status !== 0 || /^warning/m.test(made.stderr)) throw new Error(made.stderr);
  const packaged = fileIn(join(built, 'package'), '.crate');
  copyFileSync(join(built, 'package', packaged), join(to, packaged));
  const unpacked = packaged.replace(/\.crate$/, '');
  return {
    file: 'application.rs',
    prepare: [
      `tar -xzf '${join(to, packaged)}'`,
      // It takes `application.rs` for the program.
      'cargo init --quiet --bin --name application .',
      `cargo add --quiet --path ${unpacked}`,
      'cargo build --quiet',
    ].join(' && '),
    run: 'target/debug/application',
  };
};
