import { html, type Html } from '../../../../core/html.ts';
import { CONTENTS, targetOf } from './markdown.ts';

/** A group of pages in the sidebar. */
export interface Group {
  title: string;
  pages: readonly { title: string; path: string }[];
}

/** The groups that the contents, a page of headings and lists of links, put the pages into. */
export function groupsIn(contents: string, names: readonly string[]): Group[] {
  return contents.split(/^## /m).slice(1).map(part => ({
    title: part.slice(0, part.indexOf('\n')).trim(),
    pages: [...part.matchAll(/^- \[(.+?)\]\((.+?)\)$/gm)].flatMap(([, title, href]) => {
      const path = targetOf(href!, CONTENTS, names);
      return path === null ? [] : [{ title: title!.replaceAll('`', ''), path }];
    }),
  }));
}

/** The sidebar: the search, and all pages; the group of the page that is shown is open. `typed` is what was searched for. */
export function sidebar(groups: readonly Group[], shown: string, typed = ''): Html {
  const holds = ({ pages }: Group) => pages.some(({ path }) => path === shown);
  return html`<aside>
<form role="search" action="/docs/search"><input type="search" name="q" value="${typed}" aria-label="Search the documentation" placeholder="Search" maxlength="200"><button>Search</button></form>
<details class="pages"><summary>All pages</summary>
<nav aria-label="Documentation">
${groups.map((group, at) => html`<details${(holds(group) || at === 0) && html` open`}><summary>${group.title}</summary>
<ul>${group.pages.map(({ title, path }) => html`<li><a href="${path}"${path === shown && html` aria-current="page"`}>${title}</a></li>`)}</ul></details>
`)}</nav></details>
</aside>`;
}
