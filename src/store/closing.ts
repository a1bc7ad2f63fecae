/** Does all of `works`, one after the other, also behind one that fails; then throws what the first failure was. */
export async function doAll(works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
