import { registrableDomain } from '../../core/domain-name.ts';

/** Whether the owner of `root` can change the records of `domain`: only there is advice of use. */
export function isOwn(domain: string, root: string): boolean {
  return (registrableDomain(domain) ?? domain) === (registrableDomain(root) ?? root);
}
