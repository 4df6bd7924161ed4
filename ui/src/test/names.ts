import path from 'node:path';
import * as ast from 'typescript/unstable/ast';
import { API, TypeFlags, type Checker } from 'typescript/unstable/sync';

/** A name that the front end gives to something of its own; tests left out. */
export interface Declaration {
  /** Below src. */
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind: 'function' | 'method' | 'class' | 'type' | 'value';
  readonly isExported: boolean;
  /** Whether a function makes elements. */
  readonly hasElements: () => boolean;
  /** Whether a function calls a hook itself, not in a function within. */
  readonly callsHook: () => boolean;
  /** What the name of a function is used for in its file: `onX` for the value of that property of an element, else ''. */
  readonly uses: readonly string[];
  /** Whether a function answers yes or no. */
  readonly isBoolean: () => boolean;
}

type Function = ast.FunctionDeclaration | ast.ArrowFunction | ast.FunctionExpression | ast.MethodDeclaration;

/** The function that a declaration names, within `memo` and the like, too. */
function functionOf(node: ast.Node): Function | undefined {
  if (ast.isFunctionDeclaration(node) || ast.isMethodDeclaration(node)) return node;
  if (!ast.isVariableDeclaration(node) || !node.initializer) return undefined;
  const { initializer } = node;
  const wraps = ast.isCallExpression(initializer) && /^(memo|useCallback)$/.test(nameOf(initializer.expression));
  const value = wraps ? initializer.arguments[0] : initializer;
  return value && (ast.isArrowFunction(value) || ast.isFunctionExpression(value)) ? value : undefined;
}

function nameOf(node: ast.Node | undefined): string {
  if (!node) return '';
  if (ast.isPropertyAccessExpression(node)) return node.name.text;
  return ast.isIdentifier(node) || ast.isPrivateIdentifier(node) ? node.text : '';
}

const typeNodes = [ast.isInterfaceDeclaration, ast.isTypeAliasDeclaration];
const valueNodes = [
  ast.isVariableDeclaration,
  ast.isParameterDeclaration,
  ast.isPropertySignatureDeclaration,
  ast.isPropertyDeclaration,
  ast.isGetAccessorDeclaration,
];

function kindOf(node: ast.Node): Declaration['kind'] | undefined {
  if (ast.isMethodDeclaration(node)) return 'method';
  if (functionOf(node)) return 'function';
  if (ast.isClassDeclaration(node)) return 'class';
  if (typeNodes.some((is) => is(node))) return 'type';
  return valueNodes.some((is) => is(node)) ? 'value' : undefined;
}

function contains(node: ast.Node, is: (inner: ast.Node) => boolean, enters: (inner: ast.Node) => boolean): boolean {
  let found = false;
  node.forEachChild((child) => {
    found ||= is(child) || (enters(child) && contains(child, is, enters));
    return undefined;
  });
  return found;
}

const isFunction = (node: ast.Node) =>
  ast.isArrowFunction(node) || ast.isFunctionExpression(node) || ast.isFunctionDeclaration(node);

const isElement = (node: ast.Node) =>
  ast.isJsxElement(node) || ast.isJsxSelfClosingElement(node) || ast.isJsxFragment(node);

/** A call of `useX()`, or of `store.use()`. */
const isHookCall = (node: ast.Node) =>
  ast.isCallExpression(node) &&
  (/^use[A-Z]/.test(nameOf(node.expression)) || (nameOf(node.expression) === 'use' && node.arguments.length === 0));

/** What an identifier is used for; undefined where it is the name of a property. */
function useOf(node: ast.Node, parent: ast.Node, above: ast.Node | undefined): string | undefined {
  const named = parent as { name?: ast.Node; initializer?: ast.Node };
  if (named.name === node && !ast.isShorthandPropertyAssignment(parent)) return undefined;
  if (ast.isJsxExpression(parent) && above && ast.isJsxAttribute(above)) return nameOf(above.name);
  return '';
}

/** The names of a file, with the uses of those that are functions. */
function namesIn(source: ast.SourceFile, file: string, checker: Checker): Declaration[] {
  const uses = new Map<string, { at: number; use: string }[]>();
  const found: { node: ast.Node; name: ast.Node; above: readonly ast.Node[] }[] = [];
  const above: ast.Node[] = [];
  const visit = (node: ast.Node) => {
    const [parent, grand] = [above.at(-1), above.at(-2)];
    if (ast.isIdentifier(node) && parent) {
      const use = useOf(node, parent, grand);
      const known = uses.get(node.text) ?? [];
      if (use !== undefined) known.push({ at: node.pos, use });
      uses.set(node.text, known);
    }
    const { name } = node as { name?: ast.Node };
    if (name && kindOf(node) && nameOf(name)) found.push({ node, name, above: [...above] });
    above.push(node);
    node.forEachChild((child) => {
      visit(child);
      return undefined;
    });
    above.pop();
  };
  visit(source);
  return found.map(({ node, name, above }) => {
    const own = functionOf(node);
    const depth = ast.isVariableDeclaration(node) ? -2 : 0;
    const statement = depth ? above.at(depth) : node;
    const scope = above.at(depth - 1);
    const modifiers = (statement as { modifiers?: readonly ast.Node[] } | undefined)?.modifiers ?? [];
    return {
      file,
      line: source.text.slice(0, name.end).split('\n').length,
      name: nameOf(name).replace('#', ''),
      kind: kindOf(node) ?? 'value',
      isExported: modifiers.some(({ kind }) => kind === ast.SyntaxKind.ExportKeyword),
      hasElements: () => own !== undefined && contains(own, isElement, () => true),
      callsHook: () => own !== undefined && contains(own, isHookCall, (inner) => !isFunction(inner)),
      uses: (uses.get(nameOf(name)) ?? [])
        .filter(({ at }) => scope && at >= scope.pos && at < scope.end)
        .map(({ use }) => use),
      isBoolean: () => {
        const signature = own && checker.getSignatureFromDeclaration(own);
        const result = signature && checker.getReturnTypeOfSignature(signature);
        return result !== undefined && (result.flags & TypeFlags.Boolean) !== 0;
      },
    };
  });
}

/** Calls back with the names of the whole front end; types can be asked for until it returns. */
export function withNames(use: (all: readonly Declaration[]) => void): void {
  const src = path.resolve(import.meta.dirname, '..');
  const config = path.resolve(src, '../tsconfig.json');
  const api = new API({ cwd: path.dirname(config) });
  try {
    const project = api.updateSnapshot({ openProject: config }).getProjects()[0];
    if (!project) throw new Error(`no project at ${config}`);
    const files = project.rootFiles.filter(
      (file) => file.startsWith(src) && !/\.(gen|test)\.tsx?$|\.d\.ts$/.test(file),
    );
    use(
      files.flatMap((file) => {
        const source = project.program.getSourceFile(file);
        return source ? namesIn(source, path.relative(src, file), project.checker) : [];
      }),
    );
  } finally {
    api.close();
  }
}

/** The words of a name in small letters: load, the, html, page of loadTheHTMLPage. */
export const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
