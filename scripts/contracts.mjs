// Compiles contracts/ with solc and writes what the code uses of them: ABI and bytecode as TypeScript, in
// libs/contracts/src/generated (the product) and contracts/testing/generated (tokens that only tests deploy).
// `--check` compiles again and fails when the committed files say something else.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import solc from 'solc';

const root = path.resolve(import.meta.dirname, '..');
/**
 * By contract's name; whether the code deploys it by itself.
 * @type {Record<string, [source: string, folderOfGenerated: string, deployable: boolean]>}
 */
const OUTPUTS = {
  PredictionMarketFactory: ['contracts/src/PredictionMarketFactory.sol', 'libs/contracts/src/generated', true],
  PredictionMarket: ['contracts/src/PredictionMarket.sol', 'libs/contracts/src/generated', false],
  TestUSDC: ['contracts/src/TestUSDC.sol', 'libs/contracts/src/generated', true],
  HostileToken: ['contracts/testing/HostileToken.sol', 'contracts/testing/generated', true],
};

const settings = {
  // The oldest instruction set that the compiler and libraries need: it runs on every chain that is still a candidate.
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 800 },
  // Without the hash of sources and paths, the same code gives the same bytes on every machine.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

function readImport(name) {
  const file = name.startsWith('@') ? path.join(root, 'node_modules', name) : path.join(root, name);
  return existsSync(file) ? { contents: readFileSync(file, 'utf8') } : { error: `no such source: ${name}` };
}

function compile() {
  const files = Object.values(OUTPUTS).map(([source]) => source);
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(path.join(root, file), 'utf8') }]),
  );
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const output = JSON.parse(solc.compile(input, { import: readImport }));
  const problems = (output.errors ?? []).filter(({ severity }) => severity !== 'info');
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return output.contracts;
}

const kebab = (name) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
const camel = (name) => kebab(name).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

function leanParameter({ name, type, indexed, components }) {
  return {
    name,
    type,
    ...(indexed === undefined ? {} : { indexed }),
    ...(components === undefined ? {} : { components: components.map(leanParameter) }),
  };
}

function leanEntry({ type, name, stateMutability, inputs, outputs, anonymous }) {
  return {
    type,
    ...(name === undefined ? {} : { name }),
    ...(stateMutability === undefined ? {} : { stateMutability }),
    inputs: (inputs ?? []).map(leanParameter),
    ...(outputs === undefined ? {} : { outputs: outputs.map(leanParameter) }),
    ...(anonymous === undefined ? {} : { anonymous }),
  };
}

function render(name, { abi, evm }, deployable) {
  const lines = [
    `// Generated from ${OUTPUTS[name][0]} by scripts/contracts.mjs. Do not edit.`,
    `export const ${camel(name)}Abi = [`,
    ...abi.map((entry) => `  ${JSON.stringify(leanEntry(entry))},`),
    '] as const;',
  ];
  if (deployable) lines.push('', `export const ${camel(name)}Bytecode =`, `  '0x${evm.bytecode.object}';`);
  return `${lines.join('\n')}\n`;
}

function generate() {
  const contracts = compile();
  return Object.entries(OUTPUTS).map(([name, [source, folder, deployable]]) => ({
    file: `${folder}/${kebab(name)}.ts`,
    text: render(name, contracts[source][name], deployable),
    name,
    bytes: contracts[source][name].evm.deployedBytecode.object.length / 2,
  }));
}

const generated = generate();
if (process.argv.includes('--check')) {
  const folders = new Set(generated.map(({ file }) => path.dirname(file)));
  const known = new Set(generated.map(({ file }) => file));
  const stale = generated.filter(
    ({ file, text }) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
  );
  const foreign = [...folders].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .map((entry) => `${folder}/${entry}`)
      .filter((file) => !known.has(file)),
  );
  for (const file of [...stale.map(({ file }) => file), ...foreign])
    console.error(`[contracts] ${file} is not what the sources say; run npm run contracts:build`);
  if (stale.length + foreign.length > 0) process.exit(1);
  console.log(`[contracts] ${generated.length} generated files are what the sources say`);
} else {
  for (const { file, text, name, bytes } of generated) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    console.log(`[contracts] ${name}: ${bytes} bytes deployed → ${file}`);
  }
}
