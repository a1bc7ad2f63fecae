import type { ReactNode } from 'react';
import { language } from '../../../../language/index.ts';
import { SmallTable } from '../../../../parts/facts.tsx';
import classes from '../deep-seo.module.css';
import { texts } from '../texts/deep-seo.ts';
import type { Whole } from '../types.ts';
import { Section } from './section.tsx';

const SHOWN_URLS = 3;

/** Pages by intent and by step on the way to a purchase. */
export function Shares({ of: { intents, stages, local, mismatches } }: { of: Whole }) {
  const { intent: words } = texts;
  return (
    <Section title={words.title} says={words.says}>
      <div className={classes.columns}>
        <SmallTable columns={words.columns} rows={intents.map(({ intent, count, share }) => [texts.intents[intent], language.number(count), texts.share(share)])} />
        <SmallTable columns={words.stages} rows={stages.map(({ stage, count, share }) => [texts.stages[stage], language.number(count), texts.share(share)])} />
      </div>
      <p className={classes.quiet}>{words.local(local)} · {words.mismatches(mismatches)}</p>
    </Section>
  );
}

export function Advised({ of: { recommendations } }: { of: Whole }) {
  const { recommendations: words } = texts;
  return <Section title={words.title}>{recommendations.length === 0 ? <p>{words.none}</p> : <SmallTable columns={words.columns} rows={recommendations.map(({ title, count, fix }) => [title, language.number(count), fix])} />}</Section>;
}

export function Competing({ of: { competing: { first } } }: { of: Whole }) {
  const { competing: words } = texts;
  return (
    <Section title={words.title} says={words.says}>
      {first.length === 0 ? <p>{words.none}</p> : <SmallTable columns={words.columns} machine={[3]} rows={first.map(({ term, intent, pages, sample }) => [term, texts.intents[intent], language.number(pages), <Addresses key="of" of={sample} />])} />}
    </Section>
  );
}

export function Gaps({ of: { gaps: { stages, topics } } }: { of: Whole }) {
  const { gaps: words } = texts;
  const named = (of: readonly string[]): string => of.map(stage => texts.stages[stage] ?? stage).join(', ');
  return (
    <Section title={words.title}>
      <p>{stages.length === 0 ? words.none : words.stages(named(stages))}</p>
      <SmallTable columns={words.columns} rows={topics.map(({ term, pages, missing }) => [term, language.number(pages), named(missing)])} />
    </Section>
  );
}

export function Topics({ of: { topics: { first } } }: { of: Whole }) {
  const { topics: words } = texts;
  return (
    <Section title={words.title}>
      {first.length === 0 ? <p>{words.none}</p> : <SmallTable columns={words.columns} rows={first.map(({ term, pages, intents }) => [term, language.number(pages), Object.entries(intents).map(([intent, count]) => `${texts.intents[intent] ?? intent} ${language.number(count)}`).join(', ')])} />}
    </Section>
  );
}

/** The first addresses of a group. */
export function Addresses({ of }: { of: readonly { url: string }[] }): ReactNode {
  return of.slice(0, SHOWN_URLS).map(({ url }) => <div key={url}>{pathOf(url)}</div>);
}

export function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}
