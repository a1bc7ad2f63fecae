import type { Component } from '../component.ts';
import type { Script } from '../libraries/recognise.ts';

/** What the thread is given to do. */
export interface LibrariesTask {
  kind: 'libraries';
  script: Script;
}

export type Task = LibrariesTask;

/** What it says: parts as they are found, then the end. */
export type Said = { found: Component[] } | { end: true };
