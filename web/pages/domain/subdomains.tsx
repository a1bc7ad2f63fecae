import { Title } from '@mantine/core';
import { texts } from '../../texts/en/domain.ts';

export default function Subdomains() {
  return <Title order={2}>{texts.sections.subdomains}</Title>;
}
