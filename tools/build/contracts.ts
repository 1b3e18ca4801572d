import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { installPackages, packageFile, packageUrl } from '../checks/packages.js';
import { createCommand } from '../support/cli.js';
import { type GeneratedFile, staleFiles, writeGenerated } from './generated-files.js';

interface ContractOutput {
  readonly source: string;
  readonly folder: string;
  /** Whether TypeScript code deploys the contract, and so needs its bytecode. */
  readonly isDeployed: boolean;
}

interface AbiParameter {
  readonly name: string;
  readonly type: string;
  readonly indexed?: boolean;
  readonly components?: readonly AbiParameter[];
}

interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly stateMutability?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly anonymous?: boolean;
}

interface CompiledContract {
  readonly abi: readonly AbiEntry[];
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
}

/** The part of solc that is used. */
interface Solc {
  readonly compile: (input: string, callbacks: { import: typeof readImport }) => string;
}

const PRODUCT_FOLDER = 'libs/contracts/src/generated';
const TEST_FOLDER = 'contracts/testing/generated';
const CONTRACTS: Readonly<Record<string, ContractOutput>> = {
  PredictionMarketFactory: {
    source: 'contracts/src/PredictionMarketFactory.sol',
    folder: PRODUCT_FOLDER,
    isDeployed: true,
  },
  PredictionMarket: { source: 'contracts/src/PredictionMarket.sol', folder: PRODUCT_FOLDER, isDeployed: false },
  ReadBatch: { source: 'contracts/src/ReadBatch.sol', folder: PRODUCT_FOLDER, isDeployed: true },
  TestUSDC: { source: 'contracts/src/TestUSDC.sol', folder: PRODUCT_FOLDER, isDeployed: true },
  HostileToken: { source: 'contracts/testing/HostileToken.sol', folder: TEST_FOLDER, isDeployed: true },
};

const COMPILER_SETTINGS = {
  // The oldest instruction set that compiler and libraries support, which runs on every candidate chain.
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 800 },
  // Leaves the hash of sources and paths out, so the bytes are the same on every machine.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

await createCommand('contracts', 'Compiles contracts/ with solc and writes ABI and bytecode as TypeScript.')
  .option('--check', 'fail when the committed files differ from the sources, and write nothing')
  .action(async ({ check = false }: { check?: boolean }) => {
    const compiled = await compile();
    if (check) checkFiles(compiled);
    else writeFiles(compiled);
  })
  .parseAsync();

async function compile(): Promise<SolcOutput['contracts']> {
  installPackages();
  const { default: solc }: { default: Solc } = await import(packageUrl('solc/index.js'));
  const sources = Object.fromEntries(
    Object.values(CONTRACTS).map(({ source }) => [
      source,
      { content: readFileSync(path.join(PROJECT_ROOT, source), 'utf8') },
    ]),
  );
  const input = JSON.stringify({ language: 'Solidity', sources, settings: COMPILER_SETTINGS });
  const output: SolcOutput = JSON.parse(solc.compile(input, { import: readImport }));
  const problems = (output.errors ?? []).filter(({ severity }) => severity !== 'info');
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return output.contracts;
}

function readImport(name: string): { contents: string } | { error: string } {
  const file = name.startsWith('@') ? packageFile(name) : path.join(PROJECT_ROOT, name);
  return existsSync(file) ? { contents: readFileSync(file, 'utf8') } : { error: `no such source: ${name}` };
}

function writeFiles(compiled: SolcOutput['contracts']): void {
  const files = generatedFiles(compiled);
  writeGenerated(files);
  for (const { file, deployedBytes } of files) console.log(`[contracts] ${file}: ${deployedBytes} bytes deployed`);
}

function checkFiles(compiled: SolcOutput['contracts']): void {
  const files = generatedFiles(compiled);
  const known = new Set(files.map(({ file }) => file));
  const present = [PRODUCT_FOLDER, TEST_FOLDER].flatMap((folder) =>
    readdirSync(path.join(PROJECT_ROOT, folder)).map((entry) => `${folder}/${entry}`),
  );
  const problems = [...staleFiles(files), ...present.filter((file) => !known.has(file))];
  for (const file of problems) console.error(`[contracts] ${file} differs; run npm run contracts:build`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`[contracts] ${files.length} generated files match the sources`);
}

function generatedFiles(compiled: SolcOutput['contracts']): (GeneratedFile & { deployedBytes: number })[] {
  return Object.entries(CONTRACTS).map(([name, output]) => {
    const contract = compiled[output.source]?.[name];
    if (contract === undefined) throw new Error(`${output.source} has no contract ${name}`);
    return {
      file: `${output.folder}/${kebabCase(name)}.ts`,
      text: render(name, output, contract),
      deployedBytes: contract.evm.deployedBytecode.object.length / 2,
    };
  });
}

function render(name: string, { source, isDeployed }: ContractOutput, { abi, evm }: CompiledContract): string {
  const lines = [
    `// Generated from ${source} by npm run contracts:build. Do not edit.`,
    `export const ${camelCase(name)}Abi = [`,
    ...abi.map((entry) => `  ${JSON.stringify(leanEntry(entry))},`),
    '] as const;',
  ];
  if (isDeployed) lines.push('', `export const ${camelCase(name)}Bytecode =`, `  '0x${evm.bytecode.object}';`);
  return `${lines.join('\n')}\n`;
}

/** Keeps the fields that encoding and decoding need; JSON leaves undefined ones out. */
function leanEntry({ type, name, stateMutability, inputs = [], outputs, anonymous }: AbiEntry): AbiEntry {
  return {
    type,
    name,
    stateMutability,
    inputs: inputs.map(leanParameter),
    outputs: outputs?.map(leanParameter),
    anonymous,
  };
}

function leanParameter({ name, type, indexed, components }: AbiParameter): AbiParameter {
  return { name, type, indexed, components: components?.map(leanParameter) };
}

function kebabCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

function camelCase(name: string): string {
  return kebabCase(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
