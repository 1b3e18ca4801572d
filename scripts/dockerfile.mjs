// A Dockerfile, as far as ours goes, read and carried out in folders instead of an engine's layers: each stage is a folder
// that stands for its file system. What it cannot read it refuses, so that nothing is left out in silence.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Said of the image, and done when it runs. */
const META = ['USER', 'EXPOSE', 'CMD'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** @returns {Map<string, { base: string, steps: { word: string, rest: string }[] }>} by the stage's name, in order */
export function stagesOf(dockerfile) {
  const stages = new Map();
  let steps = null;
  for (const line of dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')) {
    const [, word, rest] = /^([A-Z]+) +(.+)$/.exec(line.trim()) ?? [];
    if (word === undefined && line.trim() !== '') throw new Error(`the Dockerfile says what cannot be read: ${line}`);
    if (word === 'FROM') {
      const [, base, name] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      if (name === undefined || stages.has(base)) throw new Error(`a stage needs an image and a name: ${rest}`);
      steps = [];
      stages.set(name, { base, steps });
    } else if (word !== undefined) steps.push({ word, rest });
  }
  return stages;
}

/** @returns {(file: string) => boolean} whether a file of the repository reaches the build */
export function contextOf(dockerignore) {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.shift() !== '*') throw new Error('.dockerignore must begin with *, and name what is let in');
  const letIn = lines.flatMap((line) => (/^![\w.-]+$/.test(line) ? [line.slice(1)] : []));
  const keptOut = lines.flatMap((line) => (/^\*\*\/\*[\w.-]+$/.test(line) ? [line.slice('**/*'.length)] : []));
  if (letIn.length + keptOut.length !== lines.length) throw new Error('.dockerignore says what cannot be read');
  return (file) => letIn.includes(file.split('/')[0]) && !keptOut.some((end) => file.endsWith(end));
}

/** Carries the steps of a stage out, and before it those of every stage that it copies from. */
export function playStage(name, { stages, context, isLetIn, folder, tell }) {
  const root = path.join(folder, name);
  const stage = stages.get(name);
  if (stage === undefined) throw new Error(`there is no stage ${name}`);
  let workdir = root;
  const env = {};
  const image = { root, env, command: [], user: 'root' };
  mkdirSync(root, { recursive: true });
  for (const { word, rest } of stage.steps) {
    tell(`${name}: ${word} ${rest}`);
    if (word === 'WORKDIR') mkdirSync((workdir = path.join(root, rest)), { recursive: true });
    else if (word === 'ENV') Object.assign(env, Object.fromEntries([rest.split('=')]));
    else if (word === 'COPY') copy(rest);
    else if (word === 'RUN') run(rest);
    else if (word === 'CMD') image.command = JSON.parse(rest);
    else if (word === 'USER') image.user = rest;
    else if (!META.includes(word)) throw new Error(`${word} is not known here`);
  }
  return { ...image, workdir };

  function copy(rest) {
    const [, from, places] = /^(?:--from=(\S+) )?(.+)$/.exec(rest);
    if (from !== undefined && !statSync(path.join(folder, from), { throwIfNoEntry: false })) {
      playStage(from, { stages, context, isLetIn, folder, tell });
    }
    const words = places.split(/ +/);
    const to = words.pop();
    const target = to.startsWith('/') ? path.join(root, to) : path.join(workdir, to);
    for (const source of words) {
      const origin = from === undefined ? path.join(context, source) : path.join(folder, from, source);
      const filter = (file) =>
        from !== undefined || statSync(file).isDirectory() || isLetIn(path.relative(context, file));
      const isFolder = statSync(origin).isDirectory();
      const place = isFolder || !to.endsWith('/') ? target : path.join(target, path.basename(source));
      cpSync(origin, place, { recursive: true, verbatimSymlinks: true, filter });
      if (!statSync(place, { throwIfNoEntry: false }) || (isFolder && readdirSync(place).length === 0)) {
        throw new Error(`${source} does not reach the build: see .dockerignore`);
      }
    }
  }

  function run(command) {
    const given = { ...process.env, NODE_ENV: '', ...env };
    const options = { cwd: workdir, env: given, maxBuffer: MAX_OUTPUT_BYTES };
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { ...options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
  }
}
