/** The tag by which signatures and DS records name a key (RFC 4034 appendix B; for the long-dead algorithm 1 by B.1). */
export function keyTagOf({ flags, protocol, algorithm, publicKey }: { flags: number; protocol: number; algorithm: number; publicKey: Uint8Array }): number {
  if (algorithm === 1) return publicKey.length < 3 ? 0 : (publicKey.at(-3)! << 8) | publicKey.at(-2)!;
  let sum = flags + (protocol << 8) + algorithm;
  for (const [at, byte] of publicKey.entries()) sum += at & 1 ? byte : byte << 8;
  return (sum + (sum >>> 16)) & 0xffff;
}
