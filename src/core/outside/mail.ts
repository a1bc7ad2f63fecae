/** One letter to one person. */
export interface Letter {
  to: string;
  subject: string;
  /** Lines end with \n; the last one too. */
  text: string;
  /** The same for those who read HTML. */
  html?: string;
  replyTo?: string;
  /** Names the letter, however often it is sent; left out, the mail program makes one. */
  id?: string;
  /** A page that stops such letters; a POST to it does so at once (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Sends letters, or keeps them where the operator finds them. */
export interface Mailer {
  /** Whether letters leave the machine; if not they are written to the log and the mail folder. */
  configured: boolean;
  /** Throws when the letter could not be handed over. */
  send(letter: Letter): Promise<void>;
}
