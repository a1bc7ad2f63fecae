/** One letter to one person, plain text. */
export interface Letter {
  to: string;
  subject: string;
  /** Lines end with \n; the last one too. */
  text: string;
  replyTo?: string;
}

/** Sends letters, or keeps them where the operator finds them. */
export interface Mailer {
  /** Whether letters leave the machine; if not they are written to the log and the mail folder. */
  configured: boolean;
  /** Throws when the letter could not be handed over. */
  send(letter: Letter): Promise<void>;
}
