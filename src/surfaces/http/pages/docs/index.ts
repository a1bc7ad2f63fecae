import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, trusted, type Html } from '../../../../core/html.ts';
import type { Answer, Endpoint } from '../../endpoint.ts';
import { fresh } from '../../endpoint.ts';
import { freshPage, lastingPage } from '../layout.ts';
import { groupsIn, sidebar } from './contents.ts';
import { CONTENTS, render, sectionsOf, titleOf } from './markdown.ts';
import { createSearch, type Found } from './search.ts';

const FIRST_PAGE = 'start';
const API = { title: 'API reference', path: '/docs/api' };
const SHOWN = 30;
const SUGGESTED = 5;

/** The documentation: one page for each Markdown file of `folder`, written as HTML when it is first asked for, with all others in a sidebar. */
export function createDocs(folder: string): { endpoints: Endpoint[]; sidebar(shown: string): Html } {
  const read = (name: string) => readFileSync(join(folder, `${name}.md`), 'utf8');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md')).map(file => file.slice(0, -'.md'.length).replaceAll('\\', '/')).toSorted();
  const names = files.filter(name => name !== CONTENTS);
  const groups = files.includes(CONTENTS) ? groupsIn(read(CONTENTS), names).map(group => (group.title === 'Reference' ? { ...group, pages: [API, ...group.pages] } : group)) : [];
  const written = new Map<string, Answer>();
  const page = (name: string): Answer => {
    const before = written.get(name);
    if (before) return before;
    const markdown = read(name);
    const made = lastingPage(titleOf(markdown) ?? name, html`${trusted(render(markdown, name, names))}`, sidebar(groups, `/docs/${name}`));
    written.set(name, made);
    return made;
  };
  const find = createSearch(function* () {
    for (const name of names) {
      const markdown = read(name);
      yield { title: titleOf(markdown) ?? name, path: `/docs/${name}`, sections: sectionsOf(markdown) };
    }
  });
  const endpoints: Endpoint[] = [
    ...(names.includes(FIRST_PAGE) ? [{ path: '/docs', answer: () => page(FIRST_PAGE) }] : []),
    {
      path: '/docs/search',
      async answer({ query }) {
        const typed = (query.get('q') ?? '').trim();
        return freshPage(200, 'Search', results(typed, await find(typed, SHOWN)), sidebar(groups, '', typed));
      },
    },
    {
      path: '/docs/search.json',
      answer: async ({ query }) => fresh(200, 'application/json', JSON.stringify({ success: true, data: await find(query.get('q') ?? '', SUGGESTED) })),
    },
    ...names.map(name => ({ path: `/docs/${name}`, answer: () => page(name) })),
  ];
  return { endpoints, sidebar: shown => sidebar(groups, shown) };
}

function results(typed: string, found: readonly Found[]): Html {
  if (typed === '') return html`<h1>Search the documentation</h1><p>Type what you look for: a task, a setting, the id of a finding, an error.</p>`;
  if (found.length === 0) return html`<h1>Nothing found for “${typed}”</h1><p>Try fewer or other words.</p>`;
  return html`<h1>${found.length === SHOWN ? `The best ${SHOWN} results` : found.length === 1 ? 'One result' : `${found.length} results`} for “${typed}”</h1>
<ol class="found">${found.map(({ page, heading, path, excerpt }) => html`<li><a href="${path}">${heading === page ? page : `${page}: ${heading}`}</a><p>${excerpt}</p></li>`)}</ol>`;
}
