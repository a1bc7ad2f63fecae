import { posix } from 'node:path';
import { Marked } from 'marked';
import { escapeHtml } from '../../../../core/html.ts';

/** Says which pages there are, in groups: each page has them in its sidebar. */
export const CONTENTS = 'README';

/** The title of a page: its first heading. */
export function titleOf(markdown: string): string | undefined {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '');
}

/** Markdown of the project's own docs as HTML: headings get anchors, links between files lead to their pages. */
export function render(markdown: string, name: string, names: readonly string[]): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escapeHtml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href, name, names);
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      // What is wide scrolls by itself, so that the page does not, also with the keyboard.
      table(token) {
        const rowOf = (row: typeof token.header, tag: string) =>
          `<tr>${row.map(cell => cellOf(this.parser.parseInline(cell.tokens), tag)).join('')}</tr>`;
        const body = token.rows.map(row => rowOf(row, 'td')).join('');
        const label = token.header.map(cell => plain(cell.text)).filter(text => text !== '').join(', ');
        return `<div class="table" role="group" aria-label="${escapeHtml(label === '' ? 'Table' : label)}" tabindex="0"><table><thead>${rowOf(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

/** A corner without words is no header. */
function cellOf(text: string, tag: string): string {
  return text === '' ? '<td></td>' : `<${tag}>${text}</${tag}>`;
}

/** Where a link leads on the web; null for files of the project that have no page. */
export function targetOf(href: string, from: string, names: readonly string[]): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const joined = posix.join(posix.dirname(from), path).replace(/\.md$/, '').replace(/\/$/, '');
  if (joined === CONTENTS) return '/docs';
  const page = names.includes(joined) ? joined : names.find(name => posix.dirname(name) === joined);
  return page === undefined ? null : `/docs/${page}${anchor ? `#${anchor}` : ''}`;
}

/** What stands below one heading, as plain text. */
export interface Section {
  heading: string;
  anchor: string;
  text: string;
}

/** The sections of a page in their order; the first is that of its title. */
export function* sectionsOf(markdown: string): Generator<Section> {
  // What stands between fences is every second part: a heading in it is none.
  let section: Section | null = null;
  for (const [at, part] of markdown.split(/^```.*$/m).entries()) {
    const [before, ...parts] = at % 2 === 1 ? [part] : part.split(/^#{1,6} +/m);
    if (section) section.text = `${section.text} ${plain(before!)}`.trim();
    for (const one of parts) {
      if (section) yield section;
      const [heading = '', ...lines] = one.split('\n');
      section = { heading: plain(heading), anchor: anchorOf(heading), text: plain(lines.join('\n')) };
    }
  }
  if (section) yield section;
}

/** The words of Markdown without its marks. */
function plain(markdown: string): string {
  return markdown.replace(/^\|[-| :]+\|$/gm, '').replace(/<!--.*?-->/gs, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`|*]+|^- /gm, ' ').replace(/\s+/g, ' ').trim();
}

/** The anchor that code hosts give a heading. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
}
