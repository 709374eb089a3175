import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { CHECKED_TYPES, ROOT } from '../architecture/sources.ts';

/** Files of the repository by their paths, and the texts that take their places. */
export type Texts = ReadonlyMap<string, string>;

/** Compiles the sources with changed files in memory. What is the same in two programs is parsed, and resolved, once. */
export class Workspace {
  private readonly config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, 'tsconfig.json'),
    { noEmit: true, tsBuildInfoFile: CHECKED_TYPES },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
      },
    },
  )!;
  private readonly parsed = new Map<string, ts.SourceFile | undefined>();
  private last: ts.Program | undefined;

  read(file: string): string | undefined {
    const path = join(ROOT, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /**
   * What the compiler reports, in the files that are affected since a check of the types without problems: because they or what they import
   * has changed, or because they name what has changed, or what is derived from it, such as a record with a member for each of its values.
   * The compiler would go on to whatever imports the index of a context in which something has changed: that is everything.
   */
  errors(changed: Texts): string[] {
    const { fileNames, options } = this.config;
    const host = this.hostOf(changed);
    const known = ts.readBuilderProgram(options, host);
    const program = ts.createSemanticDiagnosticsBuilderProgram(fileNames, options, host, known);
    this.last = program.getProgram();
    const found = new Set(program.getSyntacticDiagnostics());
    const note = (diagnostics: readonly ts.Diagnostic[]): void => diagnostics.forEach((diagnostic) => found.add(diagnostic));
    for (
      let next = program.getSemanticDiagnosticsOfNextAffectedFile();
      next;
      next = program.getSemanticDiagnosticsOfNextAffectedFile()
    ) {
      note(next.result);
    }
    for (const source of this.naming(changed)) note(program.getSemanticDiagnostics(source));
    return [...found].map(toText);
  }

  /** The files that name a declaration that has changed, or one that is derived from it. */
  private naming(changed: Texts): ts.SourceFile[] {
    const checked = new Set(this.config.fileNames);
    const own = this.last!.getSourceFiles().filter(({ fileName }) => checked.has(fileName));
    const edited = [...changed].flatMap(([file, text]) => {
      const before = new Set(declarationsIn(parsed(this.read(file) ?? '')).map(({ code }) => code));
      return declarationsIn(parsed(text)).flatMap(({ code, names }) => (before.has(code) ? [] : names));
    });
    const naming = mentioning(edited);
    const derived = own
      .filter(({ text }) => naming.test(text))
      .flatMap((source) => declarationsIn(source).flatMap((declared) => (naming.test(declared.code) ? declared.names : [])));
    const all = mentioning([...edited, ...derived]);
    return own.filter(({ text }) => all.test(text));
  }

  /** The first error that the compiler reports. It begins with these files and their contexts. */
  firstError(changed: Texts, files: readonly string[]): string | undefined {
    const program = this.programOf(changed);
    const own = files.flatMap((file) => program.getSourceFile(join(ROOT, file)) ?? []);
    const contexts = files.map((file) => join(ROOT, ...file.split('/').slice(0, 2), '/'));
    const near = program.getSourceFiles().filter(({ fileName }) => contexts.some((context) => fileName.startsWith(context)));
    for (const source of new Set([...own, ...near, ...program.getSourceFiles()])) {
      const [error] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      if (error) return toText(error);
    }
    return undefined;
  }

  private programOf(changed: Texts): ts.Program {
    const { fileNames, options } = this.config;
    return (this.last = ts.createProgram(fileNames, options, this.hostOf(changed), this.last));
  }

  private hostOf(changed: Texts): ts.CompilerHost {
    const texts = new Map([...changed].map(([file, text]) => [join(ROOT, file), text]));
    const folders = new Set([...texts.keys()].flatMap(foldersAbove));
    const host = ts.createIncrementalCompilerHost(this.config.options, {
      ...ts.sys,
      directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
      fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
      readFile: (path, encoding) => texts.get(path) ?? ts.sys.readFile(path, encoding),
    });
    const parse = host.getSourceFile;
    host.getSourceFile = (path, options) => {
      const version = `${path}\n${texts.get(path) ?? ''}`;
      if (!this.parsed.has(version)) this.parsed.set(version, parse(path, options));
      return this.parsed.get(version);
    };
    return host;
  }
}

const parsed = (text: string): ts.SourceFile => ts.createSourceFile('parsed.ts', text, ts.ScriptTarget.Latest);

const mentioning = (names: readonly string[]): RegExp => new RegExp(`\\b(?:${[...new Set(names)].join('|')})\\b`);

/** What a file declares and exports, and the names of it. */
const declarationsIn = (source: ts.SourceFile): { readonly code: string; readonly names: readonly string[] }[] =>
  source.statements.filter(isExported).map((statement) => ({ code: statement.getText(source), names: namesOf(statement) }));

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function namesOf(statement: ts.Statement): string[] {
  const declared = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as ts.DeclarationStatement];
  return declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? name.text : []));
}

const foldersAbove = (path: string): string[] => (path === ROOT ? [] : [dirname(path), ...foldersAbove(dirname(path))]);

const toText = ({ file, messageText }: ts.Diagnostic): string =>
  `${file?.fileName.slice(ROOT.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
