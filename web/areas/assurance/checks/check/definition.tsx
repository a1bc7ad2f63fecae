import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../../../parts/ago.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { language } from '../../../../language/index.ts';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';
import type { Check } from '../types.ts';

const { check: words } = texts;

/** What is asked, and what must hold. */
export function Definition({ of: { kind, target, intervalSeconds, timeoutMs, conditions, failAfter, recoverAfter, tlsExpiresAt, headers, last, domainId } }: { of: Check }) {
  return (
    <section className={classes.section} aria-labelledby="definition">
      <Title order={2} id="definition">{words.definition}</Title>
      {domainId !== null && <p className={classes.quiet}>{words.ofDomain} <Link to="/domains/$id/settings" params={{ id: domainId }}>{words.toDomain}</Link></p>}
      <Facts of={[
        [words.facts.kind, texts.kinds[kind]],
        [words.facts.target, target],
        [words.facts.every, texts.every(intervalSeconds)],
        [words.facts.timeout, kind === 'push' ? null : texts.ms(timeoutMs)],
        [words.facts.conditions, conditions.length === 0 ? null : conditions.map(({ source, op, value }, at) => <div key={at}><code>{source}</code> {texts.form.ops[op]} {op === 'exists' || op === 'empty' ? null : <code>{JSON.stringify(value)}</code>}</div>)],
        [words.facts.headers, headers.length === 0 ? null : headers.map(({ name, value, secret }) => `${name}: ${secret ? `(${words.secret})` : value ?? ''}`).join(', ')],
        [words.facts.thresholds, words.thresholds(failAfter, recoverAfter)],
        [words.facts.certificate, tlsExpiresAt && language.day(tlsExpiresAt)],
        [words.facts.last, last && <><Ago at={last.at} />{last.durationMs !== null && <>, {texts.ms(last.durationMs)}</>}</>],
      ]} />
    </section>
  );
}
