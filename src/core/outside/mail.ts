/** One e-mail to one person. */
export interface Email {
  to: string;
  subject: string;
  /** Lines end with \n; the last one too. */
  text: string;
  /** The same for those who read HTML. */
  html?: string;
  replyTo?: string;
  /** Names the e-mail, however often it is sent; left out, the mail program makes one. */
  id?: string;
  /** A page that stops such e-mails; a POST to it does so at once (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Sends e-mails, or keeps them where the operator finds them. */
export interface Mailer {
  /** Whether e-mails leave the machine; if not they are kept in the mail folder, and the log says so. */
  configured: boolean;
  /** Gives the status with which the mail server took the e-mail (RFC 5321 §4.2), null where it was only kept. Throws when it could not be handed over. */
  send(mail: Email): Promise<number | null>;
}
