import ts from 'typescript';
import { floatingPromises } from './floating-promises.ts';
import { CHECKED_TYPES, ROOT } from './sources.ts';

/**
 * What `tsc --noEmit` reports, and promises that nobody handles: both need the same types, which take long to compute. What has not changed
 * since a check without problems is not checked again.
 */
const config = ts.getParsedCommandLineOfConfigFile(
  `${ROOT}/tsconfig.json`,
  { noEmit: true, tsBuildInfoFile: CHECKED_TYPES },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => fail([problem]) },
)!;
const host = ts.createIncrementalCompilerHost(config.options);
const known = ts.readBuilderProgram(config.options, host);
const builder = ts.createSemanticDiagnosticsBuilderProgram(config.fileNames, config.options, host, known, config.errors);

const problems = [
  ...builder.getConfigFileParsingDiagnostics(),
  ...builder.getOptionsDiagnostics(),
  ...builder.getSyntacticDiagnostics(),
  ...builder.getGlobalDiagnostics(),
];
if (problems.length > 0) fail(problems);

const changed = new Set<ts.SourceFile>();
for (
  let next = builder.getSemanticDiagnosticsOfNextAffectedFile();
  next;
  next = builder.getSemanticDiagnosticsOfNextAffectedFile()
) {
  for (const source of 'fileName' in next.affected ? [next.affected] : next.affected.getSourceFiles()) changed.add(source);
}
const wrong = builder.getSemanticDiagnostics();
if (wrong.length > 0) fail(wrong);

const checker = builder.getProgram().getTypeChecker();
const own = [...changed].filter(({ fileName }) => fileName.startsWith(ROOT) && !fileName.includes('/node_modules/'));
const floating = own.flatMap((source) => floatingPromises(source, checker));
for (const place of floating) process.stderr.write(`${place}: a promise that is neither awaited nor handled\n`);
if (floating.length > 0) process.exit(1);
builder.emit();

function fail(found: readonly ts.Diagnostic[]): never {
  process.stderr.write(
    ts.formatDiagnosticsWithColorAndContext(found, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => ROOT,
      getNewLine: () => '\n',
    }),
  );
  process.exit(1);
}
