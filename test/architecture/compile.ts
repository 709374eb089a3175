import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './sources.ts';

const CONFIG = join(ROOT, 'tsconfig.json');

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(CONFIG, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return { ...options, types: [], incremental: false, tsBuildInfoFile: undefined, noEmit: true };
}

const pathOf = (name: string): string => join(ROOT, `${name}.ts`);

/** A program of these sources, as if they were files at the root of the project. */
export function programOf(files: Readonly<Record<string, string>>): { program: ts.Program; fileOf(name: string): ts.SourceFile } {
  const texts = new Map(Object.entries(files).map(([name, text]) => [pathOf(name), text]));
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  const program = ts.createProgram([...texts.keys()], options, host);
  return { program, fileOf: (name) => program.getSourceFile(pathOf(name))! };
}

/** Compiles sources as if they were files at the root of the project; returns the errors of each by its name. */
export function compile(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const { program, fileOf } = programOf(files);
  const errors = (name: string): string[] =>
    ts.getPreEmitDiagnostics(program, fileOf(name)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  return Object.fromEntries(Object.keys(files).map((name) => [name, errors(name)]));
}
