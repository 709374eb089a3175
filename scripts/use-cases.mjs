import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

/**
 * Writes the use cases of each context into its README: every command and query with what sends it, the events that it publishes, and those
 * that it reacts to. With `--check` it only compares, and exits with 1 if a README is out of date.
 */
const [BEGIN, END] = ['<!-- use cases: `npm run use-cases` writes what follows -->', '<!-- end of use cases -->'];
const HANDLES = new Set(['CommandHandler', 'QueryHandler']);
const CONTROLLERS = new Set(['Controller']);
const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'All']);

const files = globSync(['libs/*/src/**/*.ts', 'apps/{api,cli,worker,standalone}/**/*.ts'], {
  exclude: (path) => /\.spec\.ts$|node_modules|dist$/.test(String(path)),
})
  .sort()
  .map((file) => ({ file, tree: ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true) }));

const contextOf = (file) => /^libs\/([^/]+)\//.exec(file)?.[1];
const layerOf = (file) => /^libs\/[^/]+\/src\/(adapters\/[^/]+|[^/]+)\//.exec(file)?.[1];
const contexts = globSync('libs/*/README.md')
  .map((path) => path.split('/')[1])
  .sort();

function nodesOf(tree, is) {
  const found = [];
  const visit = (node) => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const above = (node, is) => (node === undefined || is(node) ? node : above(node.parent, is));
const baseOf = (node) => node.heritageClauses?.flatMap(({ types }) => types)[0]?.expression.getText();
const decoratorsOf = (node) =>
  (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression);
const decorator = (node, names) => decoratorsOf(node).find(({ expression }) => names.has(expression.getText()));

/** The texts of an argument: a literal, the literals of a list, a constant of the same file, or what calls in the same file give to a function. */
function textsOf(argument, tree) {
  if (argument === undefined) return [''];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap((element) => textsOf(element, tree));
  const named = ({ name }) => name.getText() === argument.getText();
  const given = above(argument, ts.isFunctionDeclaration)
    ?.parameters.flatMap(({ name }) => name.elements ?? [])
    .find(named);
  if (given) return argumentsOf(above(given, ts.isFunctionDeclaration), given, tree);
  const declared = nodesOf(tree, ts.isVariableDeclaration).find(named);
  return declared?.initializer ? textsOf(declared.initializer, tree) : [argument.getText()];
}

/** What the calls of a function give for a property of its parameter. */
const argumentsOf = (declared, { propertyName, name }, tree) =>
  nodesOf(tree, ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === declared.name.getText())
    .flatMap((call) => call.arguments[0].properties.filter((each) => each.name.getText() === (propertyName ?? name).getText()))
    .flatMap(({ initializer }) => textsOf(initializer, tree));

const joined = (...parts) =>
  `/${parts.join('/')}`
    .replace(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '')
    .replace(/:(\w+)/g, '{$1}');

const isDeclared = (node) =>
  ts.isMethodDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent));

/** The operations of the routes of a method of a controller. As many paths as prefixes belong to one prefix each. */
function routesOf(method, controller, tree) {
  const prefixes = textsOf(decorator(controller, CONTROLLERS)?.arguments[0], tree);
  return decoratorsOf(method)
    .filter(({ expression }) => ROUTES.has(expression.getText()))
    .flatMap(({ expression, arguments: [path] }) => {
      const paths = textsOf(path, tree);
      const arePairs = paths.length > 1 && paths.length === prefixes.length;
      return prefixes.flatMap((prefix, index) =>
        (arePairs ? [paths[index]] : paths).map((each) => `\`${expression.getText().toUpperCase()} ${joined(prefix, each)}\``),
      );
    });
}

/** The operations that reach a node, directly or through functions and classes beside their controllers. */
function operationsAt(node, source, seen = new Set()) {
  const declared = above(node, isDeclared);
  if (!declared?.name || seen.has(declared)) return [];
  seen.add(declared);
  const owner = ts.isMethodDeclaration(declared) ? above(declared, ts.isClassDeclaration) : undefined;
  const routes = owner ? routesOf(declared, owner, source.tree) : [];
  if (routes.length > 0) return routes;
  const [name, scope] = [declared.name.getText(), (owner ?? declared).name?.getText()];
  const beside = files.filter(
    ({ file, tree }) =>
      contextOf(file) === contextOf(source.file) && layerOf(file) === layerOf(source.file) && tree.text.includes(scope),
  );
  return beside.flatMap((other) =>
    nodesOf(other.tree, (each) => ts.isIdentifier(each) && each.text === name)
      .filter((each) => each.parent !== declared && !ts.isImportSpecifier(each.parent))
      .flatMap((each) => operationsAt(each, other, seen)),
  );
}

/** The names of the events of the subscriber that a node belongs to. */
function subscribedAt(node) {
  const row = above(
    node,
    (each) => ts.isObjectLiteralExpression(each) && each.properties.some(({ name }) => name?.getText() === 'events'),
  );
  const events = row?.properties.find(({ name }) => name?.getText() === 'events')?.initializer;
  return events ? nodesOf(events, ts.isStringLiteral).map(({ text }) => text) : [];
}

/** The message whose handler a node belongs to. */
function handledAt(node) {
  const handler = above(node, ts.isClassDeclaration);
  const handled = handler && decorator(handler, HANDLES)?.arguments[0]?.getText();
  return handled ? [`\`${handled}\``] : [];
}

/** What sends a message at a node: an operation, an event, a message of the same context, a job, a program or another context. */
function sendersAt(node, { file, tree }, owner) {
  const context = contextOf(file);
  const layer = layerOf(file);
  if (context && context !== owner) return [`context ${context}`];
  if (layer === 'adapters/messaging') return subscribedAt(node).map((event) => `event \`${event}\``);
  if (layer?.startsWith('adapters/')) return operationsAt(node, { file, tree });
  if (layer) return handledAt(node);
  if (file.startsWith('apps/worker/')) return ['job'];
  if (file.startsWith('apps/cli/')) return ['`latchkey`'];
  if (file.startsWith('apps/api/mcp/')) return ['MCP'];
  return [];
}

const classes = files.flatMap((source) => nodesOf(source.tree, ts.isClassDeclaration).map((node) => ({ ...source, node })));
const messages = classes.filter(({ node }) => /^(Command|Query)$/.test(baseOf(node) ?? ''));
const nameOf = ({ node }) => node.name.text;
/** Contexts may have messages of the same name: what a file means is its own, that of its context, or what it imports from another one. */
const messageOf = (context, name) => messages.find((each) => contextOf(each.file) === context && nameOf(each) === name);

function messageAt(reference, { file, tree }) {
  const name = reference.getText();
  const specifier = nodesOf(tree, ts.isImportSpecifier).find((each) => each.name.text === name);
  const from = above(specifier, ts.isImportDeclaration)?.moduleSpecifier.text ?? '';
  return messageOf(/^#([a-z-]+)(?:\/(?:contract|needs|views))?$/.exec(from)?.[1] ?? contextOf(file), name);
}

const senders = new Map();
for (const source of files) {
  for (const node of nodesOf(source.tree, ts.isNewExpression)) {
    const message = messageAt(node.expression, source);
    if (!message) continue;
    senders.set(message, [...(senders.get(message) ?? []), ...sendersAt(node, source, contextOf(message.file))]);
  }
}

const handlers = new Map(
  classes.flatMap((handler) => {
    const handled = decorator(handler.node, HANDLES)?.arguments[0];
    return handled ? [[messageAt(handled, handler), handler]] : [];
  }),
);

const inContext = ({ file }, name) => `${contextOf(file)} ${name}`;
const domain = new Map(
  classes.filter(({ file }) => layerOf(file) === 'domain').map((each) => [inContext(each, nameOf(each)), each]),
);

function isAggregate(declared) {
  const base = declared && baseOf(declared.node);
  return base === 'AggregateRoot' || (base !== undefined && isAggregate(domain.get(inContext(declared, base))));
}

/** The aggregates of the ports that a handler gets; of one that extends another, only that one. */
function aggregatesOf(handler) {
  const types = nodesOf(handler.node, ts.isParameter).map(({ type }) => type?.getText());
  const named = types
    .flatMap((type) => domain.get(inContext(handler, type)) ?? [])
    .flatMap(({ node }) => nodesOf(node, ts.isTypeReferenceNode).map(({ typeName }) => typeName.getText()));
  const own = [...new Set(named)].filter((name) => isAggregate(domain.get(inContext(handler, name))));
  const bases = new Set(own.map((name) => baseOf(domain.get(inContext(handler, name)).node)));
  return own.filter((name) => !bases.has(name)).sort();
}

const link = (file, context) => `[${basename(file)}](${relative(`libs/${context}`, file)})`;
const MOST_SENDERS = 4;

/** Different values; of more than a few, the first ones. */
function cell(values) {
  const different = [...new Set(values)].sort();
  if (different.length <= MOST_SENDERS) return different.join(', ');
  return `${different.slice(0, MOST_SENDERS - 1).join(', ')} and ${different.length - MOST_SENDERS + 1} more`;
}

/** The first sentence of the comment of a declaration. */
function sentenceOf(node) {
  const comment = ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(node)[0]?.comment) ?? '';
  return /^.*?[.](?=\s|$)/.exec(comment.replaceAll('\n', ' '))?.[0] ?? comment;
}

/** The context that declares a message, and the one that handles it. */
const contextsOf = (message) => [message, handlers.get(message) ?? message].map(({ file }) => contextOf(file));

function messageRows(context, base) {
  return messages
    .filter((message) => baseOf(message.node) === base && contextsOf(message).includes(context))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    .map((message) => {
      const handler = handlers.get(message) ?? message;
      const columns = [`\`${nameOf(message)}\``];
      if (base === 'Command') columns.push(cell(aggregatesOf(handler).map((name) => `\`${name}\``)));
      columns.push(cell(senders.get(message) ?? []), link(handler.file, context));
      return `| ${columns.join(' | ')} |`;
    });
}

function publishedBy(context) {
  return files
    .filter(({ file }) => contextOf(file) === context && /\/domain\/.*\.events\.ts$/.test(file))
    .flatMap(({ file, tree }) =>
      nodesOf(tree, ts.isPropertyDeclaration)
        .filter(({ name, initializer }) => name.getText() === 'name' && initializer && ts.isStringLiteralLike(initializer))
        .map(({ initializer, parent }) => `| \`${initializer.text}\` | ${sentenceOf(parent)} | ${link(file, context)} |`),
    )
    .sort();
}

function receivedBy(context) {
  const rows = files
    .filter(({ file }) => contextOf(file) === context && layerOf(file) === 'adapters/messaging')
    .flatMap((source) => nodesOf(source.tree, ts.isNewExpression).filter(({ expression }) => messageAt(expression, source)))
    .flatMap((node) => subscribedAt(node).map((event) => `| \`${event}\` | \`${node.expression.getText()}\` |`));
  return [...new Set(rows)].sort();
}

const table = (title, columns, rows) =>
  rows.length === 0
    ? ''
    : `\n**${title}**\n\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n${rows.join('\n')}\n`;

const useCasesOf = (context) =>
  [
    table('Commands', ['command', 'aggregate', 'sent by', 'file'], messageRows(context, 'Command')),
    table('Queries', ['query', 'sent by', 'file'], messageRows(context, 'Query')),
    table('Events out', ['event', 'when', 'file'], publishedBy(context)),
    table('Events in', ['event', 'becomes'], receivedBy(context)),
  ].join('');

const stale = [];
for (const context of contexts) {
  const path = join('libs', context, 'README.md');
  const text = readFileSync(path, 'utf8');
  const [before, after] = text.includes(BEGIN)
    ? [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END) + END.length)]
    : [text.slice(0, text.indexOf('\n## ') + 1), text.slice(text.indexOf('\n## '))];
  const written = `${before}${BEGIN}\n\n## Use cases\n${useCasesOf(context)}\n${END}${after}`;
  const formatted = await format(written, { ...(await resolveConfig(path)), filepath: path });
  if (formatted === text) continue;
  stale.push(path);
  if (!process.argv.includes('--check')) writeFileSync(path, formatted);
}
if (stale.length > 0 && process.argv.includes('--check')) {
  console.error(`${stale.join(', ')}: out of date. \`npm run use-cases\` writes the use cases.`);
  process.exitCode = 1;
}
