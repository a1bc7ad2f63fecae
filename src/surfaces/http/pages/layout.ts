import { html, type Html } from '../../../core/html.ts';
import { fresh, lasting, type Answer } from '../endpoint.ts';

const PAGE_TYPE = 'text/html; charset=utf-8';
const NAVIGATION = [['/domain-checkup.html', 'Check a domain'], ['/docs', 'Documentation'], ['/docs/api', 'API'], ['/sign-in', 'Sign in']] as const;

/** A page that stays the same while the program runs; `sidebar` stands next to it. */
export function lastingPage(title: string, main: Html, sidebar?: Html): Answer {
  return lasting(PAGE_TYPE, layout(title, main, sidebar));
}

/** A page made for one visit. */
export function freshPage(status: number, title: string, main: Html, sidebar?: Html): Answer {
  return fresh(status, PAGE_TYPE, layout(title, main, sidebar));
}

/** A page that loads itself again while something is made. */
export function waitingPage(title: string, main: Html): Answer {
  return { ...fresh(503, PAGE_TYPE, layout(title, main)), headers: { Refresh: '2', 'Retry-After': '2' } };
}

function layout(title: string, main: Html, sidebar?: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Domain Security Service</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/typeface.css">
<link rel="stylesheet" href="/assets/pages.css">
</head>
<body${sidebar && html` class="docs"`}>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="brand" href="/"><img src="/assets/icon.svg" width="24" height="24" alt="">Domain Security Service</a>
<nav aria-label="Main">${NAVIGATION.map(([path, text]) => html`<a href="${path}">${text}</a>`)}</nav></header>
${sidebar}
<main id="main">
${main}
</main>
</body>
</html>
`.html;
}
