import type { Db } from '../../../../store/index.ts';
import type { RunWork } from '../../../run-kind.ts';
import type { LocalSeoServices } from '../services.ts';
import type { Unanswered } from './ask.ts';
import type { Connector } from './connector.ts';

/** So many questions in a row without an answer, and there is no point in asking on. */
const FAILURES_IN_A_ROW = 10;
const MAX_AT_ONCE = 10;

/** Why a question has no answer that was under way when the program ended, at a provider that charges. */
export const INTERRUPTED = 'the program ended while it was asked; asking again could be charged twice';

/** Questions of a run to one provider. */
export interface Questions<Question, Answer extends { outcome: 'answered' }> {
  connector: Connector;
  waiting: Question[];
  /** All of the run, those included that have an answer. */
  total: number;
  step: string;
  ask(question: Question): Promise<Answer | Unanswered>;
  /** Notes that the question is about to be asked, before that may cost anything. */
  note(tx: Db, question: Question): Promise<void>;
  save(tx: Db, question: Question, answer: Answer | Unanswered): Promise<void>;
}

/** What a question gave. */
interface Asked<Question, Answer> {
  question: Question;
  answer: Answer | Unanswered;
}

/** Asks what waits, several at once; an answer is saved in the transaction that notes the next question. Gives why it ended early, or null. */
export async function askEach<Question, Answer extends { outcome: 'answered' }>(run: Pick<RunWork<LocalSeoServices, unknown, null>, 'commit'>, { connector, waiting, total, step, ask, note, save }: Questions<Question, Answer>): Promise<string | null> {
  let [done, inARow, stopped] = [total - waiting.length, 0, null as string | null];

  const work = async (): Promise<void> => {
    let before: Asked<Question, Answer> | null = null;
    for (;;) {
      const next = stopped === null ? waiting.shift() : undefined;
      if (before === null && next === undefined) return;
      const saved: Asked<Question, Answer> | null = before;
      if (saved !== null) done++;
      await run.commit({ state: null, progress: { done, total, step } }, async tx => {
        if (saved !== null) await save(tx, saved.question, saved.answer);
        if (next !== undefined) await note(tx, next);
      });
      before = next === undefined ? null : { question: next, answer: judged(await ask(next)) };
    }
  };

  function judged(answer: Answer | Unanswered): Answer | Unanswered {
    const unanswered = answer.outcome === 'unanswered' ? answer : null;
    inARow = unanswered === null ? 0 : inARow + 1;
    if (unanswered?.fatal) stopped ??= unanswered.cause;
    else if (unanswered !== null && inARow >= FAILURES_IN_A_ROW) stopped ??= `${inARow} questions in a row had no answer, the last since ${unanswered.cause}`;
    return answer;
  }

  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(MAX_AT_ONCE, Math.max(1, Math.floor(connector.limit.perSecond))) }, work));
  const failed = outcomes.find(outcome => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return stopped;
}
