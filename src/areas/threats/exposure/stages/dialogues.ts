import type { ServiceDialogue, ServiceDialogues } from '../../../../core/outside/service-dialogues.ts';

/** The same dialogues, each connection and datagram in its turn. */
export function politely(dialogues: ServiceDialogues, turn: () => Promise<void>): ServiceDialogues {
  const inTurn = async <T>(work: () => Promise<T>, missed: T): Promise<T> => {
    const isMine = await turn().then(() => true, () => false);
    return isMine ? work() : missed;
  };
  return {
    open: (target, options) => inTurn(() => dialogues.open(target, options), { failed: 'timeout', cause: 'the time was up' }),
    ask: (target, datagram, options) => inTurn(() => dialogues.ask(target, datagram, options), null),
  };
}

const FIRST_LETTER = 0x61;
const LETTERS = 26;
const LINE_FEED = 0x0a;

/** The same dialogues in which each question is nonsense of its length, as a line where it was one. */
export function scrambled(dialogues: ServiceDialogues, random: () => number): ServiceDialogues {
  return {
    ...dialogues,
    async open(target, options) {
      const dialogue = await dialogues.open(target, options);
      return 'failed' in dialogue ? dialogue : nonsenseOn(dialogue, random);
    },
  };
}

function nonsenseOn(dialogue: ServiceDialogue, random: () => number): ServiceDialogue {
  return {
    ...dialogue,
    send(bytes) {
      const question = Buffer.from(bytes as Uint8Array);
      const letters = Uint8Array.from(question, () => FIRST_LETTER + Math.floor(random() * LETTERS));
      if (question.at(-1) === LINE_FEED) letters.set([LINE_FEED], letters.length - 1);
      dialogue.send(letters);
    },
  };
}
