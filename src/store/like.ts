/** The text for `like … escape '\'` of SQL: its signs mean nothing but themselves. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
