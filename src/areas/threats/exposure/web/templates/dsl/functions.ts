import { createHash } from 'node:crypto';
import { compareVersions } from './compare-versions.ts';
import { mmh3 } from './mmh3.ts';

export type DslValue = string | number | boolean;

const text = (value: DslValue | undefined): string => (value === undefined ? '' : String(value));
const base64Lines = (value: string): string => value.replaceAll(/.{76}(?=.)/g, '$&\n') + (value === '' ? '' : '\n');
const hash = (algorithm: string) => (value?: DslValue): string => createHash(algorithm).update(text(value)).digest('hex');

/** The functions that expressions may call: pure, and without anything outside. */
export const dslFunctions: Readonly<Record<string, (...args: DslValue[]) => DslValue>> = {
  contains: (whole, part) => text(whole).includes(text(part)),
  contains_all: (whole, ...parts) => parts.every(part => text(whole).includes(text(part))),
  contains_any: (whole, ...parts) => parts.some(part => text(whole).includes(text(part))),
  starts_with: (whole, ...parts) => parts.some(part => text(whole).startsWith(text(part))),
  ends_with: (whole, ...parts) => parts.some(part => text(whole).endsWith(text(part))),
  tolower: value => text(value).toLowerCase(),
  to_lower: value => text(value).toLowerCase(),
  toupper: value => text(value).toUpperCase(),
  to_upper: value => text(value).toUpperCase(),
  trim_space: value => text(value).trim(),
  len: value => Buffer.byteLength(text(value)),
  regex: (source, flags, whole) => new RegExp(text(source), text(flags)).test(text(whole)),
  compare_versions: (version, ...constraints) => constraints.every(one => compareVersions(text(version), text(one))),
  base64: value => Buffer.from(text(value)).toString('base64'),
  base64_py: value => base64Lines(Buffer.from(text(value)).toString('base64')),
  mmh3: value => String(mmh3(text(value))),
  md5: hash('md5'),
  sha1: hash('sha1'),
  sha256: hash('sha256'),
};
