import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { z } from 'zod';
import type { LabDomain, World } from './types.ts';
import { worldFile, type DomainEntry, type WorldFile } from './world/entry.ts';
import { expandDomain } from './world/expand.ts';
import { addressesOf } from './world/records.ts';

/** One file of `lab/world/`. */
export interface WorldText {
  file: string;
  text: string;
}

/** The world of `lab/world/`, with its relative dates counted from `now` (epoch milliseconds); throws an error that names file and field. */
export function loadWorld(now: number): World {
  const folder = new URL('world/', import.meta.url);
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml')).toSorted();
  return readWorld(files.map(file => ({ file, text: readFileSync(new URL(file, folder), 'utf8') })), now);
}

/** The world that the texts describe; they are read as one. */
export function readWorld(texts: readonly WorldText[], now: number): World {
  const files = texts.map(text => ({ file: text.file, read: readFile(text) }));
  const shared = {
    parts: Object.assign({}, ...files.map(({ read }) => read.parts)) as WorldFile['parts'],
    words: Object.assign({}, ...files.map(({ read }) => read.words)) as WorldFile['words'],
  };
  const domains = files.flatMap(({ file, read }) => read.domains.map(entry => at(`${file}: ${entry.name}`, () => expandDomain(entry, shared, now))));
  const world = { servers: files.flatMap(({ read }) => read.servers), domains };
  const faults = faultsOf(world);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return world;
}

function readFile({ file, text }: WorldText): WorldFile {
  const value = at(file, () => parse(text) as unknown);
  const result = worldFile.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(issue => `${file}: ${pathOf(issue, value)}: ${issue.message}`).join('\n'));
}

/** The path of a fault in the file, with the name of the domain in place of its number. */
function pathOf({ path }: z.core.$ZodIssue, value: unknown): string {
  const [list, index, ...rest] = path;
  const entry = list === 'domains' && typeof index === 'number' ? (value as { domains: Partial<DomainEntry>[] }).domains[index] : undefined;
  return typeof entry?.name === 'string' ? [entry.name, ...rest].join('.') : path.join('.') || 'file';
}

function at<T>(position: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${position}: ${(error as Error).message}`, { cause: error });
  }
}

/** What does not hold together between the entries. */
function faultsOf(world: World): string[] {
  const servers = new Set(world.servers.map(({ name }) => name));
  return [
    ...repeated(world.domains.map(({ name }) => name)).map(name => `${name}: there are two domains of this name`),
    ...repeated(world.servers.map(({ name }) => name)).map(name => `${name}: there are two servers of this name`),
    ...repeated(world.servers.flatMap(({ addresses }) => addresses)).map(address => `${address}: two servers have this address`),
    ...world.domains.flatMap(domain => [
      ...domain.servers.filter(name => !servers.has(name)).map(name => `${domain.name}: servers: no such server: ${name}`),
      ...domain.faults.filter(({ at }) => at !== 'resolver' && !servers.has(at!)).map(({ at }) => `${domain.name}: faults: no such server: ${at}`),
      ...domain.pages.filter(({ host }) => addressesOf(world, host).length === 0).map(({ host }) => `${domain.name}: pages: ${host} has no address`),
      ...mixedCertificates(domain).map(host => `${domain.name}: pages: ${host} has more than one certificate`),
    ]),
    ...faultsOfRegistries(world),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

function mixedCertificates({ pages }: LabDomain): string[] {
  const kinds = new Set(pages.filter(({ over }) => over === 'https').map(({ host, certificate }) => `${host} ${certificate}`));
  return repeated([...kinds].map(kind => kind.split(' ')[0]!));
}

/** A registry speaks RDAP or WHOIS, and who speaks WHOIS has a host for it. */
function faultsOfRegistries(world: World): string[] {
  const by = Map.groupBy(world.domains.filter(({ registration }) => registration), ({ name }) => name.slice(name.lastIndexOf('.') + 1));
  return [...by].flatMap(([topLevel, domains]) => {
    const ways = new Set(domains.map(({ registration }) => registration!.via));
    if (ways.size > 1) return [`${topLevel}: registrations by RDAP and by WHOIS below the same top-level domain`];
    const host = `whois.nic.${topLevel}`;
    return ways.has('whois') && addressesOf(world, host).length === 0 ? [`${topLevel}: ${host} has no address`] : [];
  });
}
