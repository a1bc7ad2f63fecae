import type { Component } from '../component.ts';
import type { Script } from '../libraries/recognise.ts';
import type { FetchedPage } from '../page.ts';
import type { Fingerprint } from '../technologies/fingerprint.ts';
import type { Judgement } from '../templates/judge.ts';
import type { TemplateRequest } from '../templates/template.ts';

/** What the thread is given to do. */
export type Task = { kind: 'libraries'; script: Script } | { kind: 'technologies'; page: FetchedPage; url: string } | { kind: 'template'; request: TemplateRequest; pages: readonly FetchedPage[] };

/** What the thread begins with: fingerprints of the operator's folder, whose patterns may be slow. */
export interface ThreadData {
  imported: readonly Fingerprint[];
}

/** What it says: once that it has started, and for each task parts as they are found, then the end. */
export type Said = { ready: true } | { found: Component[] } | { judged: Judgement } | { end: true };
