import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../architecture/sources.ts';

/** Compiles the sources with changed files in memory. What is the same in two programs is parsed once. */
export class Workspace {
  private readonly parsed = new Map<string, { readonly text: string; readonly source: ts.SourceFile }>();
  private readonly config: ts.ParsedCommandLine;
  private last: ts.Program | undefined;

  constructor() {
    this.config = ts.getParsedCommandLineOfConfigFile(
      join(ROOT, 'tsconfig.json'),
      { noEmit: true, incremental: false, tsBuildInfoFile: undefined },
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
          throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
        },
      },
    )!;
  }

  read(file: string): string | undefined {
    const path = join(ROOT, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** The program with these files in place of, or in addition to, those on the disk. */
  compile(changed: ReadonlyMap<string, string>): ts.Program {
    const texts = new Map([...changed].map(([file, text]) => [join(ROOT, file), text]));
    const host = ts.createCompilerHost(this.config.options, true);
    const folders = new Set([...texts.keys()].flatMap(foldersAbove));
    const { directoryExists, fileExists, readFile } = host;
    host.directoryExists = (path) => folders.has(path) || directoryExists!(path);
    host.fileExists = (path) => texts.has(path) || fileExists(path);
    host.readFile = (path) => texts.get(path) ?? readFile(path);
    host.getSourceFile = (path, languageVersionOrOptions) => {
      const known = this.parsed.get(path);
      const text = host.readFile(path);
      if (text === undefined) return undefined;
      if (known?.text === text) return known.source;
      const source = ts.createSourceFile(path, text, languageVersionOrOptions, true);
      this.parsed.set(path, { text, source });
      return source;
    };
    const roots = [
      ...new Set([
        ...this.config.fileNames,
        ...[...texts.keys()].filter((path) => /\.tsx?$/.test(path) && !path.includes('/apps/web/')),
      ]),
    ];
    this.last = ts.createProgram(roots, this.config.options, host, this.last);
    return this.last;
  }
}

const foldersAbove = (path: string): string[] => (path === ROOT ? [] : [dirname(path), ...foldersAbove(dirname(path))]);

/** What the compiler reports in these files, or in all of them. */
export function errorsIn(program: ts.Program, files?: readonly string[]): string[] {
  const own = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(ROOT) && !fileName.includes('/node_modules/'));
  const wanted = files && new Set(files.map((file) => join(ROOT, file)));
  return own
    .filter(({ fileName }) => !wanted || wanted.has(fileName))
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    .map(
      ({ file, messageText }) => `${file?.fileName.slice(ROOT.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
