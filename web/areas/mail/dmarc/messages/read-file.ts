/** Largest file that one call takes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The bytes of a file in base64; rejects where the browser cannot read it. */
export function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}
