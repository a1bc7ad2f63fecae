/** A file as messages bring it. */
export interface SentFile {
  name: string;
  content: string;
}

const MAX_FILES = 5;
const MAX_BYTES = 10 * 1024 * 1024;

/** Whether one message may bring all of these. */
export function fit(files: readonly File[]): boolean {
  return files.length <= MAX_FILES && files.reduce((sum, { size }) => sum + size, 0) <= MAX_BYTES;
}

/** The files with their content in base64. */
export function contentOf(files: readonly File[]): Promise<SentFile[]> {
  return Promise.all(files.map(async file => ({ name: file.name, content: await base64Of(file) })));
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
  reader.onerror = () => reject(new Error(file.name));
  reader.readAsDataURL(file);
  return promise;
}
