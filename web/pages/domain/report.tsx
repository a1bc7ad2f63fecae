import { Title } from '@mantine/core';
import { texts } from '../../texts/en/domain.ts';

export default function Report() {
  return <Title order={2}>{texts.sections.report}</Title>;
}
