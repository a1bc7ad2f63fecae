const MAX_PREFIXES = 32;

/** Namespaces of reports, in all drafts and RFCs. */
const REPORT_NAMESPACE = /dmarc/i;

/** A tag as it is written, without its angle brackets. */
export interface Tag {
  raw: string;
  closing: boolean;
  /** `<name/>`. */
  empty: boolean;
  prefix: string | null;
  /** The name without its prefix, in lower case. */
  local: string;
  attributes: string;
}

/** Takes a tag apart; total. */
export function readTag(raw: string): Tag {
  const closing = raw.startsWith('/');
  const empty = !closing && raw.endsWith('/');
  const inner = raw.slice(closing ? 1 : 0, empty ? -1 : undefined);
  const name = /^\s*([^\s/]*)/.exec(inner)!;
  const colon = name[1]!.indexOf(':');
  return {
    raw, closing, empty,
    prefix: colon > 0 ? name[1]!.slice(0, colon) : null,
    local: name[1]!.slice(colon + 1).toLowerCase(),
    attributes: inner.slice(name[0].length),
  };
}

/** Which namespace the elements belong to (Namespaces in XML 1.0), as far as telling a report from its extensions needs it. */
export class Namespaces {
  /** Of the element that holds the report. */
  root: string | null = null;
  readonly #prefixes = new Map<string, string>();

  /** The namespace that `tag` declares or uses by its prefix; `null` where it inherits one or has none. */
  of({ prefix, attributes }: Tag): string | null {
    let own: string | null = null;
    if (attributes.includes('xmlns')) {
      for (const [, name, double, single] of attributes.matchAll(/\bxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        const uri = double ?? single!;
        if (name === undefined) own = uri || null;
        else if (this.#prefixes.size < MAX_PREFIXES || this.#prefixes.has(name)) this.#prefixes.set(name, uri);
      }
    }
    return prefix === null ? own : this.#prefixes.get(prefix) ?? null;
  }

  /** Whether `namespace` is neither that of the report nor one of DMARC's. */
  isForeign(namespace: string | null): boolean {
    return namespace !== null && namespace !== this.root && !REPORT_NAMESPACE.test(namespace);
  }
}
