import type { Program } from 'acorn';
import type { Sighting } from '../patterns.ts';
import { syntaxRules, type SyntaxRule } from './rules.ts';
import { traceVersions, type Candidate, type Span, type Traces } from './versions.ts';

const wanted: ReadonlySet<string> = new Set(syntaxRules.flatMap(({ marks, without = [] }) => [...marks.flat(), ...without]));

/** The libraries of a file, several where it is a bundle: a version belongs to the library whose marks stand in the same function. */
export function bySyntax(program: Program): Sighting[] {
  const traces = traceVersions(program, wanted);
  return syntaxRules.flatMap(rule => sightings(rule, traces));
}

function sightings(rule: SyntaxRule, traces: Traces): Sighting[] {
  const marks = rule.marks.map(mark => [mark].flat().flatMap(word => traces.words.get(word) ?? []));
  if (marks.some(positions => positions.length === 0) || rule.without?.some(word => traces.words.has(word))) return [];
  const text = rule.marks.flat().filter(word => traces.words.has(word)).join(', ');
  const versions = nearestVersions(rule, marks, traces.candidates);
  return versions.length === 0 ? [{ name: rule.name, version: null, text }] : versions.map(({ key, version }) => ({ name: rule.name, version, text: `${key} ${version} with ${text}` }));
}

/** The candidates that share the smallest functions with all marks, one for each such function. */
function nearestVersions(rule: SyntaxRule, marks: readonly (readonly number[])[], candidates: readonly Candidate[]): Candidate[] {
  const key = rule.keys.find(key => candidates.some(one => matches(key, one)));
  const placed = candidates.filter(one => key !== undefined && matches(key, one)).map(candidate => ({ candidate, scope: candidate.scopes.find(scope => marks.every(positions => positions.some(at => within(at, scope))))! }));
  const ordered = placed.toSorted((a, b) => lengthOf(a.scope) - lengthOf(b.scope) || distance(a.candidate, marks[0]!) - distance(b.candidate, marks[0]!));
  const chosen: typeof placed = [];
  for (const one of ordered) if (!chosen.some(({ scope }) => within(scope.start, one.scope))) chosen.push(one);
  return chosen.map(({ candidate }) => candidate);
}

function matches(key: string, candidate: Candidate): boolean {
  return key === '*' || key === candidate.key;
}

function within(position: number, { start, end }: Span): boolean {
  return start <= position && position < end;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

function distance({ position }: Candidate, positions: readonly number[]): number {
  return Math.min(...positions.map(at => Math.abs(at - position)));
}
