// The scripts and the benchmarks, held by the compiler to the types of what they use: they import the product from dist/,
// and are checked against the sources that dist/ is made of, so that a renamed parameter is found before they are run.
// Annotations are asked for only where they help: a script is not strict. Another root than the repository may be given.
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const dist = path.join(root, 'dist') + path.sep;
const FOLDERS = ['bench', 'deploy', 'scripts', 'test'];

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const compilerOptions = {
  ...config.compilerOptions,
  ...{ allowJs: true, checkJs: true, noEmit: true, incremental: false, tsBuildInfoFile: undefined },
  ...{ strict: false, noImplicitOverride: false, noUncheckedIndexedAccess: false },
};
const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, root);
const files = FOLDERS.flatMap((folder) => ts.sys.readDirectory(path.join(root, folder), ['.mjs']));
const host = ts.createCompilerHost(options);
const cache = ts.createModuleResolutionCache(root, (file) => file, options);
host.resolveModuleNameLiterals = (literals, from, redirected, _options, source) =>
  literals.map((literal) => {
    const mode = ts.getModeForUsageLocation(source, literal, options);
    return ts.resolveModuleName(sourceOf(literal.text, from), from, options, host, cache, redirected, mode);
  });

const program = ts.createProgram(files, options, host);
const findings = [
  ...program.getOptionsDiagnostics(),
  ...files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  }),
];
if (findings.length > 0) {
  console.error(ts.formatDiagnostics(findings, { ...host, getCanonicalFileName: (file) => file }));
  process.exit(1);
}
console.log(`[scripts] ${files.length} files agree with what they use`);

/** What a module of dist/ is made of; every other name as it is. */
function sourceOf(name, from) {
  const target = path.resolve(path.dirname(from), name);
  if (!name.startsWith('.') || !target.startsWith(dist)) return name;
  const source = path.relative(path.dirname(from), path.join(root, target.slice(dist.length)));
  return source.startsWith('.') ? source : `./${source}`;
}
