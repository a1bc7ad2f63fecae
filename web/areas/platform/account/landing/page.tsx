import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DomainBox } from '../../../../parts/domain-box.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { texts } from '../texts/landing.ts';
import classes from './landing.module.css';

/** What somebody new sees: the box that checks a domain, then what else there is. */
export default function Landing() {
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={texts.lead} />
      <DomainBox />
      <p className={classes.free}>{texts.free} <Link to="/sample-report">{texts.sample}</Link> · <Link to="/lookalike-check">{texts.lookalikes}</Link></p>
      <ul className={classes.points}>
        {texts.points.map(({ title, text }) => <li key={title}><Title order={2} size="h3">{title}</Title><p>{text}</p></li>)}
      </ul>
      <p className={classes.free}>{texts.scripts} <a href="/docs/api">{texts.api}</a> · <a href="/docs">{texts.docs}</a></p>
    </div>
  );
}
