/** What a client gets instead of 250. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

export function refusal(code: number, text: string): SmtpRefusal {
  return new SmtpRefusal(code, text);
}

/** The same for every address that is not one of ours, so that nobody learns which are. */
export const noMailbox = () => refusal(550, '5.1.1 There is no such mailbox here');
export const forged = () => refusal(550, '5.7.1 This address takes replies only from the person it was made for. Reply from the address that the e-mail was sent to');
export const nothingSaid = () => refusal(550, '5.6.0 There is no text above the line, and no file');
export const tooMuch = () => refusal(552, '5.3.4 A reply brings 5 files and 10 MiB at most');
export const later = () => refusal(452, '4.7.28 Too many messages in this hour, try again later');
export const full = () => refusal(452, '4.2.2 So much was taken for this address already, try again later');
export const notNow = () => refusal(452, '4.3.1 No capacity for this message right now, try again later');
export const tooMany = () => refusal(421, '4.7.0 Too many connections from your address');
export const tooLarge = (maxBytes: number) => refusal(552, `5.3.4 A message has at most ${maxBytes} bytes`);
