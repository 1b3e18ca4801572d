import { existsSync } from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment } from '@app/config';
import { requirePackage } from './packages.js';

/** The part of playwright-core that the check of the reference page uses. The root does not install its types. */
export interface Browser {
  newContext(options: ContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
}

interface BrowserContext {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Page {
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
  goto(url: string, options: { waitUntil: 'networkidle' | 'load' }): Promise<Response | null>;
  evaluate<T>(expression: string): Promise<T>;
}

interface Response {
  status(): number;
  headers(): Readonly<Record<string, string>>;
}

/** The part of an axe-core violation that is reported. */
export interface Violation {
  readonly id: string;
  readonly impact: 'minor' | 'moderate' | 'serious' | 'critical' | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly unknown[] }[];
}

interface LaunchOptions {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Whether the driver exits this process when a signal arrives. */
  readonly handleSIGINT: boolean;
  readonly handleSIGTERM: boolean;
}

interface BrowserDriver {
  readonly chromium: {
    launch(options: LaunchOptions): Promise<Browser>;
  };
}

interface AxeDriver {
  readonly AxeBuilder: new (options: { page: Page }) => {
    analyze(): Promise<{ readonly violations: readonly Violation[] }>;
  };
}

const EXECUTABLES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium looks up hosts of its vendor at start otherwise. */
const QUIET_FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** @throws Error when no executable is given or found on the PATH */
export function launchBrowser(executable = findExecutable(), flags: readonly string[] = []): Promise<Browser> {
  if (executable === undefined) throw new Error('Chromium is not on the PATH; install it or name it with --chromium');
  const { chromium }: BrowserDriver = requirePackage('playwright-core');
  return chromium.launch({
    executablePath: executable,
    args: [...QUIET_FLAGS, ...flags],
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

/** Runs all default rules of axe-core on the page as it is rendered. */
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  const { AxeBuilder }: AxeDriver = requirePackage('@axe-core/playwright');
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations;
}

function findExecutable(): string | undefined {
  const folders = (inheritedEnvironment().PATH ?? '').split(path.delimiter);
  return folders
    .flatMap((folder) => EXECUTABLES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}
