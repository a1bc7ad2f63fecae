/** A piece of software of others that a website shows to be in use. */
export interface Component {
  name: string;
  version: string | null;
  /** A CPE 2.3 name; its version is `*` where none is known. */
  cpe23: string | null;
  /** A package URL, without a version where none is known. */
  purl: string | null;
  category: ComponentCategory;
  evidence: ComponentEvidence;
}

export type ComponentCategory = 'library' | 'framework' | 'cms' | 'extension' | 'shop' | 'server' | 'language' | 'application' | 'device' | 'service';

export interface ComponentEvidence {
  from: 'header' | 'cookie' | 'html' | 'script' | 'meta' | 'url' | 'fileName' | 'content' | 'hash' | 'syntaxTree' | 'favicon';
  /** The address or path of what showed it. */
  location: string;
  /** The text that showed it, as `quoteOf` makes it. */
  text: string;
}

const MAX_QUOTE = 256;

/** `text` as evidence: at most 256 characters, control characters and line breaks as one space. */
export function quoteOf(text: string): string {
  return text.slice(0, MAX_QUOTE * 2).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim().slice(0, MAX_QUOTE);
}

/** A CPE 2.3 name of an application of `vendor:product`, in the form of a formatted string (NISTIR 7695 §6.2). */
export function cpeOf(vendorAndProduct: string, version: string | null, targetSoftware = '*'): string {
  return `cpe:2.3:a:${vendorAndProduct}:${version === null ? '*' : escapeForCpe(version)}:*:*:*:*:${targetSoftware}:*:*`;
}

function escapeForCpe(text: string): string {
  return text.toLowerCase().replaceAll(/[^\w.-]/g, character => `\\${character}`);
}

/** A package URL of `path`, such as `npm/jquery` or `npm/%40angular/core`. */
export function purlOf(path: string, version: string | null): string {
  return version === null ? `pkg:${path}` : `pkg:${path}@${encodeURIComponent(version)}`;
}
