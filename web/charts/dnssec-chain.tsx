import type { CheckResult } from '../api/types.ts';
import { StatusBadge, StatusMark, type Status } from '../parts/status-badge.tsx';
import { texts } from '../texts/charts.ts';
import classes from './dnssec.module.css';
import { dsOf, keysOf } from './dnssec-links.ts';

type Dnssec = CheckResult['records']['dnssec'];
type Link = Dnssec['chain'][number];

const words = texts.dnssec;
const statuses: Readonly<Record<Link['status'], Status>> = { secure: 'pass', insecure: 'off', bogus: 'fail', indeterminate: 'unknown', notValidated: 'off' };

/** The chain of trust from the root to the zone, with the keys of the zone and what the parent zone tells of them. */
export function DnssecChain({ dnssec }: { dnssec: Dnssec }) {
  const { chain } = dnssec;
  return (
    <figure className={classes.frame}>
      <figcaption className={classes.caption}>
        <strong>{words.title}</strong>
        <span className={classes.description}>{chain.length === 0 ? words.notValidated : words.description}</span>
      </figcaption>
      {chain.length === 0 ? null : (
        <ol className={classes.chain}>
          {chain.map((link, index) => <Zone key={link.zone} link={link} dnssec={index === chain.length - 1 ? dnssec : null} isFirst={index === 0} />)}
        </ol>
      )}
    </figure>
  );
}

function Zone({ link: { zone, status, reason }, dnssec, isFirst }: { link: Link; dnssec: Dnssec | null; isFirst: boolean }) {
  return (
    <li className={classes.zone} data-status={status}>
      {isFirst ? null : <span className={classes.link} aria-hidden="true" />}
      <div className={classes.box}>
        <p className={classes.head}>
          <span className={classes.name}>{zone === '.' ? words.root : zone}</span>
          <StatusBadge status={statuses[status]} word={words.states[status]} />
        </p>
        {reason ? <p className={classes.reason}>{reason.detail}</p> : null}
        {status === 'insecure' ? <p className={classes.reason}>{words.ends}</p> : null}
        {dnssec ? <Keys dnssec={dnssec} /> : null}
      </div>
    </li>
  );
}

function Keys({ dnssec }: { dnssec: Dnssec }) {
  const { denial } = dnssec;
  const [ds, keys] = [dsOf(dnssec), keysOf(dnssec)];
  if (ds.length === 0 && keys.length === 0) return null;
  return (
    <dl className={classes.facts}>
      <dt>{words.dsSet}</dt>
      <dd>{ds.map(({ keyTag, digest, fits }, index) => (
        <span key={index} className={classes.fact}>
          <code>{words.ds(keyTag)}</code>{words.dsOf(digest)}
          <span className={classes.fit} data-status={fits ? 'pass' : 'fail'}><StatusMark status={fits ? 'pass' : 'fail'} />{fits ? words.matches(keyTag) : words.matchesNone}</span>
        </span>
      ))}</dd>
      <dt>{words.keys}</dt>
      <dd>{keys.map(({ role, keyTag, algorithm, bits }, index) => (
        <span key={index} className={classes.fact}><code>{words.key(role, keyTag)}</code>{words.keyOf(algorithm, bits)}</span>
      ))}</dd>
      {denial ? <><dt>{words.denial}</dt><dd>{denial.kind === 'nsec' ? words.nsec : words.nsec3(denial.iterations, denial.optOut)}</dd></> : null}
    </dl>
  );
}
