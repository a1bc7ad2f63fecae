import type { InputOf } from '../../../../api/client.ts';
import type { StatusPage } from '../types.ts';

type Input = InputOf<'POST /api/status/pages'>;

/** A check in the form; an empty name stands for that of the check. */
export interface DraftCheck {
  id: string;
  name: string;
}

/** A status page as the form has it. */
export interface Draft {
  title: string;
  description: string;
  notice: string;
  checks: readonly DraftCheck[];
  published: boolean;
}

export const emptyDraft: Draft = { title: '', description: '', notice: '', checks: [], published: true };

export function draftOf({ title, description, notice, checks, published }: StatusPage): Draft {
  return { title, description, notice: notice ?? '', checks: checks.map(({ id, name }) => ({ id, name: name ?? '' })), published };
}

/** What the service is sent: what was left empty is null. */
export function inputOf({ title, description, notice, checks, published }: Draft): Input {
  return { title, description, notice: wordsOf(notice), checks: checks.map(({ id, name }) => ({ id, name: wordsOf(name) })), published };
}

function wordsOf(text: string): string | null {
  return text.trim() === '' ? null : text;
}
