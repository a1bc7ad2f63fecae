/** A piece of HTML that may be put into a page as it is. */
export interface Html {
  readonly html: string;
}

type Part = string | number | null | undefined | false | Html | readonly Part[];

/** HTML with every value escaped, except pieces of HTML; null, undefined and false leave nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + (index < parts.length ? written(parts[index]) : '')).join('') };
}

/** Text from the project's own files that is HTML already. */
export function trusted(text: string): Html {
  return { html: text };
}

/** A sentence with `parts` where it says `{0}`, `{1}` and so on: a language may put them in another order. */
export function filled(sentence: string, ...parts: readonly Part[]): Html {
  return html`${sentence.split(/\{(\d+)\}/).map((piece, at) => (at % 2 === 1 ? parts[Number(piece)] : piece))}`;
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(written).join('');
  if (typeof part === 'object') return (part as Html).html;
  return escapeHtml(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** `text` as it stands in HTML text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]!);
}
