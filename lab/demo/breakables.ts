import type { Lab } from '../types.ts';
import type { Breakable } from './control.ts';

/** The bank of the lab, whose name others imitate. */
const BANK = 'harborbank.example';
/** Registered only once the reader of the demo says so. */
const IMITATOR = 'harborbank-login.example';

/** What the demo does so that the service notices at once, as it would in its turn. */
export interface Attention {
  /** Scans a domain of the inventory. */
  scan(name: string): Promise<void>;
  /** Checks which names that resemble it are registered. */
  sweep(name: string): Promise<void>;
}

/** Takes the imitator out of the DNS; the result registers it. */
export function hideImitator({ addFault }: Lab): () => () => void {
  const hide = () => {
    const shown = [IMITATOR, `*.${IMITATOR}`].map(name => addFault({ name, fault: 'nxdomain' }));
    return () => shown.forEach(show => show());
  };
  let show = hide();
  return () => {
    show();
    return () => { show = hide(); };
  };
}

/** What the reader of the demo can break. */
export function breakablesOf(lab: Lab, register: () => () => void, { scan, sweep }: Attention): Breakable[] {
  const atBank = (change: () => () => void) => async () => {
    const undo = change();
    await scan(BANK);
    return async () => {
      undo();
      await scan(BANK);
    };
  };
  return [
    {
      id: 'certificate', title: `The certificate of ${BANK} expires`, says: 'The alert is there as soon as the scan is done, within seconds.',
      break: atBank(() => lab.changeCertificate(BANK, 'expired')),
    },
    {
      id: 'mx', title: `The mail of ${BANK} goes to somebody else's server`, says: 'Alerts about its MTA-STS policy are there within seconds. The change itself becomes an event once a second scan confirms it, after two minutes.',
      break: atBank(() => lab.changeZone(BANK, '@ MX 10 mx1.harb0rbank.example.')),
    },
    {
      id: 'nameservers', title: `The zone of ${BANK} names other nameservers`, says: 'A critical change is confirmed by a second scan after 30 seconds, then the alarm arrives.',
      break: atBank(() => lab.changeZone(BANK, '@ NS ns1.lab-dns.net.\n@ NS ns3.lab-dns.net.')),
    },
    {
      id: 'lookalike', title: `Somebody registers ${IMITATOR} and copies the page of the bank`, says: 'The service checks again at once; the name is among the lookalikes of the bank within a minute.',
      async break() {
        const hide = register();
        await sweep(BANK);
        return hide;
      },
    },
  ];
}
