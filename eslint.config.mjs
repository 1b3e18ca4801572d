import { createRequire } from 'node:module';

// npm run check and npm run lint install the packages of tools/checks there.
const requirePackage = createRequire(new URL('.cache/checks/package.json', import.meta.url));
const eslint = requirePackage('@eslint/js');
const tseslint = requirePackage('typescript-eslint');

const TOO_MANY_PARAMETERS = {
  selector:
    ':matches(FunctionDeclaration, ArrowFunctionExpression, MethodDefinition[kind!="constructor"] > FunctionExpression)[params.length>4]',
  message: 'More than four parameters: name them in one object. Constructors that are injected are exempt.',
};
const LITERAL_SPREAD = {
  selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write the entries themselves instead of the spread of a literal.',
};
const CONVENTIONS = [
  { selector: 'PrivateIdentifier', message: 'Use `private` instead of `#`.' },
  {
    selector: 'Identifier[name=/(^|_)(MOST|LONGEST)_|_(LONGEST|MOST)$/]',
    message: 'Name a maximum MAX_….',
  },
  {
    selector: 'Identifier[name=/(^|_)(FEWEST|LEAST|SHORTEST)_|_(FEWEST|LEAST)$/]',
    message: 'Name a minimum MIN_….',
  },
  {
    selector: 'Identifier[name=/_(PATIENCE|LAST_WORDS)_MS$/]',
    message: 'Name a time limit …_TIMEOUT_MS.',
  },
  {
    selector: 'Identifier[name=/_(EVERY|REST|CALM)_MS$/]',
    message: 'Name a period …_INTERVAL_MS, a pause before a repetition …_RETRY_DELAY_MS.',
  },
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.data*/**', '.cache/**', '**/generated/**'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        URL: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
      },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only libs/config reads settings.' },
      ],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', TOO_MANY_PARAMETERS, ...CONVENTIONS],
    },
  },
  {
    // The list of networks in libs/config keeps its rows.
    files: ['{apps,libs}/*/src/**/*.{ts,tsx}', 'dev/{devnet,wallet-provider}/**/*.ts'],
    ignores: ['**/*spec.ts', 'libs/config/src/main-networks.ts'],
    rules: { 'no-restricted-syntax': ['error', TOO_MANY_PARAMETERS, LITERAL_SPREAD, ...CONVENTIONS] },
  },
  {
    // Tests send values that types exclude, and read the environment that the global setup prepares.
    files: ['**/*spec.ts', 'test/**/*.ts', 'contracts/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': 'off',
      // Jest's matchers, such as expect.any(), are typed any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      'no-restricted-properties': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // End-to-end tests read responses as untyped JSON, as any client does.
    files: ['test/e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Development tools pass the environment on to the programs that they start.
    files: ['libs/config/**/*.ts', 'tools/{support,build,checks,test}/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Checks and generators declare the shape of the repository's own JSON and YAML where they parse it, and of packages
    // that the root does not install where they load them.
    files: ['tools/{support,build,checks,lab/interop}/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    // The published programs read their own settings. The SDK's types are those of the API's document.
    files: ['packages/{cli,mcp}/src/environment.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['dev/**/*.ts', 'apps/*/src/cli/**/*.ts', 'tools/**/*.ts'], rules: { 'no-console': 'off' } },
);
