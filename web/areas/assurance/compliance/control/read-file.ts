/** The content of a file in base64. */
export function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
  reader.onerror = () => reject(new Error(file.name));
  reader.readAsDataURL(file);
  return promise;
}
