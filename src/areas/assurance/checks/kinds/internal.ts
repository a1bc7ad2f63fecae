import { isWithin } from '../../../../core/domain-name.ts';
import { parseIp } from '../../../../core/ip.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';

/** Nobody else's: the door lets only those reach it whom the operator allows to. */
export function isInternal(host: string): boolean {
  return (parseIp(host) !== null && specialPurpose(host) !== null) || isWithin(host, 'localhost');
}
