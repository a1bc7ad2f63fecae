import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { escapeHtml, html, trusted, type Html } from '../../../core/html.ts';
import type { Answer, Endpoint } from '../endpoint.ts';
import { lastingPage } from './layout.ts';

const FIRST_PAGE = 'start';

/** The documentation: one page for each Markdown file of `folder`, written as HTML when it is first asked for. */
export function docsEndpoints(folder: string): Endpoint[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md')).map(file => file.slice(0, -'.md'.length).replaceAll('\\', '/')).toSorted();
  const written = new Map<string, Answer>();
  const page = (name: string): Answer => {
    const before = written.get(name);
    if (before) return before;
    const markdown = readFileSync(join(folder, `${name}.md`), 'utf8');
    const main = html`${trusted(render(markdown, name, names))}${name === FIRST_PAGE && contents(names, folder)}`;
    const made = lastingPage(titleOf(markdown) ?? name, main);
    written.set(name, made);
    return made;
  };
  return [
    ...(names.includes(FIRST_PAGE) ? [{ path: '/docs', answer: () => page(FIRST_PAGE) }] : []),
    ...names.map(name => ({ path: `/docs/${name}`, answer: () => page(name) })),
  ];
}

function contents(names: readonly string[], folder: string): Html {
  const title = (name: string) => titleOf(readFileSync(join(folder, `${name}.md`), 'utf8')) ?? name;
  return html`<h2>All pages</h2>
<ul><li><a href="/docs/api">API reference</a></li>
${names.filter(name => !name.startsWith('findings/')).map(name => html`<li><a href="/docs/${name}">${title(name)}</a></li>`)}</ul>`;
}

function titleOf(markdown: string): string | undefined {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '');
}

/** Markdown of the project's own docs as HTML: headings get anchors, links between files lead to their pages. */
function render(markdown: string, name: string, names: readonly string[]): string {
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
      // A wide table scrolls by itself, so that the page does not.
      table(token) {
        const rowOf = (row: typeof token.header, tag: string) =>
          `<tr>${row.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map(row => rowOf(row, 'td')).join('');
        return `<div class="table"><table><thead>${rowOf(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

/** Where a link leads on the web; null for files of the project that have no page. */
function targetOf(href: string, from: string, names: readonly string[]): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const joined = posix.join(posix.dirname(from), path).replace(/\.md$/, '').replace(/\/$/, '');
  const page = names.includes(joined) ? joined : names.find(name => posix.dirname(name) === joined);
  return page === undefined ? null : `/docs/${page}${anchor ? `#${anchor}` : ''}`;
}

/** The anchor that code hosts give a heading. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
}
