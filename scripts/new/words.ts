/** The names of something new, from that of its folder, such as `mta-sts`; throws where that is no such name. */
export function wordsOf(folder: string) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(folder)) throw new Error(`A name has lower-case words joined by hyphens, such as mta-sts; ${JSON.stringify(folder)} has not.`);
  const camel = folder.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { folder, camel, Name: camel[0]!.toUpperCase() + camel.slice(1), words: folder.replaceAll('-', ' ') };
}
