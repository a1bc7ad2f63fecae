import { Button, Kbd, Textarea, Title } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../accessibility.module.css';
import { ElementPicture } from '../element-picture.tsx';
import { texts } from '../texts/audit.ts';
import { auditRoutes, type Answer, type Question } from '../types.ts';
import { keyOf, keys, statusOfAnswer } from './answers.ts';

const { review: words } = texts;
/** How close to the end of the list the next questions are asked for. */
const AHEAD = 10;

interface QueueProps {
  auditId: string;
  questions: readonly Question[];
  /** Names of the criteria. */
  names: ReadonlyMap<string, string>;
  /** Asks for more questions; null where there are no more. */
  onEnd: (() => void) | null;
}

/** One question at a time. Its keys work while the focus is in it, so that they never get in the way elsewhere (WCAG 2.1.4). */
export function Queue({ auditId, questions, names, onEnd }: QueueProps) {
  const mayChange = useMayChange();
  const [at, setAt] = useState(0);
  const [given, setGiven] = useState<ReadonlyMap<string, Question>>(new Map());
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const send = useSend('PATCH /api/accessibility-audit/{id}/review/{item}', auditRoutes);
  const question = given.get(questions[at]!.id) ?? questions[at]!;

  useEffect(() => {
    if (onEnd !== null && at >= questions.length - AHEAD) onEnd();
    // Asked for once at each position: the list grows when they come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [at, questions.length]);

  const go = (step: number): void => {
    setAt(now => Math.min(questions.length - 1, Math.max(0, now + step)));
    heading.current?.focus();
  };
  const answer = (chosen: Answer | null): void => {
    if (!mayChange || send.isPending) return;
    const text = note.current?.value.trim() ?? '';
    send.mutate({ id: auditId, item: question.id, answer: chosen, ...(chosen === null || text === '' ? {} : { note: text }) }, {
      onSuccess: ({ data }) => {
        setGiven(before => new Map(before).set(data.id, data));
        setSaid(chosen === null ? words.takenBack : words.saved(words.answers[chosen]));
        if (chosen !== null) go(1);
      },
    });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyOf(event.key);
    if (action === null) return;
    event.preventDefault();
    if (action === 'next' || action === 'previous') go(action === 'next' ? 1 : -1);
    else if (action === 'note') note.current?.focus();
    else answer(action);
  };

  return (
    // The keys are a shorter way to the buttons that stand here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={classes.question} aria-label={words.group} onKeyDown={press}>
      <div className={classes.bar}>
        <p className={classes.quiet}>{words.position(at + 1, onEnd === null ? String(questions.length) : words.more(questions.length))} · {question.criterion} {names.get(question.criterion)}</p>
        <div className={classes.controls}>
          <Button size="xs" variant="default" disabled={at === 0} onClick={() => go(-1)} rightSection={<Kbd size="xs">{keys.previous}</Kbd>}>{words.previous}</Button>
          <Button size="xs" variant="default" disabled={at === questions.length - 1} onClick={() => go(1)} rightSection={<Kbd size="xs">{keys.next}</Kbd>}>{words.next}</Button>
        </div>
      </div>
      <Title order={2} size="h3" tabIndex={-1} ref={heading} className={classes.asked}>{question.question}</Title>
      <About of={question} auditId={auditId} />
      {mayChange ? (
        <div className={classes.inside}>
          <Textarea key={question.id} ref={note} label={words.note} description={words.noteSays} autosize minRows={2} maxRows={8} maxLength={2000} defaultValue={question.note ?? ''} />
          <div className={classes.controls}>
            {(['yes', 'no', 'notApplicable'] as const).map(one => (
              <Button key={one} variant={question.answer === one ? 'filled' : 'default'} aria-pressed={question.answer === one} disabled={send.isPending} onClick={() => answer(one)} rightSection={<Kbd size="xs">{keys[one]}</Kbd>}>{words.answers[one]}</Button>
            ))}
            {question.answer && <Button variant="subtle" disabled={send.isPending} onClick={() => answer(null)}>{words.takeBack}</Button>}
          </div>
          <p className={classes.quiet}>{words.keys}</p>
        </div>
      ) : <p className={classes.quiet}>{words.viewer}</p>}
      {question.answer && <p className={classes.controls}><StatusBadge status={statusOfAnswer[question.answer]} word={words.answers[question.answer]} />{question.note}</p>}
      <p className={classes.quiet} role="status">{said}</p>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </section>
  );
}

/** What is asked about: the pages, or one element of one of them. */
function About({ of: { url, selector, html, box, picture, saidBy }, auditId }: { of: Question; auditId: string }) {
  const said = saidBy.length > 0 && <div><p className={classes.label}>{words.says}</p><ul className={classes.fixes}>{saidBy.map(({ engine, rule, says }) => <li key={`${engine} ${rule}`}>{texts.causes.said(texts.causes.engineNames[engine], rule, says)}</li>)}</ul></div>;
  if (url === null) return <><p className={classes.quiet}>{words.whole}</p>{said}</>;
  return (
    <div className={classes.details}>
      <div className={classes.inside}>
        <p>{words.page}: <a href={url} target="_blank" rel="noreferrer">{url}</a></p>
        {selector && <p>{texts.causes.element}: <code>{selector}</code></p>}
        {html && <CodeBlock text={html} what={texts.causes.copy} />}
        {said}
      </div>
      {picture && box && <ElementPicture auditId={auditId} picture={picture} box={box} />}
    </div>
  );
}
