// What areas do with tables of others: what the tests of areas hold and the figures count.
import { globSync, readFileSync } from 'node:fs';
import { areas } from '../../src/app/registry.ts';
import { storeTables } from '../../src/store/store-tables.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Every source of the program but tests. */
export const sources = globSync('src/**/*.ts', { cwd: root }).filter(file => !/\.(test|sample)\.ts$|testing/.test(file)).map(file => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));

/** The folder of an area. */
export const folderOf = ({ group, id }: { group: string; id: string }) => `src/areas/${group}/${id}/`;

const owners = new Map([...areas.map(area => [area.id, area.tables] as const), ['store', storeTables] as const].flatMap(([owner, tables]) => Object.keys(tables?.own ?? {}).map(table => [table, owner] as const)));

/** What areas declare to read of others. */
export const reads = areas.flatMap(area => (area.tables?.reads ?? []).map(({ table }) => ({ area: area.id, table, owner: owners.get(table) })));

/** Those that nobody earlier publishes. */
export function unpublishedReads(): readonly object[] {
  const order = ['store', ...areas.map(({ id }) => id)];
  return reads.filter(({ area, owner }) => owner === undefined || order.indexOf(owner) >= order.indexOf(area));
}

/** Raw SQL of an area that names a table of another. */
export function foreignSql(): readonly object[] {
  const raw = areas.flatMap(area => sources.filter(({ file }) => file.startsWith(folderOf(area)) && !file.includes('/migrations/')).flatMap(({ file, text }) =>
    [...text.matchAll(/sql(?:<[^>`]*>)?`([^`]*)`/g)].flatMap(([, query]) => [...query!.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)\b/g)].map(([, table]) => ({ file, table: table!, owner: owners.get(table!), area: area.id })))));
  return raw.filter(({ owner, area }) => owner !== undefined && owner !== area);
}

/** Files that open the database with the tables of another area, or without any area's. */
export function foreignHandles(): readonly string[] {
  return sources.filter(({ file, text }) => {
    const area = areas.find(one => file.startsWith(folderOf(one)));
    if (area === undefined || file.includes('/migrations/')) return false;
    const opened = [...text.matchAll(/from '((?:\.\.\/)+[\w/-]*tables\.ts)'/g)].map(([, path]) => new URL(path!, `file:///${file}`).pathname);
    return /\buntyped\(/.test(text) || opened.some(path => !path.startsWith(`/${folderOf(area)}`));
  }).map(({ file }) => file);
}
