import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, matchesGlob, relative } from 'node:path';

/** One stage after its steps were done in a folder in place of a container. */
export interface Stage {
  /** What `/` is in it. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  healthcheck: string[];
  entrypoint: string[];
  cmd: string[];
}

const EMPTY = { workdir: '/', env: {}, user: 'root', volumes: [], healthcheck: [], entrypoint: [], cmd: [] };
/** What of a base image every stage may write to as its user, who has this number there. */
const NODE = { home: '/home/node', uid: 1000 };
/** Takes the place of the program of that name, so that no step changes this machine: asks its Debian whether all that is named could be installed. */
const APT_GET = '#!/bin/sh\n[ "$1" = update ] || exec /usr/bin/apt-get --simulate "$@"\n';

/** Whether this process may act as the user of an image. */
const mayChangeUser = process.getuid?.() === 0;

/** Whether this machine has a Debian that can say which packages there are. */
export function knowsPackages(): boolean {
  return spawnSync('/usr/bin/apt-cache', ['show', 'chromium'], { stdio: 'ignore' }).status === 0;
}

/**
 * Does the steps of a Dockerfile on a context, below `folder`; answers with its stages by name, the last as ''. A stage
 * `FROM` an image begins with this Node.js alone, and `leaveOut` names those that are not made.
 */
export function buildStages(dockerfile: string, context: string, folder: string, leaveOut: readonly string[]): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  for (const steps of stagesIn(dockerfile)) {
    const [, from = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(steps[0]!.rest)!;
    if (leaveOut.includes(name)) continue;
    const root = join(folder, name || 'last');
    const stage = { ...structuredClone(stages.get(from) ?? EMPTY), root };
    stages.set(name, stage);
    // With owners and modes, which Node.js does not copy.
    if (stages.has(from)) runIn({ ...EMPTY, root: '/' }, ['cp', '-a', stages.get(from)!.root, root]);
    else makeBase(root);
    for (const step of steps.slice(1)) follow(stage, step, { context, stages });
  }
  return stages;
}

interface Step {
  keyword: string;
  rest: string;
}

function stagesIn(dockerfile: string): Step[][] {
  const lines = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '').split('\n').filter(line => line.trim() !== '');
  const stages: Step[][] = [];
  for (const line of lines) {
    const [, keyword, rest] = /^([A-Z]+)\s+(.*)$/.exec(line)!;
    if (keyword === 'FROM') stages.push([]);
    stages.at(-1)!.push({ keyword: keyword!, rest: rest! });
  }
  return stages;
}

function makeBase(root: string): void {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  writeFileSync(join(root, 'usr/local/bin/apt-get'), APT_GET, { mode: 0o755 });
  mkdirSync(join(root, NODE.home), { recursive: true });
  if (mayChangeUser) runIn({ ...EMPTY, root }, ['chown', String(NODE.uid), join(root, NODE.home)]);
}

function follow(stage: Stage, { keyword, rest }: Step, { context, stages }: { context: string; stages: ReadonlyMap<string, Stage> }): void {
  const list = (text: string): string[] => JSON.parse(text) as string[];
  const known: Record<string, () => void> = {
    WORKDIR: () => { mkdirSync(join(stage.root, stage.workdir = rest), { recursive: true }); },
    ENV: () => { for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name!] = value!; },
    USER: () => { stage.user = rest; },
    VOLUME: () => { stage.volumes.push(rest); },
    EXPOSE: () => {},
    ENTRYPOINT: () => { stage.entrypoint = list(rest); },
    CMD: () => { stage.cmd = list(rest); },
    HEALTHCHECK: () => { stage.healthcheck = list(rest.replace(/^(--\S+ )*CMD /, '')); },
    RUN: () => { runIn(stage, ['/bin/sh', '-c', rest.replaceAll(/(?<=\s)\/(?=(home|srv|var)\/)/g, `${stage.root}/`)]); },
    COPY: () => {
      const [, name, paths] = /^(?:--from=(\S+) )?(.*)$/.exec(rest)!;
      copy(stage, name === undefined ? context : stages.get(name)!.root, paths!.split(' '));
    },
  };
  if (!(keyword in known)) throw new Error(`${keyword} is not understood here.`);
  known[keyword]!();
}

/** `COPY a b folder/` keeps names of files; of a folder it copies what is in it. */
function copy({ root, workdir }: Stage, from: string, paths: readonly string[]): void {
  const target = join(root, workdir, paths.at(-1)!);
  for (const path of paths.slice(0, -1)) cpSync(join(from, path), statSync(join(from, path)).isDirectory() ? target : join(target, basename(path)), { recursive: true });
}

/** The environment of a process in a stage: its own Node.js goes before all programs of the machine, and none of a project's is there. */
export function environmentIn({ root, env }: Pick<Stage, 'root' | 'env'>): Record<string, string> {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'));
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|DSS_|DATABASE_URL$|NODE_|INIT_CWD$|PATH$)/.test(name) || /^npm_config_(cache|registry|userconfig)$/.test(name));
  const own = Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? join(root, value) : value]);
  return { ...Object.fromEntries(kept) as Record<string, string>, npm_config_prefer_offline: 'true', PATH: [join(root, 'usr/local/bin'), ...path].join(delimiter), ...Object.fromEntries(own) as Record<string, string> };
}

/** The number of the user of a stage, where this process may act as one. */
export function uidIn({ user }: Pick<Stage, 'user'>): { uid?: number } {
  return mayChangeUser && user !== 'root' ? { uid: NODE.uid } : {};
}

function runIn(stage: Pick<Stage, 'root' | 'env' | 'user' | 'workdir'>, [command, ...args]: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command!, args, { cwd: join(stage.root, stage.workdir), env: environmentIn(stage), ...uidIn(stage), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

/** Copies what a `.dockerignore` lets through; the last line that fits a path or a folder above it decides. */
export function copyContext(project: string, target: string): void {
  const rules = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n').filter(line => line !== '').map(line => ({ keep: line.startsWith('!'), glob: line.replace(/^!/, '') }));
  const kept = (path: string): boolean => rules.findLast(({ glob }) => [glob, `${glob}/**`].some(one => matchesGlob(path, one)))?.keep ?? true;
  for (const name of readdirSync(project).filter(kept)) {
    cpSync(join(project, name), join(target, name), { recursive: true, filter: path => kept(relative(project, path)) });
  }
}
