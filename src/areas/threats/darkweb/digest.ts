import type { DarkwebSource } from '../../../core/outside/darkweb.ts';
import type { Speak } from '../../../core/texts.ts';
import type { Db } from '../../../store/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { titleOf, whatToDo } from './sentences.ts';
import { listEvents } from './store/events.ts';
import { tables } from './tables.ts';
import { darkwebTexts } from './texts.ts';
import { sourceWords } from './words.ts';

const MAX_EVENTS = 5;
const MAX_COUNTED = 1000;

/** In the language of the account: what became known of leaked credentials between two moments, in lines for the weekly report; none where no domain is searched for. */
export async function leaksDigestOf({ db, speak }: { db: Db; speak: Speak }, accountId: string, since: number, until: number): Promise<string[]> {
  const answers = await tables(db).selectFrom('darkweb_answer').select(['source', 'state']).distinct().where('account_id', '=', accountId).orderBy('source').execute();
  if (answers.length === 0) return [];
  const texts = await textsOfAccount({ db, speak }, darkwebTexts, accountId);
  const events = await listEvents(db, accountId, { from: since, before: until }, null, MAX_COUNTED);
  const answered = new Set(answers.filter(({ state }) => state === 'ok').map(({ source }) => source));
  const silent = [...new Set(answers.filter(({ state }) => state !== 'ok').map(({ source }) => sourceWords[source as DarkwebSource].title))];
  return [
    ...events.slice(0, MAX_EVENTS).map(({ incidentKind: kind, ...event }) => `${texts.language.sentence(titleOf(texts, { ...event, kind }, event.name))} ${whatToDo(texts, { ...event, kind })}`),
    ...(events.length > MAX_EVENTS ? [texts.more(events.length - MAX_EVENTS)] : []),
    ...(events.length === 0 && answered.size > 0 ? [texts.digest.none(answered.size)] : []),
    ...(silent.length > 0 ? [texts.digest.unanswered(silent)] : []),
  ];
}
