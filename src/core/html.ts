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

/** What XML 1.0 cannot hold (section 2.2), not even escaped. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text without what XML cannot hold, for `html` that is read as XML. */
export function inXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, '');
}

/** A sentence with `parts` where it says `{0}`, `{1}` and so on: a language may put them in another order. */
export function filled(sentence: string, ...parts: readonly Part[]): Html {
  return html`${sentence.split(/\{(\d+)\}/).map((piece, at) => (at % 2 === 1 ? parts[Number(piece)] : piece))}`;
}

/** Of documents that set nothing else: to read on a screen and to print. */
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #d0d7de;vertical-align:top}td.n{text-align:right;white-space:nowrap}li,code{overflow-wrap:anywhere}
article{border:1px solid #d0d7de;border-radius:6px;padding:0 1rem;margin:1rem 0;break-inside:avoid}@page{size:A4;margin:15mm}`;

/** A page that needs nothing besides itself and runs nothing: it may be mailed, kept and printed. Pictures stand in it as `data:` addresses. */
export function standalonePage({ language = 'en', title, style = STYLE }: { language?: string; title: string; style?: string }, body: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
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
